package dev.weft.kv.client;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.TaskContext;
import org.jspecify.annotations.Nullable;

/** The time by the runtime's clock in nanoseconds, for a block. */
final class Now extends LeafFuture<Long> {
  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    return TaskContext.services(cx).clock().nanoTime();
  }
}

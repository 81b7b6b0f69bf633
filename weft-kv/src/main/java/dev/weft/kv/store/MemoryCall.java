package dev.weft.kv.store;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Work that never waits, done at the first poll; cheaper than an async block around it. */
final class MemoryCall<T extends @Nullable Object> extends LeafFuture<T> {

  private final Callable<T> work;

  MemoryCall(Callable<T> work) {
    this.work = work;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    return work.call();
  }
}

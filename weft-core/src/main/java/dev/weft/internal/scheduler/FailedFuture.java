package dev.weft.internal.scheduler;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** A future that fails at its first poll. */
final class FailedFuture<T extends @Nullable Object> extends LeafFuture<T> {

  private final Throwable failure;

  FailedFuture(Throwable failure) {
    this.failure = failure;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    throw Codegen.<RuntimeException>sneak(failure);
  }
}

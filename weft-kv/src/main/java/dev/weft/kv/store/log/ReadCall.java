package dev.weft.kv.store.log;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A read of the tables, which never waits. */
final class ReadCall<T extends @Nullable Object> extends LeafFuture<T> {

  private final Callable<T> read;

  ReadCall(Callable<T> read) {
    this.read = read;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    return read.call();
  }
}

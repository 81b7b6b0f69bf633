package dev.weft.io;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makers of the futures that wait until a read or a write gets on. */
final class ReadyFuture {

  private ReadyFuture() {}

  static Future<Void> readable(AsyncRead source) {
    return new ReadReady(source);
  }

  static Future<Void> writable(AsyncWrite target) {
    return new WriteReady(target);
  }

  private static final class ReadReady extends LeafFuture<Void> {

    private final AsyncRead source;

    ReadReady(AsyncRead source) {
      this.source = source;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws IOException {
      return source.pollReadable(cx) ? null : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      source.cancelRead();
      return true;
    }
  }

  private static final class WriteReady extends LeafFuture<Void> {

    private final AsyncWrite target;

    WriteReady(AsyncWrite target) {
      this.target = target;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws IOException {
      return target.pollWritable(cx) ? null : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      target.cancelWrite();
      return true;
    }
  }
}

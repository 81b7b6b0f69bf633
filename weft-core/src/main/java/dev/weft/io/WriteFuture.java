package dev.weft.io;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makers of the futures of {@link AsyncWrite}'s writes. */
final class WriteFuture {

  private WriteFuture() {}

  static Future<Integer> some(AsyncWrite target, ByteBuffer source) {
    return new Some(target, Objects.requireNonNull(source, "source"));
  }

  static Future<Void> all(AsyncWrite target, ByteBuffer[] sources) {
    for (ByteBuffer source : sources) {
      Objects.requireNonNull(source, "source");
    }
    return new All(target, sources);
  }

  private static final class Some extends LeafFuture<Integer> {

    private final AsyncWrite target;
    private final ByteBuffer source;

    Some(AsyncWrite target, ByteBuffer source) {
      this.target = target;
      this.source = source;
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      int count = target.pollWrite(source, cx);
      return count == AsyncWrite.PENDING ? PENDING : (Object) count;
    }

    @Override
    protected boolean cancelLeaf() {
      target.cancelWrite();
      return true;
    }
  }

  private static final class All extends LeafFuture<Void> {

    private final AsyncWrite target;
    private final ByteBuffer[] sources;
    private int first;

    All(AsyncWrite target, ByteBuffer[] sources) {
      this.target = target;
      this.sources = sources;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws IOException {
      while (skipWritten()) {
        long count = write(cx);
        if (count == AsyncWrite.PENDING) {
          return PENDING;
        }
        if (count <= 0) {
          throw new IOException(
              target + " accepted " + count + " bytes of a write that isn't empty.");
        }
        if (skipWritten() && !PollContext.mayGoOn(cx)) {
          return PENDING;
        }
      }
      return null;
    }

    private long write(Context cx) throws IOException {
      return first == sources.length - 1
          ? target.pollWrite(sources[first], cx)
          : target.pollWrite(sources, first, sources.length - first, cx);
    }

    /** Moves to the first buffer with something left; returns whether there is one. */
    private boolean skipWritten() {
      while (first < sources.length && !sources[first].hasRemaining()) {
        first++;
      }
      return first < sources.length;
    }

    @Override
    protected boolean cancelLeaf() {
      target.cancelWrite();
      return true;
    }
  }
}

package dev.weft.io;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads until a buffer is full. */
final class ReadFully extends LeafFuture<Void> {

  private final AsyncRead source;
  private final ByteBuffer target;
  private final int asked;

  ReadFully(AsyncRead source, ByteBuffer target) {
    this.source = source;
    this.target = Limits.writable(target);
    this.asked = target.remaining();
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws IOException {
    while (target.hasRemaining()) {
      int count = source.pollRead(target, cx);
      if (count == AsyncRead.PENDING) {
        return PENDING;
      }
      if (count == AsyncRead.EOF) {
        throw BufferedOp.endedEarly(asked, target.remaining());
      }
      if (count == 0) {
        throw new IOException(source + " gave 0 bytes for a buffer with room.");
      }
      if (target.hasRemaining() && !PollContext.mayGoOn(cx)) {
        return PENDING;
      }
    }
    return null;
  }

  @Override
  protected boolean cancelLeaf() {
    source.cancelRead();
    return true;
  }
}

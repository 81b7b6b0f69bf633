package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.io.AsyncRead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads to the end; its result is all that came. */
final class Drain extends LeafFuture<byte[]> {

  private final AsyncRead source;
  private final ByteBuffer buffer = ByteBuffer.allocate(8 * 1024);
  private final ByteArrayOutputStream all = new ByteArrayOutputStream();

  Drain(AsyncRead source) {
    this.source = source;
  }

  @Override
  protected Object pollLeaf(Context cx) throws IOException {
    while (true) {
      int count = source.pollRead(buffer.clear(), cx);
      if (count == AsyncRead.PENDING) {
        return PENDING;
      }
      if (count == AsyncRead.EOF) {
        return all.toByteArray();
      }
      all.write(buffer.array(), 0, count);
    }
  }
}

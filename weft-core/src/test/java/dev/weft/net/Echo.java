package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes back what it reads, and ends its side when the other has; its result is how much. */
final class Echo extends LeafFuture<Long> {

  private final TcpStream stream;
  private final ByteBuffer buffer;
  private long total;

  Echo(TcpStream stream, int bufferSize) {
    this.stream = stream;
    this.buffer = ByteBuffer.allocate(bufferSize).limit(0);
  }

  @Override
  protected Object pollLeaf(Context cx) throws IOException {
    while (true) {
      while (buffer.hasRemaining()) {
        if (stream.pollWrite(buffer, cx) == StreamSocket.PENDING) {
          return PENDING;
        }
      }
      buffer.clear();
      int count = stream.pollRead(buffer, cx);
      buffer.flip();
      if (count == StreamSocket.PENDING) {
        return PENDING;
      }
      if (count < 0) {
        stream.pollShutdown(cx);
        return total;
      }
      total += count;
    }
  }
}

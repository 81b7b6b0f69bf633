package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Connects, sends numbers one by one, and checks that each comes back; its result is how many. */
final class EchoClient extends LeafFuture<Integer> {

  private final RawFuture<TcpStream> connecting;
  private final int rounds;
  private final ByteBuffer out = ByteBuffer.allocate(8).limit(0);
  private final ByteBuffer in = ByteBuffer.allocate(8);
  private TcpStream stream;
  private int round;

  EchoClient(InetSocketAddress remote, int rounds) {
    this.connecting = RawFuture.own(TcpStream.connect(remote));
    this.rounds = rounds;
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    if (stream == null) {
      Object connected = connecting.pollRaw(cx);
      if (connected == PENDING) {
        return PENDING;
      }
      stream = (TcpStream) connected;
      ask();
    }
    while (round < rounds) {
      if (!exchange(cx)) {
        return PENDING;
      }
      if (in.getLong(0) != round) {
        throw new IOException("Sent " + round + ", got " + in.getLong(0) + ".");
      }
      round++;
      ask();
    }
    stream.closeAsync().cancel(); // Closes.
    return round;
  }

  @Override
  protected boolean cancelLeaf() {
    connecting.cancel();
    if (stream != null) {
      stream.closeAsync().cancel(); // Closes.
    }
    return true;
  }

  private void ask() {
    out.clear().putLong(0, round);
    in.clear();
  }

  private boolean exchange(Context cx) throws IOException {
    while (out.hasRemaining()) {
      if (stream.pollWrite(out, cx) == AsyncWrite.PENDING) {
        return false;
      }
    }
    while (in.hasRemaining()) {
      int count = stream.pollRead(in, cx);
      if (count == AsyncRead.PENDING) {
        return false;
      }
      if (count < 0) {
        throw new EOFException("The server closed after " + round + " rounds.");
      }
    }
    return true;
  }
}

package dev.weft.net.tls;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Random;

/** Bytes that say where they belong, sent and received in pieces of random size. */
final class Flow {

  private static final int MOST_PIECE = 40_000;

  private Flow() {}

  static byte at(long index) {
    return (byte) (index * 31 + (index >>> 8) * 7 + (index >>> 16));
  }

  static void fill(byte[] bytes, long from) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = at(from + i);
    }
  }

  static void check(byte[] bytes, int count, long from) {
    for (int i = 0; i < count; i++) {
      if (bytes[i] != at(from + i)) {
        throw new AssertionError("byte " + (from + i) + " is " + bytes[i]);
      }
    }
  }

  /** Sends so many bytes and then, if wanted, the end. */
  static final class Send extends LeafFuture<Long> {

    private final AsyncWrite target;
    private final long total;
    private final Random random;
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private final boolean end;
    private long made;

    Send(AsyncWrite target, long total, boolean end, long seed) {
      this.target = target;
      this.end = end;
      this.total = total;
      this.random = new Random(seed);
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      while (true) {
        while (piece.hasRemaining()) {
          if (target.pollWrite(piece, cx) == AsyncWrite.PENDING || !PollContext.mayGoOn(cx)) {
            return PENDING;
          }
        }
        if (made == total) {
          return (end ? target.pollShutdown(cx) : target.pollFlush(cx)) ? (Object) total : PENDING;
        }
        byte[] bytes = new byte[(int) Math.min(total - made, 1 + random.nextInt(MOST_PIECE))];
        fill(bytes, made);
        made += bytes.length;
        piece = ByteBuffer.wrap(bytes);
      }
    }
  }

  /** Receives so many bytes, or to the end, and checks each of them; gives their number. */
  static final class Receive extends LeafFuture<Long> {

    private final AsyncRead source;
    private final Random random;
    private final byte[] room = new byte[MOST_PIECE];
    private final long total;
    private long received;

    Receive(AsyncRead source, long total, long seed) {
      this.source = source;
      this.total = total;
      this.random = new Random(seed);
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      while (true) {
        int count = source.pollRead(ByteBuffer.wrap(room, 0, 1 + random.nextInt(MOST_PIECE)), cx);
        if (count == AsyncRead.PENDING) {
          return PENDING;
        }
        if (count == AsyncRead.EOF) {
          return received;
        }
        check(room, count, received);
        received += count;
        if (received >= total) {
          return received;
        }
        if (!PollContext.mayGoOn(cx)) {
          return PENDING;
        }
      }
    }
  }

  /** The same on a thread that blocks. */
  static void send(OutputStream target, long total) throws IOException {
    long made = 0;
    while (made < total) {
      byte[] bytes = new byte[(int) Math.min(total - made, 10_000)];
      fill(bytes, made);
      target.write(bytes);
      made += bytes.length;
    }
    target.flush();
  }

  static long receive(InputStream source, long total) throws IOException {
    byte[] room = new byte[10_000];
    long received = 0;
    while (received < total) {
      int count = source.read(room, 0, (int) Math.min(room.length, total - received));
      if (count < 0) {
        return received;
      }
      check(room, count, received);
      received += count;
    }
    return received;
  }
}

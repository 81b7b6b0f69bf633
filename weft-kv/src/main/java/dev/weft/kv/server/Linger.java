package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.io.AsyncRead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** Reads and drops what a client sends after our end, until its own. */
final class Linger {

  /** As long as it is waited for. */
  static final long NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int BYTES = 4 << 10;
  private static final int MOST_READS = 4_096;
  private static final int READS_AT_ONCE = 32;

  private final AsyncRead in;
  private final ByteBuffer dropped = ByteBuffer.allocate(BYTES);
  private int reads;

  Linger(AsyncRead in) {
    this.in = in;
  }

  /** Whether the client has ended, or has sent so much that it isn't going to. */
  boolean poll(Context cx) throws IOException {
    for (int i = 0; i < READS_AT_ONCE; i++) {
      int count = in.pollRead(dropped.clear(), cx);
      if (count == AsyncRead.PENDING) {
        return false;
      }
      if (count == AsyncRead.EOF || ++reads == MOST_READS) {
        return true;
      }
    }
    cx.waker().wake();
    return false;
  }
}

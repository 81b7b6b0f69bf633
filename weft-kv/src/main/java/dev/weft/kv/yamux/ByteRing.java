package dev.weft.kv.yamux;

import java.nio.ByteBuffer;

/** A queue of bytes that grows up to a limit; whoever empties it throws it away. */
final class ByteRing {

  private static final int SMALLEST = 256;

  private byte[] bytes;
  private int first;
  private int size;

  ByteRing(int expected) {
    bytes = new byte[Math.max(SMALLEST, expected)];
  }

  int size() {
    return size;
  }

  /**
   * Takes bytes in.
   *
   * @param source has at least {@code count}
   * @param limit what it may hold in the end; {@code count} fits
   */
  void put(ByteBuffer source, int count, int limit) {
    if (size + count > bytes.length) {
      grow(size + count, limit);
    }
    int at = (first + size) % bytes.length;
    int run = Math.min(count, bytes.length - at);
    source.get(bytes, at, run).get(bytes, 0, count - run);
    size += count;
  }

  /** Gives bytes out; {@code count} is at most the size. */
  void get(ByteBuffer target, int count) {
    int run = Math.min(count, bytes.length - first);
    target.put(bytes, first, run).put(bytes, 0, count - run);
    first = (first + count) % bytes.length;
    size -= count;
  }

  private void grow(int needed, int limit) {
    byte[] larger = new byte[Math.max(needed, Math.min(limit, 2 * bytes.length))];
    int run = Math.min(size, bytes.length - first);
    System.arraycopy(bytes, first, larger, 0, run);
    System.arraycopy(bytes, 0, larger, run, size - run);
    bytes = larger;
    first = 0;
  }
}

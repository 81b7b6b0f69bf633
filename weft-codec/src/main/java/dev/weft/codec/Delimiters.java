package dev.weft.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** What may stand at the end of a frame: one or more byte sequences. Immutable. */
final class Delimiters {

  /*
   * Idea: the frame ends at the delimiter whose last byte comes first, so what is found never depends on
   * how the bytes were cut, and no byte is waited for that may not come. Of several that end there the
   * longest counts: with LF and CR LF a carriage return before the line feed belongs to the end.
   *
   * A delimiter that has another one inside, before its last byte, would never be found that way; it is
   * refused when the codec is made. A table of last bytes keeps the search to one look per byte.
   */

  /** The longest delimiter. */
  static final int MAX_LENGTH = 256;

  private final byte[][] all;
  private final boolean[] isLast = new boolean[1 << Byte.SIZE];
  private final int longest;

  Delimiters(byte[] first, byte[]... others) {
    all = new byte[1 + others.length][];
    all[0] = first.clone();
    for (int i = 0; i < others.length; i++) {
      all[1 + i] = others[i].clone();
    }
    int most = 0;
    for (byte[] each : all) {
      Checks.inRange(1, MAX_LENGTH, each.length, "The length of a delimiter in bytes");
      isLast[each[each.length - 1] & 0xff] = true;
      most = Math.max(most, each.length);
    }
    longest = most;
    for (byte[] each : all) {
      checkReachable(each);
    }
  }

  private void checkReachable(byte[] delimiter) {
    int end = endOfFirst(ByteBuffer.wrap(delimiter), 0, 0);
    if (end < delimiter.length) {
      byte[] other =
          Arrays.copyOfRange(delimiter, end - lengthAt(ByteBuffer.wrap(delimiter), 0, end), end);
      throw new IllegalArgumentException(
          "The delimiter "
              + hex(delimiter)
              + " can't be found, since the delimiter "
              + hex(other)
              + " ends inside it; accepted is one that holds another at most at its own end.");
    }
  }

  int longest() {
    return longest;
  }

  /** What an encoder puts behind a frame. */
  byte[] first() {
    return all[0];
  }

  /**
   * Behind the first delimiter that begins at {@code start} or later and ends behind {@code from};
   * -1 if there is none. All positions are absolute.
   */
  int endOfFirst(ByteBuffer in, int start, int from) {
    int limit = in.limit();
    for (int i = from; i < limit; i++) {
      if (isLast[in.get(i) & 0xff] && lengthAt(in, start, i + 1) > 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Length of the longest delimiter from {@code start} on that ends at {@code end}; 0 if none. */
  int lengthAt(ByteBuffer in, int start, int end) {
    int length = 0;
    for (byte[] each : all) {
      if (each.length > length && each.length <= end - start && endsWith(in, end, each)) {
        length = each.length;
      }
    }
    return length;
  }

  private static boolean endsWith(ByteBuffer in, int end, byte[] delimiter) {
    int first = end - delimiter.length;
    for (int i = delimiter.length - 1; i >= 0; i--) {
      if (in.get(first + i) != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public String toString() {
    return Arrays.stream(all).map(Delimiters::hex).toList().toString();
  }
}

package dev.weft.kv.store.rocks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Table and key as one key of the database. */
final class Keys {

  /*
   * Form: length of the table's name in bytes (4, big-endian), the name, the key. So the pairs of a table
   * lie side by side, and no name or key can be taken for another, whatever characters it has.
   *
   * Text is UTF-8. A Java string may hold half of a surrogate pair, for which UTF-8 has no form: it is
   * written as the three bytes that its number would have. No valid UTF-8 contains these, and two halves
   * that make a pair are always written as the pair's four bytes, so the form is free of loss.
   */

  private static final int LENGTH = Integer.BYTES;

  private Keys() {}

  /** What all keys of a table begin with. */
  static byte[] prefix(String table) {
    byte[] name = encode(table);
    byte[] prefix = new byte[LENGTH + name.length];
    putLength(prefix, name.length);
    System.arraycopy(name, 0, prefix, LENGTH, name.length);
    return prefix;
  }

  static byte[] key(byte[] prefix, String key) {
    byte[] text = encode(key);
    byte[] whole = Arrays.copyOf(prefix, prefix.length + text.length);
    System.arraycopy(text, 0, whole, prefix.length, text.length);
    return whole;
  }

  /** The key without its table. */
  static String text(byte[] key, int prefixLength) {
    return decode(key, prefixLength);
  }

  /** The least key that is greater than all that begin with a prefix. */
  static byte[] behind(byte[] prefix) {
    byte[] next = prefix.clone();
    int last = next.length - 1;
    while (next[last] == -1) {
      last--; // stops at the length at the latest: it is never all ones
    }
    next[last]++;
    return Arrays.copyOf(next, last + 1);
  }

  private static void putLength(byte[] target, int length) {
    for (int i = 0; i < LENGTH; i++) {
      target[i] = (byte) (length >> (8 * (LENGTH - 1 - i)));
    }
  }

  private static byte[] encode(String text) {
    if (!hasHalf(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = new byte[3 * text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (isHalf(point)) {
        bytes[length++] = (byte) (0xE0 | (point >> 12));
        bytes[length++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        bytes[length++] = (byte) (0x80 | (point & 0x3F));
      } else {
        byte[] one = Character.toString(point).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(one, 0, bytes, length, one.length);
        length += one.length;
      }
    }
    return Arrays.copyOf(bytes, length);
  }

  private static String decode(byte[] bytes, int from) {
    var text = new StringBuilder();
    int begin = from;
    for (int i = from; i + 2 < bytes.length; i++) {
      if (bytes[i] == (byte) 0xED && (bytes[i + 1] & 0xFF) >= 0xA0) {
        text.append(new String(bytes, begin, i - begin, StandardCharsets.UTF_8));
        text.append((char) (0xD000 | ((bytes[i + 1] & 0x3F) << 6) | (bytes[i + 2] & 0x3F)));
        i += 2;
        begin = i + 1;
      }
    }
    String rest = new String(bytes, begin, bytes.length - begin, StandardCharsets.UTF_8);
    return begin == from ? rest : text.append(rest).toString();
  }

  private static boolean hasHalf(String text) {
    return text.codePoints().anyMatch(Keys::isHalf);
  }

  private static boolean isHalf(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}

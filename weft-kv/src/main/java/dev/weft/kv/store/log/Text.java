package dev.weft.kv.store.log;

import java.nio.charset.StandardCharsets;

/**
 * Names and keys as bytes: UTF-8 where that gives the string back, UTF-16 for those with half of a
 * surrogate pair, which UTF-8 has no form for.
 */
final class Text {

  private Text() {}

  static boolean isUnicode(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || ++i == text.length()
            || !Character.isLowSurrogate(text.charAt(i))) {
          return false;
        }
      }
    }
    return true;
  }

  static byte[] bytes(String text, boolean unicode) {
    if (unicode) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = new byte[2 * text.length()];
    for (int i = 0; i < text.length(); i++) {
      bytes[2 * i] = (byte) (text.charAt(i) >> 8);
      bytes[2 * i + 1] = (byte) text.charAt(i);
    }
    return bytes;
  }

  static String string(byte[] bytes, int offset, int length, boolean unicode) {
    if (unicode) {
      return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
    char[] chars = new char[length / 2];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = (char) (bytes[offset + 2 * i] << 8 | (bytes[offset + 2 * i + 1] & 0xff));
    }
    return new String(chars);
  }
}

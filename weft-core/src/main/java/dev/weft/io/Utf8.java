package dev.weft.io;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/** Text from bytes, without replacing what isn't UTF-8. */
final class Utf8 {

  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  static String decode(byte[] bytes, int from, int count) throws CharacterCodingException {
    String text = new String(bytes, from, count, StandardCharsets.UTF_8);
    // The quick way replaces what is malformed. The replacement character may also be real text, so
    // where there is one, the strict decoder has the last word.
    if (text.indexOf(REPLACEMENT) >= 0) {
      check(ByteBuffer.wrap(bytes, from, count).slice());
    }
    return text;
  }

  private static void check(ByteBuffer bytes) throws CharacterCodingException {
    CharsetDecoder strict = StandardCharsets.UTF_8.newDecoder();
    CharBuffer scratch = CharBuffer.allocate(256);
    while (true) {
      scratch.clear();
      if (strict.decode(bytes, scratch, true).isError()) {
        throw new Malformed(bytes.position(), bytes.get(bytes.position()));
      }
      if (!bytes.hasRemaining()) {
        return;
      }
    }
  }

  private static final class Malformed extends CharacterCodingException {

    private static final long serialVersionUID = 1L;

    private final String message;

    Malformed(int offset, byte value) {
      message =
          "The byte 0x%02X at offset %d of the text isn't UTF-8."
              .formatted(Byte.toUnsignedInt(value), offset);
    }

    @Override
    public String getMessage() {
      return message;
    }
  }
}

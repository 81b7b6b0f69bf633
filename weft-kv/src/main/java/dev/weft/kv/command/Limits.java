package dev.weft.kv.command;

import com.google.protobuf.CodedOutputStream;
import dev.weft.kv.proto.Value;

/**
 * How big the parts of a request may be; a bigger one is answered with 400. Sizes are those on the
 * wire: text counts in UTF-8.
 *
 * @param nameBytes longest name of a table or topic; default 1,024
 * @param keyBytes longest key; default 65,536
 * @param valueBytes biggest value; default 8 MiB
 */
public record Limits(int nameBytes, int keyBytes, int valueBytes) {

  /** The defaults. */
  public static final Limits DEFAULT = new Limits(1024, 64 * 1024, 8 * 1024 * 1024);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is less than 1
   */
  public Limits {
    atLeastOne("nameBytes", nameBytes);
    atLeastOne("keyBytes", keyBytes);
    atLeastOne("valueBytes", valueBytes);
  }

  private static void atLeastOne(String name, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(name + " is " + limit + "; it must be at least 1.");
    }
  }

  void checkName(String what, String name) throws InvalidRequestException {
    checkText(what, name, nameBytes);
  }

  void checkKey(String key) throws InvalidRequestException {
    checkText("key", key, keyBytes);
  }

  void checkValue(Value value) throws InvalidRequestException {
    check("value", value.getSerializedSize(), valueBytes);
  }

  private static void checkText(String what, String text, int limit)
      throws InvalidRequestException {
    // A character takes at most three bytes, so short texts need no counting.
    if (text.length() > limit / 3) {
      int prefixed = CodedOutputStream.computeStringSizeNoTag(text);
      check(what, prefixed - lengthOfPrefix(prefixed), limit);
    }
  }

  /** Size of the length that the encoding puts before a text, given the size of both. */
  private static int lengthOfPrefix(int prefixed) {
    for (int prefix = 1; ; prefix++) {
      if (CodedOutputStream.computeUInt32SizeNoTag(prefixed - prefix) == prefix) {
        return prefix;
      }
    }
  }

  private static void check(String what, int bytes, int limit) throws InvalidRequestException {
    if (bytes > limit) {
      throw new InvalidRequestException(
          "The " + what + " has " + bytes + " bytes; the limit is " + limit);
    }
  }
}

package dev.weft.cli;

import com.google.protobuf.ByteString;
import dev.weft.kv.proto.Value;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Values as the command line writes and prints them. */
final class KvValues {

  /** What stands for no value. */
  static final String NONE = "(none)";

  private KvValues() {}

  /** What is typed is text. */
  static Value of(String text) {
    return Value.newBuilder().setString(text).build();
  }

  /** Text as it is, numbers and truth values in Java's way, binary as base64. */
  static String print(@Nullable Value value) {
    if (value == null) {
      return NONE;
    }
    return switch (value.getValueCase()) {
      case STRING -> value.getString();
      case BINARY -> base64(value.getBinary());
      case INTEGER -> Long.toString(value.getInteger());
      case FLOAT -> Double.toString(value.getFloat());
      case BOOL -> Boolean.toString(value.getBool());
      case VALUE_NOT_SET -> NONE;
    };
  }

  private static String base64(ByteString bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}

package dev.weft.verify.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Turns a class file into one that calls {@code Plain} where it called {@code Async}. */
final class Blocking {
  private static final String ASYNC = "dev/weft/Async";
  private static final String PLAIN = "dev/weft/verify/fuzz/kit/Plain";
  private static final int UTF8 = 1;

  private Blocking() {}

  /** Exchanges the name in the constant pool, which changes no instruction. */
  static byte[] of(byte[] classFile) {
    var bytes = new ByteArrayInputStream(classFile);
    var result = new ByteArrayOutputStream(classFile.length + PLAIN.length());
    try (var in = new DataInputStream(bytes);
        var out = new DataOutputStream(result)) {
      out.write(in.readNBytes(8));
      int constants = in.readUnsignedShort();
      out.writeShort(constants);
      for (int i = 1; i < constants; i++) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        if (tag == UTF8) {
          String text = in.readUTF();
          out.writeUTF(text.equals(ASYNC) ? PLAIN : text);
        } else {
          out.write(in.readNBytes(length(tag)));
          i += tag == 5 || tag == 6 ? 1 : 0; // long and double take two numbers
        }
      }
      out.write(in.readAllBytes());
      return result.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static int length(int tag) {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 5, 6 -> 8;
      default -> 4;
    };
  }
}

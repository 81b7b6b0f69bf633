package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** Where a Unix socket is: a path, an abstract name or nowhere; {@code sockaddr_un} in memory. */
final class UnixName extends SocketAddress {

  /*
   * The length of the address is part of an abstract name, so it is exactly that of the name's bytes: a
   * name that is written with the rest of the room is another name. A path ends with a 0, which
   * takes one byte of its room.
   */

  static final int AF_UNIX = 1;

  /** Room for every name. */
  static final int MOST_BYTES = 110;

  /** Most bytes of a path, or of an abstract name. */
  static final int LONGEST_BYTES = 107;

  private static final int NAME = 2;
  private static final long serialVersionUID = 1L;

  private final String name;

  /**
   * Creates an address.
   *
   * @param name a path; or a character 0 and an abstract name; or nothing
   */
  UnixName(String name) {
    this.name = name;
  }

  private boolean isAbstract() {
    return !name.isEmpty() && name.charAt(0) == '\0';
  }

  /**
   * Writes the address.
   *
   * @return its length in bytes
   * @throws IOException if it is too long
   */
  int write(MemorySegment memory) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int length = bytes.length - (isAbstract() ? 1 : 0);
    if (length > LONGEST_BYTES) {
      throw new SocketException(
          this
              + ": the "
              + (isAbstract() ? "name" : "path")
              + " is too long (it has "
              + length
              + " bytes; accepted are 1 to "
              + LONGEST_BYTES
              + ")");
    }
    memory.asSlice(0, MOST_BYTES).fill((byte) 0);
    memory.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, NAME, bytes.length);
    return NAME + bytes.length + (isAbstract() ? 0 : 1);
  }

  /**
   * Reads a name.
   *
   * @param length of the address in bytes, as the system told it
   * @return the name, empty if the socket has none
   */
  static String read(MemorySegment memory, int length) {
    int bytes = Math.min(length, MOST_BYTES) - NAME;
    if (bytes <= 0) {
      return "";
    }
    boolean path = memory.get(ValueLayout.JAVA_BYTE, NAME) != 0;
    int end = path ? 1 : bytes;
    while (end < bytes && memory.get(ValueLayout.JAVA_BYTE, NAME + end) != 0) {
      end++;
    }
    byte[] name = memory.asSlice(NAME, end).toArray(ValueLayout.JAVA_BYTE);
    return new String(name, StandardCharsets.UTF_8);
  }

  /** As people write it. */
  @Override
  public String toString() {
    return isAbstract() ? "@" + name.substring(1) : name.isEmpty() ? "(no name)" : name;
  }
}

package dev.weft.internal.reactor.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Memory for several datagrams that one system call receives or sends. */
final class PacketBatch {

  /*
   * What the system wants is an array of headers, each with the places of an address and of the data. The
   * places never change, so they are written once; a call sets lengths only.
   *
   * Each place has room for the largest datagram, since what doesn't fit would be lost. That makes a
   * mebibyte, which is why it belongs to a thread and not to a socket, and comes when a thread first takes
   * or sends many. More places would save little: with so many a call is a small part of the cost.
   *
   * Layout of a struct mmsghdr: address 0, its length 8, iovec 16, how many of these 24, control data 32
   * and its length 40, flags 48, and the length of the datagram, which the system sets, 56.
   */

  /** How many datagrams one call moves at most. */
  static final int SLOTS = 16;

  /** Room of each: more than the largest datagram of IP has. */
  static final int SLOT_BYTES = 64 * 1024;

  private static final int HEADER_BYTES = 64;
  private static final int NAME_LENGTH = 8;
  private static final int VECTOR = 16;
  private static final int VECTOR_COUNT = 24;
  private static final int DATAGRAM_LENGTH = 56;
  private static final int VECTOR_BYTES = 16;
  private static final int NAME_BYTES = 32;

  private final MemorySegment headers;
  private final MemorySegment vectors;
  private final MemorySegment[] names = new MemorySegment[SLOTS];
  private final ByteBuffer[] data = new ByteBuffer[SLOTS];

  /** Allocates the memory, which is freed once this object is garbage. */
  PacketBatch() {
    Arena arena = Arena.ofAuto();
    headers = arena.allocate((long) HEADER_BYTES * SLOTS, Long.BYTES);
    vectors = arena.allocate((long) VECTOR_BYTES * SLOTS, Long.BYTES);
    MemorySegment allNames = arena.allocate((long) NAME_BYTES * SLOTS, Long.BYTES);
    MemorySegment allData = arena.allocate((long) SLOT_BYTES * SLOTS, Long.BYTES);
    for (int i = 0; i < SLOTS; i++) {
      MemorySegment header = headers.asSlice((long) i * HEADER_BYTES, HEADER_BYTES);
      MemorySegment room = allData.asSlice((long) i * SLOT_BYTES, SLOT_BYTES);
      names[i] = allNames.asSlice((long) i * NAME_BYTES, NAME_BYTES);
      data[i] = room.asByteBuffer();
      header.set(ValueLayout.JAVA_LONG, 0, names[i].address());
      header.set(ValueLayout.JAVA_LONG, VECTOR, vectors.address() + (long) i * VECTOR_BYTES);
      header.set(ValueLayout.JAVA_LONG, VECTOR_COUNT, 1);
      vectors.set(ValueLayout.JAVA_LONG, (long) i * VECTOR_BYTES, room.address());
    }
  }

  /** Where the headers are. */
  long address() {
    return headers.address();
  }

  /** Gives the first places all their room. */
  void prepareToReceive(int count) {
    for (int i = 0; i < count; i++) {
      set(i, NAME_BYTES, SLOT_BYTES);
    }
  }

  /** Where the address of a datagram goes, or is. */
  MemorySegment name(int slot) {
    return names[slot];
  }

  /** The length of a sender's address. */
  int nameLength(int slot) {
    return headers.get(ValueLayout.JAVA_INT, (long) slot * HEADER_BYTES + NAME_LENGTH);
  }

  /** A datagram that was received, until the next use of its place. */
  ByteBuffer received(int slot) {
    int length = headers.get(ValueLayout.JAVA_INT, (long) slot * HEADER_BYTES + DATAGRAM_LENGTH);
    return data[slot].clear().limit(length);
  }

  /**
   * Copies a datagram to send, of at most {@link #SLOT_BYTES}, to its place.
   *
   * @param nameLength bytes of the receiver's address; 0 if the socket is connected to it
   */
  void put(int slot, ByteBuffer source, int nameLength) {
    int length = source.remaining();
    data[slot].clear().put(0, source, source.position(), length);
    set(slot, nameLength, length);
  }

  private void set(int slot, int nameLength, long length) {
    long header = (long) slot * HEADER_BYTES;
    // Of a connected socket there must be no address at all: an empty one is refused.
    headers.set(ValueLayout.JAVA_LONG, header, nameLength == 0 ? 0 : names[slot].address());
    headers.set(ValueLayout.JAVA_INT, header + NAME_LENGTH, nameLength);
    vectors.set(ValueLayout.JAVA_LONG, (long) slot * VECTOR_BYTES + Long.BYTES, length);
  }
}

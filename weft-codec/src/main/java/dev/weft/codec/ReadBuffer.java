package dev.weft.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What was read and isn't decoded yet. */
final class ReadBuffer {

  /*
   * Idea: the bytes lie in `buffer` from `start` to `end`. It is allocated for a read and dropped when all
   * is decoded and the source has no more, so that an idle connection holds none. `nextCapacity` is how
   * large the next one is; it doubles when a read fills the buffer and halves when reads leave most of it
   * empty. So a connection that trickles costs LEAST bytes of garbage a message, which is less than what
   * keeping a buffer for each of 100,000 connections costs, and one that streams reads `readBytes` at once.
   *
   * Growth for one large frame follows what has arrived: capacity at most doubles at a time, whatever
   * length the frame claims to have, so that a claim without bytes behind it costs nothing. Up to
   * TRUSTED bytes the claim is believed, which saves copies.
   */

  private static final int FIRST = 1024;
  private static final int LEAST = 256;

  private static final int TRUSTED = 64 << 10;

  /** Shared by all: what is set on it is the same each time, and there is no byte to be read. */
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final int readBytes;
  private ByteBuffer buffer = NONE;
  private int start;
  private int end;
  private int nextCapacity;
  private int largestRead; // since the last time it was empty and idle

  ReadBuffer(int readBytes) {
    this.readBytes = readBytes;
    nextCapacity = Math.min(readBytes, FIRST);
  }

  int remaining() {
    return end - start;
  }

  int capacity() {
    return buffer.capacity();
  }

  /** The bytes for a decoder. */
  ByteBuffer view() {
    return buffer.order(ByteOrder.BIG_ENDIAN).limit(end).position(start);
  }

  /** Notes how far a decoder got in {@link #view}. */
  void decoded() {
    start = Math.clamp(buffer.position(), start, end);
    if (start == end) {
      start = 0;
      end = 0;
      if (buffer.capacity() > TRUSTED) {
        buffer = NONE;
      }
    }
  }

  /** Whether a read would find no room, though what is decoded made way. */
  boolean isFull() {
    return end > 0 && start == 0 && end == buffer.capacity();
  }

  /** The room for a read, after making some if there is none, up to a frame of {@code wanted}. */
  ByteBuffer room(int wanted) {
    int size = remaining();
    int capacity = buffer.capacity();
    if (size == 0 && capacity < nextCapacity) {
      move(nextCapacity);
    } else if (isFull()) {
      int doubled = (int) Math.min(Checks.MAX_BYTES, 2L * capacity);
      int grown = Math.max(doubled, Math.min(wanted, TRUSTED));
      move(Math.clamp(wanted, size + 1, Math.max(grown, size + 1)));
    } else if (start > 0 && capacity - end < capacity / 2) {
      move(capacity);
    }
    return buffer.limit(buffer.capacity()).position(end);
  }

  /** Notes that a read put {@code count} bytes into {@link #room}. */
  void filled(int count) {
    end += count;
    largestRead = Math.max(largestRead, count);
    if (end == buffer.capacity()) {
      nextCapacity = Math.min(readBytes, 2 * nextCapacity);
    }
  }

  /** Gives memory back; called when the next bytes may be a long time coming. */
  void idle() {
    int size = remaining();
    int capacity = buffer.capacity();
    if (size > 0) {
      if (capacity > 2 * readBytes && size < capacity / 4) {
        move(Math.max(size, FIRST));
      }
      return;
    }
    if (capacity > 0 && largestRead < nextCapacity / 4) {
      nextCapacity = Math.max(Math.min(readBytes, LEAST), nextCapacity / 2);
    }
    largestRead = 0;
    release();
  }

  /** Gives all memory back if there is no byte in it. */
  void trim() {
    if (start == end) {
      release();
    }
  }

  /** Puts bytes in front of those that are there. */
  void unread(ByteBuffer source) {
    int size = remaining();
    int added = source.remaining();
    ByteBuffer old = buffer;
    ByteBuffer larger = ByteBuffer.allocate(Math.addExact(size, added));
    larger.put(source).put(added, old.clear(), start, size);
    buffer = larger;
    start = 0;
    end = size + added;
  }

  /** Takes all bytes. */
  byte[] takeAll() {
    byte[] all = new byte[remaining()];
    buffer.clear().get(start, all);
    release();
    return all;
  }

  void release() {
    buffer = NONE;
    start = 0;
    end = 0;
  }

  private void move(int capacity) {
    ByteBuffer target = capacity == buffer.capacity() ? buffer : ByteBuffer.allocate(capacity);
    int size = remaining();
    target.clear().put(0, buffer.clear(), start, size);
    buffer = target;
    start = 0;
    end = size;
  }
}

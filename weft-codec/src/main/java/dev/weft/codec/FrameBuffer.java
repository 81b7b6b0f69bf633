package dev.weft.codec;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes of encoded frames: grows as they are appended, up to a cap. Numbers are big-endian.
 *
 * <p>Positions count from the first byte that hasn't been written to the target yet, so a position
 * stays valid within one {@link Encoder#encode} and no longer.
 *
 * <p><em>Threads:</em> one at a time.
 */
public final class FrameBuffer {

  /*
   * Idea: encoders append at `end`, the sink takes from `start`. When the last byte is taken the array is
   * dropped, so that an idle connection holds none. The next one is as large as the last ones were full:
   * a connection with small answers costs few bytes of garbage each, one with much to write seldom has to
   * make room by a copy.
   *
   * Why an array and not a ByteBuffer: an encoder that needs to go back (a length that is known only
   * after its frame) and one that writes a stream both need no view, and the one view that the target
   * gets is made once per array.
   */

  private static final int FIRST = 256;
  private static final int LEAST = 64;
  private static final int MOST = 16 << 10;

  private static final byte[] NONE = {};

  /** Shared by all: what is set on it is the same each time, and there is no byte to be read. */
  private static final ByteBuffer NO_VIEW = ByteBuffer.wrap(NONE);

  private final int maxBytes;
  private byte[] bytes = NONE;
  private ByteBuffer view = NO_VIEW;
  private int start;
  private int end;
  private int nextCapacity = FIRST;

  /**
   * Creates an empty buffer; it takes memory only when something is appended.
   *
   * @param maxBytes cap of its size, from 1 to 2<sup>30</sup>
   */
  public FrameBuffer(int maxBytes) {
    this.maxBytes = Checks.inRange(1, Checks.MAX_BYTES, maxBytes, "maxBytes");
  }

  /**
   * Bytes that are waiting.
   *
   * @return from 0; also the position of the next byte that is appended
   */
  public int size() {
    return end - start;
  }

  /**
   * Appends a byte.
   *
   * @param value its low eight bits count
   * @throws FrameTooLargeException if the buffer would exceed its cap
   */
  public void put(int value) throws FrameTooLargeException {
    room(1);
    bytes[end++] = (byte) value;
  }

  /**
   * Appends four bytes.
   *
   * @param value the number
   * @throws FrameTooLargeException if the buffer would exceed its cap
   */
  public void putInt(int value) throws FrameTooLargeException {
    room(Integer.BYTES);
    end += Integer.BYTES;
    setInt(size() - Integer.BYTES, value);
  }

  /**
   * Appends bytes.
   *
   * @param source all of it
   * @throws FrameTooLargeException if the buffer would exceed its cap
   */
  public void put(byte[] source) throws FrameTooLargeException {
    put(source, 0, source.length);
  }

  /**
   * Appends bytes.
   *
   * @param source where they are
   * @param offset the first
   * @param length how many
   * @throws FrameTooLargeException if the buffer would exceed its cap
   * @throws IndexOutOfBoundsException if they aren't all in the array
   */
  public void put(byte[] source, int offset, int length) throws FrameTooLargeException {
    Objects.checkFromIndexSize(offset, length, source.length);
    room(length);
    System.arraycopy(source, offset, bytes, end, length);
    end += length;
  }

  /**
   * Appends bytes.
   *
   * @param source what remains of it, and moves its position to its limit
   * @throws FrameTooLargeException if the buffer would exceed its cap
   */
  public void put(ByteBuffer source) throws FrameTooLargeException {
    int length = source.remaining();
    room(length);
    source.get(bytes, end, length);
    end += length;
  }

  /**
   * Appends zeros, for example in place of a length that isn't known yet.
   *
   * @param count how many, from 0
   * @throws FrameTooLargeException if the buffer would exceed its cap
   */
  public void putZeros(int count) throws FrameTooLargeException {
    room(Checks.atLeast(0, count, "count"));
    Arrays.fill(bytes, end, end + count, (byte) 0);
    end += count;
  }

  /**
   * Overwrites a byte.
   *
   * @param position which, below {@link #size}
   * @param value its low eight bits count
   * @throws IndexOutOfBoundsException if there is no such byte
   */
  public void set(int position, int value) {
    bytes[start + Objects.checkIndex(position, size())] = (byte) value;
  }

  /**
   * Overwrites four bytes.
   *
   * @param position the first
   * @param value the number
   * @throws IndexOutOfBoundsException if they aren't all there
   */
  public void setInt(int position, int value) {
    Objects.checkFromIndexSize(position, Integer.BYTES, size());
    view.clear().putInt(start + position, value);
  }

  /**
   * Takes back what was appended last.
   *
   * @param size what stays, at most {@link #size}
   * @throws IndexOutOfBoundsException if there isn't as much
   */
  public void truncate(int size) {
    Objects.checkFromToIndex(0, size, size());
    end = start + size;
    trim();
  }

  /**
   * An output stream that appends here. It needs no close and has no buffer of its own; it throws
   * {@link FrameTooLargeException} at the cap.
   *
   * @return a new stream
   */
  public OutputStream stream() {
    return new FrameOutputStream(this);
  }

  /**
   * A copy of the content.
   *
   * @return a new array
   */
  public byte[] toArray() {
    return Arrays.copyOfRange(bytes, start, end);
  }

  /** Appends {@code length} bytes that the caller puts into the returned view, all of them. */
  ByteBuffer window(int length) throws FrameTooLargeException {
    room(length);
    end += length;
    return ByteBuffer.wrap(bytes, end - length, length).slice();
  }

  /** What is waiting, for the target; valid until the next append. */
  ByteBuffer waiting() {
    return view.limit(end).position(start);
  }

  /** Forgets the bytes that the target took from {@link #waiting}. */
  void taken(int count) {
    int used = end;
    start += count;
    if (start == end) {
      noteUse(used);
      drop();
    }
  }

  /** Lets the next array be as large as it has to be: more at once, less by and by. */
  private void noteUse(int used) {
    if (used > nextCapacity) {
      nextCapacity = Math.min(MOST, Integer.highestOneBit(used - 1) << 1);
    } else if (used < nextCapacity / 4) {
      nextCapacity = Math.max(LEAST, nextCapacity / 2);
    }
  }

  /** Gives all memory back if nothing is waiting. */
  void trim() {
    if (start == end) {
      drop();
    }
  }

  /** Bytes of memory that it holds. */
  int capacity() {
    return bytes.length;
  }

  private void drop() {
    start = 0;
    end = 0;
    bytes = NONE;
    view = NO_VIEW;
  }

  private void room(int count) throws FrameTooLargeException {
    int size = size();
    if (count > maxBytes - size) {
      throw new FrameTooLargeException("What waits to be written", (long) size + count, maxBytes);
    }
    if (count <= bytes.length - end) {
      return;
    }
    byte[] old = bytes;
    int from = start;
    if (size + count > old.length || size > old.length / 2) {
      int doubled = (int) Math.min(maxBytes, Math.max(nextCapacity, 2L * old.length));
      use(new byte[Math.max(size + count, doubled)]);
    }
    System.arraycopy(old, from, bytes, 0, size);
    start = 0;
    end = size;
  }

  private void use(byte[] array) {
    bytes = array;
    view = ByteBuffer.wrap(array);
  }
}

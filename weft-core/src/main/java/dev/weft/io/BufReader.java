package dev.weft.io;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reader with a buffer: it reads lines, numbers and exact amounts from any {@link AsyncRead}, and
 * makes many small reads cheap.
 *
 * {@snippet class="dev.weft.snippets.IoSnippets" region="lines"}
 *
 * <p><em>Cancellation:</em> every operation is safe. What it has already taken from the source
 * stays in this reader's buffer, and the next operation begins with it. The source itself must not
 * be read past this reader.
 *
 * <p>The buffer grows only while an operation needs it, never past that operation's limit, and only
 * as bytes really arrive: a length that a peer merely claims costs nothing.
 *
 * <p><em>Threads:</em> one operation at a time.
 */
public final class BufReader implements AsyncRead {

  /*
   * State: bytes[start, end) is what was taken from the source and not yet given out. `tail` and `head`
   * are views of the same array, kept so that a poll allocates nothing: the source reads into `tail`,
   * a copy writes from `head`. Their positions are set before each use and read back in a finally, so
   * that a source which fails halfway neither loses nor doubles a byte.
   *
   * `skipTo` is set when a line was longer than allowed: the error was reported, and what is left of
   * the line goes as soon as the same operation is called again. Any other operation ends that.
   *
   * An operation leaves everything in the buffer until it can complete, which is all there is to its
   * cancel safety. Only the owner touches any of this.
   */

  /** Size of the buffer unless another is asked for: 8 KiB. */
  public static final int DEFAULT_CAPACITY = 8 * 1024;

  /** Longest line unless another limit is asked for: 64 KiB. */
  public static final int DEFAULT_MAX_LINE_BYTES = 64 * 1024;

  /** Largest amount that one operation collects: 1 GiB. */
  public static final int MAX_LIMIT = 1 << 30;

  /** A buffer that grew beyond this is given back once it is empty. */
  private static final int KEEP_CAPACITY = 64 * 1024;

  private static final int NOTHING = Integer.MIN_VALUE;
  private static final byte[] NO_BYTES = {};

  private final AsyncRead source;
  private final int capacity;
  private byte[] bytes = NO_BYTES;
  private ByteBuffer tail = ByteBuffer.wrap(NO_BYTES);
  private ByteBuffer head = ByteBuffer.wrap(NO_BYTES);
  private int start;
  private int end;
  private int skipTo = NOTHING;

  /**
   * Creates a reader with a buffer of {@link #DEFAULT_CAPACITY}.
   *
   * @param source where the bytes come from
   */
  public BufReader(AsyncRead source) {
    this(source, DEFAULT_CAPACITY);
  }

  /**
   * Creates a reader. The buffer is allocated at the first read.
   *
   * @param source where the bytes come from
   * @param capacity size of the buffer in bytes, from 1 to 1 GiB
   */
  public BufReader(AsyncRead source, int capacity) {
    this.source = Objects.requireNonNull(source, "source");
    this.capacity = Limits.check("capacity", capacity, 1);
  }

  /**
   * Waits until something is buffered.
   *
   * @return the number of bytes in {@link #buffer}; or {@link AsyncRead#EOF} at the end
   */
  @CancelSafe
  public Future<Integer> fillBuffer() {
    return new BufReads.Fill(this);
  }

  /**
   * What is buffered, without taking it; see {@link #consume}.
   *
   * @return a read-only view, valid until the next operation of this reader
   */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes, start, buffered()).slice().asReadOnlyBuffer();
  }

  /**
   * How much is buffered.
   *
   * @return bytes that can be read without waiting
   */
  public int buffered() {
    return end - start;
  }

  /**
   * Takes bytes from the front of the buffer.
   *
   * @param count how many, from 0 to {@link #buffered}
   * @throws IllegalArgumentException if fewer are buffered
   */
  public void consume(int count) {
    if (count < 0 || count > buffered()) {
      throw new IllegalArgumentException(
          "consume(" + count + "): from 0 to the " + buffered() + " bytes that are buffered.");
    }
    start += count;
  }

  /**
   * Reads an exact number of bytes.
   *
   * <p>If the source ends before, it fails with {@link java.io.EOFException}, which says how many
   * are missing; those that came stay in the buffer.
   *
   * @param count how many bytes, from 0 to 1 GiB
   * @return the bytes
   */
  @CancelSafe
  public Future<byte[]> readExactly(int count) {
    return new BufReads.Exact(this, Limits.check("count", count, 0));
  }

  /**
   * Fills a buffer.
   *
   * <p>If the source ends before, it fails with {@link java.io.EOFException}, which says how many
   * bytes are missing.
   *
   * <p><em>Cancellation:</em> nothing is lost: what was read is in the target, whose position says
   * how much; call it again with the same target to go on.
   *
   * @param target what to fill, from its position to its limit
   * @return completes when the target has no room left
   */
  @CancelSafe
  public Future<Void> readExactly(ByteBuffer target) {
    return Io.readExactly(this, target);
  }

  /**
   * Reads a line of at most {@link #DEFAULT_MAX_LINE_BYTES}; see {@link #readLine(int)}.
   *
   * @return the line without its end, or {@code null} at the end of the source
   */
  @CancelSafe
  public Future<@Nullable String> readLine() {
    return readLine(DEFAULT_MAX_LINE_BYTES);
  }

  /**
   * Reads a line of UTF-8 text. It ends with {@code \n} or {@code \r\n}, or with the source.
   *
   * <p>Two failures concern one line only, and the next call reads the line after it: {@link
   * java.nio.charset.CharacterCodingException} if it isn't UTF-8, and {@link IOException} if it is
   * longer than the limit; that is reported as soon as it is known, and its rest is skipped.
   *
   * @param maxBytes longest line in bytes, without its end, from 1 to 1 GiB
   * @return the line without its end, or {@code null} at the end of the source
   */
  @CancelSafe
  public Future<@Nullable String> readLine(int maxBytes) {
    return new LineFuture(this, Limits.check("maxBytes", maxBytes, 1));
  }

  /**
   * Reads up to and including a delimiter.
   *
   * <p>If the limit is exceeded it fails with {@link IOException}; the next call with the same
   * delimiter goes on behind that delimiter.
   *
   * @param delimiter the last byte to read
   * @param limit most bytes to read, the delimiter included, from 1 to 1 GiB
   * @return the bytes; at the end of the source what is left, without a delimiter, perhaps nothing
   */
  @CancelSafe
  public Future<byte[]> readUntil(byte delimiter, int limit) {
    return new BufReads.Until(this, delimiter, Limits.check("limit", limit, 1));
  }

  /**
   * Reads everything up to the end of the source.
   *
   * <p>If there is more than the limit it fails with {@link IOException}, and what was read stays
   * in the buffer.
   *
   * @param limit most bytes to read, from 0 to 1 GiB
   * @return the bytes
   */
  @CancelSafe
  public Future<byte[]> readToEnd(int limit) {
    return new BufReads.ToEnd(this, Limits.check("limit", limit, 0));
  }

  /**
   * Reads one byte; fails with {@link java.io.EOFException} at the end.
   *
   * @return the byte
   */
  @CancelSafe
  public Future<Byte> readByte() {
    return new BufReads.Fixed<>(this, Byte.BYTES, false, bits -> (byte) bits);
  }

  /**
   * Reads two bytes, the highest first; fails with {@link java.io.EOFException} if they aren't
   * there.
   *
   * @return the number
   */
  @CancelSafe
  public Future<Short> readShort() {
    return new BufReads.Fixed<>(this, Short.BYTES, false, bits -> (short) bits);
  }

  /**
   * Reads two bytes, the lowest first; fails with {@link java.io.EOFException} if they aren't
   * there.
   *
   * @return the number
   */
  @CancelSafe
  public Future<Short> readShortLittleEndian() {
    return new BufReads.Fixed<>(this, Short.BYTES, true, bits -> (short) bits);
  }

  /**
   * Reads four bytes, the highest first; fails with {@link java.io.EOFException} if they aren't
   * there.
   *
   * @return the number
   */
  @CancelSafe
  public Future<Integer> readInt() {
    return new BufReads.Fixed<>(this, Integer.BYTES, false, bits -> (int) bits);
  }

  /**
   * Reads four bytes, the lowest first; fails with {@link java.io.EOFException} if they aren't
   * there.
   *
   * @return the number
   */
  @CancelSafe
  public Future<Integer> readIntLittleEndian() {
    return new BufReads.Fixed<>(this, Integer.BYTES, true, bits -> (int) bits);
  }

  /**
   * Reads eight bytes, the highest first; fails with {@link java.io.EOFException} if they aren't
   * there.
   *
   * @return the number
   */
  @CancelSafe
  public Future<Long> readLong() {
    return new BufReads.Fixed<>(this, Long.BYTES, false, bits -> bits);
  }

  /**
   * Reads eight bytes, the lowest first; fails with {@link java.io.EOFException} if they aren't
   * there.
   *
   * @return the number
   */
  @CancelSafe
  public Future<Long> readLongLittleEndian() {
    return new BufReads.Fixed<>(this, Long.BYTES, true, bits -> bits);
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    stopSkipping();
    if (buffered() == 0) {
      if (target.remaining() >= capacity) {
        return source.pollRead(target, cx);
      }
      int count = pollMore(cx, 1);
      if (count < 0) {
        return count;
      }
    }
    int count = Math.min(buffered(), target.remaining());
    target.put(bytes, start, count);
    start += count;
    return count;
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    return buffered() > 0 || source.pollReadable(cx);
  }

  @Override
  public void cancelRead() {
    source.cancelRead();
  }

  @Override
  public String toString() {
    return "BufReader of " + source;
  }

  /**
   * Reads once, behind what is buffered.
   *
   * @param wanted how many bytes the operation may come to need in the buffer, more than are there
   */
  int pollMore(Context cx, int wanted) throws IOException {
    makeRoom(wanted);
    tail.limit(bytes.length).position(end);
    int count;
    try {
      count = source.pollRead(tail, cx);
    } finally {
      end = tail.position();
    }
    if (count == 0) {
      throw new IOException(source + " gave 0 bytes for a buffer with room.");
    }
    return count;
  }

  /** Writes once what is buffered; what the target didn't take stays. */
  int pollWriteTo(AsyncWrite target, Context cx) throws IOException {
    head.limit(end).position(start);
    try {
      return target.pollWrite(head, cx);
    } finally {
      start = head.position();
    }
  }

  private void makeRoom(int wanted) {
    if (start == end) {
      start = 0;
      end = 0;
      if (bytes.length > Math.max(KEEP_CAPACITY, capacity) && wanted <= capacity) {
        replace(capacity);
      }
    }
    if (end < bytes.length) {
      return;
    }
    int room = bytes.length;
    if (start > 0 && (room >= wanted || start >= room / 2)) {
      System.arraycopy(bytes, start, bytes, 0, buffered());
      end -= start;
      start = 0;
    } else {
      replace((int) Math.min(Math.max(2L * room, capacity), Math.max(wanted, capacity)));
    }
  }

  private void replace(int room) {
    byte[] larger = new byte[room];
    System.arraycopy(bytes, start, larger, 0, buffered());
    end -= start;
    start = 0;
    bytes = larger;
    tail = ByteBuffer.wrap(larger);
    head = ByteBuffer.wrap(larger);
  }

  /** Where a byte is, counted from the front of the buffer; -1 if it isn't from there on. */
  int indexOf(byte wanted, int from) {
    for (int i = start + from; i < end; i++) {
      if (bytes[i] == wanted) {
        return i - start;
      }
    }
    return -1;
  }

  byte byteAt(int index) {
    return bytes[start + index];
  }

  /** Takes the first bytes out of the buffer. */
  byte[] take(int count) {
    byte[] taken = Arrays.copyOfRange(bytes, start, start + count);
    start += count;
    return taken;
  }

  /** The first bytes as text; they stay in the buffer. */
  String text(int count) throws IOException {
    return Utf8.decode(bytes, start, count);
  }

  /** Drops what is buffered, and what follows up to the delimiter. */
  void skipThrough(byte delimiter) {
    start = end;
    skipTo = delimiter;
  }

  void stopSkipping() {
    skipTo = NOTHING;
  }

  /** Goes on with a skip; returns whether it is over, so that the next byte is the one to read. */
  boolean skipped(byte delimiter) {
    if (skipTo != delimiter) {
      stopSkipping();
      return true;
    }
    int index = indexOf(delimiter, 0);
    if (index < 0) {
      start = end;
      return false;
    }
    start += index + 1;
    stopSkipping();
    return true;
  }
}

package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The sequential side of a file: its common position and the buffers around it. */
final class FileCursor {

  /*
   * Idea: a task polls with a buffer that it may take back at any time, and a pool thread needs one that
   * stays. So bytes go through buffers of the cursor, which also makes small reads and writes cheap.
   *
   * State. `ahead` has bytes that were read and not given out: the channel is that far ahead of the common
   * position. `behind` gathers bytes that were accepted and not written: the channel is that far behind.
   * One of them is empty at any time, except on a pipe or a terminal: what was read ahead of such a file stays,
   * as it can't be given back, and has nothing to do with what is written. `running` is the operation under way, at most one; it owns the
   * buffer that it was given, `filling` or `draining`, and the channel's position, until a poll has
   * seen its end in settle().
   *
   * While a drain runs, writes gather in `behind`, so a writer and the disk work at the same time. A cancelled
   * poll only takes back its waker: the operation goes on, and its bytes are there for the next one.
   *
   * A drain that fails has lost an unknown part of its bytes; who polls next is told, once.
   */

  static final int LEAST_BYTES = 64 * 1024;
  static final int MOST_BYTES = 1024 * 1024;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final OpenFile file;
  private ByteBuffer ahead = NOTHING; // ready to be read from
  private ByteBuffer behind = NOTHING; // ready to be written to
  private ByteBuffer spare = NOTHING;
  private @Nullable ByteBuffer filling;
  private @Nullable ByteBuffer draining;
  private @Nullable FileOp<?> running;
  private @Nullable Boolean seekable; // null while unknown
  private boolean atEnd; // the fill that just ended found the end

  FileCursor(OpenFile file) {
    this.file = file;
  }

  int read(ByteBuffer target, Context cx) throws IOException {
    file.requireReadable("read");
    if (target.isReadOnly()) {
      throw new IllegalArgumentException(
          "target is read-only; accepted is a buffer that can be written to.");
    }
    requireOpen();
    if (!target.hasRemaining()) {
      return 0;
    }
    while (!ahead.hasRemaining()) {
      if (!settle(cx)) {
        return AsyncRead.PENDING;
      }
      if (atEnd) {
        atEnd = false; // the file may grow
        return AsyncRead.EOF;
      }
      if (behind.position() > 0) {
        startDrain(cx);
      } else if (!ahead.hasRemaining()) {
        startFill(target.remaining(), cx);
      }
    }
    int count = Math.min(target.remaining(), ahead.remaining());
    int limit = ahead.limit();
    ahead.limit(ahead.position() + count);
    target.put(ahead);
    ahead.limit(limit);
    return count;
  }

  int write(ByteBuffer source, Context cx) throws IOException {
    file.requireWritable("write");
    requireOpen();
    if (!source.hasRemaining()) {
      return 0;
    }
    if ((filling != null || isFull()) && !settle(cx)) {
      return AsyncWrite.PENDING;
    }
    returnAhead();
    if (isFull()) {
      startDrain(cx);
    }
    if (behind.capacity() == 0) {
      behind = ByteBuffer.allocate(size(source.remaining()));
    }
    int count = Math.min(source.remaining(), behind.remaining());
    int limit = source.limit();
    source.limit(source.position() + count);
    behind.put(source);
    source.limit(limit);
    if (isFull() && running == null) {
      startDrain(cx);
    }
    return count;
  }

  /** Hands all that was accepted to the system; false if pending. */
  boolean flush(Context cx) throws IOException {
    requireOpen();
    while (true) {
      if (!settle(cx)) {
        return false;
      }
      if (behind.position() == 0) {
        return true;
      }
      startDrain(cx);
    }
  }

  /**
   * Hands all that was accepted to the system, without waiting for a read that is under way: on a
   * pipe that may take for ever, and before a read all writes were flushed. False if pending.
   */
  boolean flushWrites(Context cx) throws IOException {
    return filling != null || flush(cx);
  }

  /** Waits for the operation under way, if there is one; false if pending. */
  boolean settle(Context cx) throws IOException {
    FileOp<?> current = running;
    if (current == null) {
      return true;
    }
    boolean ended = true;
    try {
      Object answer = current.pollRaw(cx);
      ended = answer != RawFuture.PENDING;
      if (!ended) {
        return false;
      }
    } catch (IOException | RuntimeException | Error failure) {
      filling = null; // its bytes weren't given out
      throw failure;
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    } finally {
      if (ended) {
        running = null;
      }
    }
    ByteBuffer filled = filling;
    if (filled != null) {
      filling = null;
      ahead = filled.flip();
      atEnd = !filled.hasRemaining();
    } else if (draining != null) {
      spare = draining.clear();
      draining = null;
    }
    return true;
  }

  private void startFill(int wanted, Context cx) throws IOException {
    ByteBuffer buffer =
        ahead.capacity() >= Math.min(wanted, MOST_BYTES) && ahead.capacity() > 0
            ? ahead
            : ByteBuffer.allocate(size(wanted));
    ahead = NOTHING;
    filling = buffer.clear();
    start(file.read("read", buffer, OpenFile.COMMON), cx);
  }

  private void startDrain(Context cx) throws IOException {
    ByteBuffer full = behind.flip();
    behind = spare;
    spare = NOTHING;
    draining = full;
    start(file.write("write", full, OpenFile.COMMON), cx);
  }

  private void start(FileOp<?> op, Context cx) throws IOException {
    running = op;
    op.begin(cx);
  }

  /** Takes the channel back to where the reader was; nothing is under way. */
  private void returnAhead() throws IOException {
    if (ahead.hasRemaining() && isSeekable()) {
      file.position(file.position() - ahead.remaining());
      ahead.position(ahead.limit());
    }
  }

  /** Whether there is a common position; a pipe or a terminal has none. Nothing is under way. */
  private boolean isSeekable() {
    if (seekable == null) {
      seekable = file.isSeekable();
    }
    return seekable;
  }

  private boolean isFull() {
    return behind.capacity() > 0 && !behind.hasRemaining();
  }

  private static int size(int wanted) {
    return Math.clamp(wanted, LEAST_BYTES, MOST_BYTES);
  }

  /** The common position; flushed, nothing is under way. */
  long position() throws IOException {
    return file.position() - ahead.remaining();
  }

  /** Moves the common position; flushed, nothing is under way. */
  void seek(long position) throws IOException {
    file.position(position);
    ahead.position(ahead.limit());
    atEnd = false;
  }

  /** Gives up what was read ahead, as the file is about to change; nothing is under way. */
  void dropAhead() throws IOException {
    returnAhead();
    atEnd = false;
  }

  /** Forgets whom to wake. */
  void forgetWaker() {
    FileOp<?> current = running;
    if (current != null) {
      current.forgetWaker();
    }
  }

  OpenFile file() {
    return file;
  }

  private void requireOpen() throws IOException {
    file.requireOpen();
  }
}

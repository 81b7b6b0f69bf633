package dev.weft.fs;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;

/**
 * An open file.
 *
 * {@snippet class="dev.weft.snippets.FileSnippets" region="file"}
 *
 * <p>It is read and written <em>in sequence</em>, at one common position, as {@link AsyncRead} and
 * {@link AsyncWrite} are; or <em>at</em> a position of the caller's choice, with {@link #readAt}
 * and {@link #writeAt}, which leave the common position alone.
 *
 * <p>Sequential bytes go through buffers: reads fetch 64 KiB or more ahead, and writes gather as
 * much before they are handed to the system, by the next write, {@link #flush} or {@link #close}.
 * So flush before somebody else is to see what was written, and {@link #sync} to have it on the
 * disk. A write that fails is reported by a later call. Operations at a position aren't buffered,
 * and see nothing of what hasn't been flushed.
 *
 * <p><em>Cancellation:</em> of sequential reads and writes: safe, as {@link AsyncRead} and {@link
 * AsyncWrite} say. What was accepted is written, cancelled or not.
 *
 * <p><em>Threads:</em> one task at a time in sequence, and to close; any number at positions.
 */
public final class AsyncFile implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final OpenFile file;
  private final FileCursor cursor;

  AsyncFile(OpenFile file) {
    this.file = file;
    this.cursor = new FileCursor(file);
  }

  /**
   * Opens a file.
   *
   * <p><em>Cancellation:</em> a file that was just opened is closed, unless the result reaches its
   * owner all the same; with {@code CREATE} it may have been created.
   *
   * @param path which
   * @param options of {@link StandardOpenOption}; none means {@code READ}; {@code APPEND} can't be
   *     combined with {@code READ} or {@code TRUNCATE_EXISTING}
   * @return the file at its beginning, or, with {@code APPEND}, at its end
   */
  @CancelSafe
  public static Future<AsyncFile> open(Path path, OpenOption... options) {
    Objects.requireNonNull(path, "path");
    return new OpenFuture(
        path, options.length == 0 ? Set.of(StandardOpenOption.READ) : Set.of(options));
  }

  /**
   * Where the file was when it was opened.
   *
   * @return its path
   */
  public Path path() {
    return file.path();
  }

  // ---- in sequence

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    return cursor.read(target, cx);
  }

  @Override
  public void cancelRead() {
    cursor.forgetWaker();
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return cursor.write(source, cx);
  }

  @Override
  public void cancelWrite() {
    cursor.forgetWaker();
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return cursor.flush(cx);
  }

  /** Flushes; a file can be written on afterwards. */
  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return cursor.flush(cx);
  }

  /**
   * The common position: where the next sequential read or write takes place.
   *
   * <p><em>Cancellation:</em> safe.
   *
   * @return bytes from the beginning
   */
  @CancelSafe
  public Future<Long> position() {
    return new CursorStep<>(cursor, "position", FileCursor::position);
  }

  /**
   * Moves the common position.
   *
   * <p><em>Cancellation:</em> safe; the position is the old one or the new one.
   *
   * @param position bytes from the beginning, 0 or more; past the end a read finds the end, and a
   *     write leaves a hole before it
   * @return completes when it is moved
   */
  @CancelSafe
  public Future<Void> seek(long position) {
    checkPosition(position);
    return new CursorStep<>(
        cursor,
        "seek",
        at -> {
          at.seek(position);
          return null;
        });
  }

  /**
   * Flushes, and has what was written put on the disk.
   *
   * <p><em>Cancellation:</em> safe; it may have been done.
   *
   * @param what contents alone, or sizes and times as well
   * @return completes when the disk has it
   */
  @CancelSafe
  public Future<Void> sync(Sync what) {
    boolean metadata = Objects.requireNonNull(what, "what") == Sync.ALL;
    return new CursorOp<>(cursor, file.sync(metadata));
  }

  /** What {@link #sync} puts on the disk. */
  public enum Sync {
    /** The contents, and what is needed to find them. */
    DATA,
    /** The contents, and all that is known of the file. */
    ALL
  }

  /**
   * Flushes, and cuts the file. A common position beyond its new end is moved there.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param size bytes that are kept, 0 or more; not less than there are changes nothing
   * @return completes when it is cut
   */
  @CancelSafe
  public Future<Void> truncate(long size) {
    if (size < 0) {
      throw new IllegalArgumentException("size is " + size + "; accepted is 0 or more.");
    }
    file.requireWritable("truncate");
    return new CursorOp<>(cursor, file.truncate(size), true);
  }

  /**
   * Flushes, and asks for the size.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @return bytes
   */
  @CancelSafe
  public Future<Long> size() {
    return new CursorOp<>(cursor, file.size());
  }

  /**
   * Flushes, and asks for size, times and kind of what has the file's {@link #path} now.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @return what was so at one moment
   */
  @CancelSafe
  public Future<BasicFileAttributes> metadata() {
    return new CursorOp<>(cursor, file.metadata());
  }

  // ---- at positions

  /**
   * Reads at a position; the common one stays.
   *
   * <p><em>Cancellation:</em> safe; a read that has begun ends first, and its bytes may be in the
   * target, whose position says so.
   *
   * @param target where to; in use until this has completed
   * @param position bytes from the beginning, 0 or more
   * @return bytes read, more than 0 if the target has room; or {@link #EOF}
   */
  @CancelSafe
  public Future<Integer> readAt(ByteBuffer target, long position) {
    Objects.requireNonNull(target, "target");
    if (target.isReadOnly()) {
      throw new IllegalArgumentException(
          "target is read-only; accepted is a buffer that can be written to.");
    }
    checkPosition(position);
    file.requireReadable("readAt");
    return file.read("readAt", target, position);
  }

  /**
   * Writes all of a buffer at a position; the common one stays.
   *
   * <p><em>Cancellation:</em> before it begins nothing is written; a write that has begun ends
   * first. The buffer's position says how much was written.
   *
   * @param source what to write; in use until this has completed
   * @param position bytes from the beginning, 0 or more; past the end it leaves a hole
   * @return completes when the system has it all
   * @throws IllegalStateException if the file was opened with {@code APPEND} or not for writing
   */
  @CancelSafe
  public Future<Void> writeAt(ByteBuffer source, long position) {
    Objects.requireNonNull(source, "source");
    checkPosition(position);
    file.requireWritable("writeAt");
    if (file.appends()) {
      throw new IllegalStateException(
          path() + " was opened with APPEND, which writes at the end only, not with writeAt.");
    }
    return file.write("writeAt", source, position);
  }

  /**
   * Flushes what was written, waits for what is under way, and closes the file. If flushing fails,
   * so does this, and the file is closed.
   *
   * <p><em>Cancellation:</em> the file is closed all the same; what wasn't flushed may be lost.
   */
  @CancelSafe(loses = "what is still buffered", instead = "flush first")
  @Override
  public Future<Void> closeAsync() {
    return new FileClose(cursor, file.release());
  }

  private static void checkPosition(long position) {
    if (position < 0) {
      throw new IllegalArgumentException("position is " + position + "; accepted is 0 or more.");
    }
  }

  @Override
  public String toString() {
    return "AsyncFile[" + path() + "]";
  }
}

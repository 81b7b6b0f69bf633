package dev.weft.spi;

import dev.weft.Waker;
import java.nio.ByteBuffer;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request to a {@link FileDriver}. After its end it can be made another one, so that an
 * operation of several steps needs one object.
 *
 * <p><em>Threads:</em> its owner's until it is submitted; then the driver's until the owner hears
 * of its end.
 */
public final class FileRequest {

  /** A result: it was cancelled before it did anything. */
  public static final int CANCELLED = Integer.MIN_VALUE;

  /** A result: the driver was closed before it did anything. */
  public static final int CLOSED = Integer.MIN_VALUE + 1;

  /**
   * A result: the system has done it, but what it read has no place in the buffer any more, or what
   * is to be written can't be taken from it, as its owner has changed it meanwhile.
   */
  public static final int BUFFER_CHANGED = Integer.MIN_VALUE + 2;

  /** A position: the common one of the file, which moves. */
  public static final long COMMON = -1;

  /** What is requested. */
  public enum Kind {
    /** Opens a path; the result is a descriptor. */
    OPEN,
    /** Waits until a read wouldn't: bytes are there, or the other end has come and gone. */
    READY,
    /** Reads into a buffer; the result is the number of bytes, 0 at the end of the file. */
    READ,
    /** Writes from a buffer; the result is the number of bytes, which may be fewer. */
    WRITE,
    /** Puts contents on the disk. */
    SYNC_DATA,
    /** Puts contents and attributes on the disk. */
    SYNC_ALL,
    /** Asks for size and kind. */
    STATUS,
    /** Closes a descriptor, which is gone then in any case. */
    CLOSE
  }

  /** Who made a request. Called by the holder of the driver's turn; it must not throw. */
  public interface Owner {

    /**
     * The driver is about to begin.
     *
     * @return false to leave the request undone
     */
    boolean begin();

    /**
     * The request has ended with its {@linkplain FileRequest#result result}, and what it used is
     * free.
     *
     * @return whom to wake at the end of the turn; {@code null} for nobody
     */
    @Nullable Waker ended();
  }

  private static final Set<StandardOpenOption> FOR_READING = Set.of(StandardOpenOption.READ);

  private final Owner owner;
  private Kind kind = Kind.CLOSE;
  private int file = -1;
  private long position;
  private @Nullable Path path;
  private Set<? extends OpenOption> options = Set.of();
  private @Nullable ByteBuffer buffer;
  private int result;
  private long size;
  private boolean regular;
  private boolean statusKnown;
  private boolean ahead;
  private volatile boolean cancelled;
  private @Nullable Object place;

  /**
   * Creates a request for nothing yet.
   *
   * @param owner who hears of its beginning and end
   */
  public FileRequest(Owner owner) {
    this.owner = owner;
  }

  // ---- what the owner sets

  /**
   * Makes it one to open a file.
   *
   * @param path which; of the default file system
   * @param options of {@link java.nio.file.StandardOpenOption}, without DELETE_ON_CLOSE
   */
  public void open(Path path, Set<? extends OpenOption> options) {
    set(Kind.OPEN, -1, null, 0);
    this.path = path;
    this.options = options;
    this.ahead = false;
  }

  /**
   * Makes it one to open a file that is going to be read. An {@link FileDriver#attempt} may open a
   * pipe, too, before its other end is there; then the {@linkplain #isRegular status} is known and
   * a {@link Kind#READY} has to come before the first READ.
   *
   * @param path which; of the default file system
   */
  public void openToRead(Path path) {
    open(path, FOR_READING);
    this.ahead = true;
  }

  /**
   * Makes it one that waits until a read wouldn't.
   *
   * @param file a descriptor
   */
  public void ready(int file) {
    set(Kind.READY, file, null, 0);
  }

  /** Its owner doesn't want it any more; who carries it out and waits looks at that. Any thread. */
  public void cancel() {
    cancelled = true;
  }

  /**
   * Makes it one to read. The buffer is filled between its position and its limit, and its position
   * moves, before the owner hears of the end.
   *
   * @param file a descriptor
   * @param target where to; the driver may read less than it has room for
   * @param position in the file, or {@link #COMMON}
   */
  public void read(int file, ByteBuffer target, long position) {
    set(Kind.READ, file, target, position);
  }

  /**
   * Makes it one to write. The buffer's position moves over what was written before the owner hears
   * of the end.
   *
   * @param file a descriptor
   * @param source what to write; the driver may write less
   * @param position in the file, or {@link #COMMON}
   */
  public void write(int file, ByteBuffer source, long position) {
    set(Kind.WRITE, file, source, position);
  }

  /**
   * Makes it one that puts a file on the disk.
   *
   * @param file a descriptor
   * @param all whether attributes go there too
   */
  public void sync(int file, boolean all) {
    set(all ? Kind.SYNC_ALL : Kind.SYNC_DATA, file, null, 0);
  }

  /**
   * Makes it one that asks for {@link #size} and {@link #isRegular}.
   *
   * @param file a descriptor
   */
  public void status(int file) {
    set(Kind.STATUS, file, null, 0);
  }

  /**
   * Makes it one that closes a file.
   *
   * @param file a descriptor
   */
  public void close(int file) {
    set(Kind.CLOSE, file, null, 0);
  }

  private void set(Kind kind, int file, @Nullable ByteBuffer buffer, long position) {
    this.kind = kind;
    this.file = file;
    this.buffer = buffer;
    this.position = position;
    this.statusKnown = false;
  }

  // ---- what the owner is told

  /**
   * How it ended.
   *
   * @return 0 or more as its kind says; the negative number of an error; {@link #CANCELLED}, {@link
   *     #CLOSED} or {@link #BUFFER_CHANGED}
   */
  public int result() {
    return result;
  }

  /**
   * Whether {@link #size} and {@link #isRegular} have been found out, as by a STATUS; an OPEN may
   * have done so on the way.
   *
   * @return whether they are about this request's file
   */
  public boolean isStatusKnown() {
    return statusKnown;
  }

  /**
   * The size that was asked for.
   *
   * @return bytes
   */
  public long size() {
    return size;
  }

  /**
   * What kind of file it was that was asked for.
   *
   * @return whether it is a regular one, not a folder, a pipe or a device
   */
  public boolean isRegular() {
    return regular;
  }

  // ---- the driver's side

  /**
   * Who made it.
   *
   * @return who hears of its beginning and end
   */
  public Owner owner() {
    return owner;
  }

  /**
   * What is requested.
   *
   * @return its kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The file.
   *
   * @return a descriptor
   */
  public int file() {
    return file;
  }

  /**
   * Where in the file.
   *
   * @return bytes from its beginning, or {@link #COMMON}
   */
  public long position() {
    return position;
  }

  /**
   * What is opened.
   *
   * @return {@code null} if it isn't an OPEN
   */
  public @Nullable Path path() {
    return path;
  }

  /**
   * How it is opened.
   *
   * @return the options
   */
  public Set<? extends OpenOption> options() {
    return options;
  }

  /**
   * Whether it may be opened before its other end is there.
   *
   * @return true after {@link #openToRead}
   */
  public boolean isAhead() {
    return ahead;
  }

  /**
   * Whether its owner doesn't want it any more.
   *
   * @return true after {@link #cancel}
   */
  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Where bytes come from or go to.
   *
   * @return {@code null} if it isn't a READ or a WRITE
   */
  public @Nullable ByteBuffer buffer() {
    return buffer;
  }

  /**
   * Notes how it ended.
   *
   * @param result see {@link #result()}
   */
  public void result(int result) {
    this.result = result;
  }

  /**
   * Notes what a STATUS asks for.
   *
   * @param size bytes
   * @param regular whether it is a regular file
   */
  public void status(long size, boolean regular) {
    this.size = size;
    this.regular = regular;
    this.statusKnown = true;
  }

  /**
   * What the driver keeps with it.
   *
   * @return {@code null} if it isn't under way
   */
  public @Nullable Object place() {
    return place;
  }

  /**
   * Keeps something of the driver's with it.
   *
   * @param place {@code null} for nothing
   */
  public void place(@Nullable Object place) {
    this.place = place;
  }

  @Override
  public String toString() {
    return "FileRequest[" + kind + (kind == Kind.OPEN ? " " + path : " of " + file) + "]";
  }
}

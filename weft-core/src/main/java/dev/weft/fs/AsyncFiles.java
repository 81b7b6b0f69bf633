package dev.weft.fs;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * What {@link java.nio.file.Files} does, as futures.
 *
 * {@snippet class="dev.weft.snippets.FileSnippets" region="whole"}
 *
 * <p>Paths may belong to any file system. Failures are {@link java.io.IOException}s that name the
 * path, of the types of {@code java.nio.file}.
 *
 * <p><em>Cancellation:</em> what hasn't begun is left undone; what has begun ends before the cancel
 * does, as each method says.
 */
public final class AsyncFiles {

  /** Most bytes that a whole file may have unless another limit is asked for: 1 GiB. */
  public static final int DEFAULT_MAX_BYTES = 1 << 30;

  private static final Set<OpenOption> REPLACE =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

  private AsyncFiles() {}

  // ---- whole files

  /**
   * Reads a whole file of at most {@link #DEFAULT_MAX_BYTES}.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @return its bytes
   */
  @CancelSafe
  public static Future<byte[]> readAll(Path path) {
    return readAll(path, DEFAULT_MAX_BYTES);
  }

  /**
   * Reads a whole file. One that has more bytes than the limit fails with a {@link
   * java.nio.file.FileSystemException} that says so, and isn't read.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed. A large file is given up between two
   * pieces.
   *
   * @param path which
   * @param maxBytes most bytes that it may have, 0 or more
   * @return its bytes
   */
  @CancelSafe
  public static Future<byte[]> readAll(Path path, int maxBytes) {
    checkLimit(maxBytes);
    return new RingReadAll<>("readAll", checked(path), maxBytes, bytes -> bytes);
  }

  /**
   * Reads a whole file of at most {@link #DEFAULT_MAX_BYTES} as UTF-8.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @return its text; what isn't UTF-8 is a failure that names the place
   */
  @CancelSafe
  public static Future<String> readString(Path path) {
    return readString(path, StandardCharsets.UTF_8, DEFAULT_MAX_BYTES);
  }

  /**
   * Reads a whole file as text; see {@link #readAll(Path, int)}.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @param charset how the text is encoded
   * @param maxBytes most bytes that it may have, 0 or more
   * @return its text; what isn't of the charset is a failure that names the place
   */
  @CancelSafe
  public static Future<String> readString(Path path, Charset charset, int maxBytes) {
    Objects.requireNonNull(charset, "charset");
    checkLimit(maxBytes);
    return new RingReadAll<>(
        "readString", checked(path), maxBytes, bytes -> WholeFiles.decode(path, bytes, charset));
  }

  /**
   * The lines of a file in UTF-8; see {@link FileLines}. It is opened when the first line is asked
   * for.
   *
   * @param path which
   * @return the lines; close them unless they are read to the end
   */
  public static FileLines lines(Path path) {
    return new FileLines(checked(path), FileLines.DEFAULT_MAX_LINE_BYTES);
  }

  /**
   * The lines of a file in UTF-8; see {@link FileLines}.
   *
   * @param path which
   * @param maxLineBytes longest line in bytes, without its end, from 1 to 1 GiB
   * @return the lines; close them unless they are read to the end
   */
  public static FileLines lines(Path path, int maxLineBytes) {
    return new FileLines(checked(path), maxLineBytes);
  }

  /**
   * Writes a whole file: a new one, or in place of what is in it.
   *
   * <p><em>Cancellation:</em> before it begins nothing is written; then the file may be empty or
   * have the beginning of the bytes.
   *
   * @param path which
   * @param bytes what to write; not to be changed meanwhile
   * @return completes when the system has it all; not yet forced to the disk
   */
  @CancelSafe
  public static Future<Void> write(Path path, byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return writing("write", path, REPLACE, () -> ByteBuffer.wrap(bytes));
  }

  /**
   * Writes a whole file; see {@link #write(Path, byte[])}.
   *
   * <p><em>Cancellation:</em> as there; the buffer's position says how much was written.
   *
   * @param path which
   * @param source what to write, from its position to its limit; in use until this has completed
   * @param options how to open the file; none means {@code CREATE}, {@code TRUNCATE_EXISTING}
   * @return completes when the system has it all
   */
  @CancelSafe
  public static Future<Void> write(Path path, ByteBuffer source, OpenOption... options) {
    Objects.requireNonNull(source, "source");
    return writing("write", path, options.length == 0 ? REPLACE : writable(options), () -> source);
  }

  /**
   * Writes a whole file as UTF-8; see {@link #write(Path, byte[])}.
   *
   * <p><em>Cancellation:</em> as there.
   *
   * @param path which
   * @param text what to write
   * @return completes when the system has it all
   */
  @CancelSafe
  public static Future<Void> writeString(Path path, CharSequence text) {
    return writeString(path, text, StandardCharsets.UTF_8);
  }

  /**
   * Writes a whole file as text; see {@link #write(Path, byte[])}.
   *
   * <p><em>Cancellation:</em> as there.
   *
   * @param path which
   * @param text what to write
   * @param charset how to encode it; what it can't express is a failure, and nothing is written
   * @param options how to open the file; none means {@code CREATE}, {@code TRUNCATE_EXISTING}
   * @return completes when the system has it all
   */
  @CancelSafe
  public static Future<Void> writeString(
      Path path, CharSequence text, Charset charset, OpenOption... options) {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(charset, "charset");
    return writing(
        "writeString",
        path,
        options.length == 0 ? REPLACE : writable(options),
        () -> WholeFiles.encode(path, text, charset));
  }

  /**
   * Adds to the end of a file, which is created if it isn't there.
   *
   * <p><em>Cancellation:</em> before it begins nothing is written; then the beginning of the bytes
   * may have been added.
   *
   * @param path which
   * @param bytes what to add; not to be changed meanwhile
   * @return completes when the system has it all
   */
  @CancelSafe
  public static Future<Void> append(Path path, byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return writing("append", path, APPEND, () -> ByteBuffer.wrap(bytes));
  }

  /**
   * Adds text in UTF-8 to the end of a file; see {@link #append}.
   *
   * <p><em>Cancellation:</em> as there.
   *
   * @param path which
   * @param text what to add
   * @return completes when the system has it all
   */
  @CancelSafe
  public static Future<Void> appendString(Path path, CharSequence text) {
    Objects.requireNonNull(text, "text");
    return writing(
        "appendString", path, APPEND, () -> WholeFiles.encode(path, text, StandardCharsets.UTF_8));
  }

  private static Future<Void> writing(
      String name, Path path, Set<OpenOption> options, RingWriteAll.Source source) {
    return new RingWriteAll(name, checked(path), options, source);
  }

  private static Set<OpenOption> writable(OpenOption[] options) {
    Set<OpenOption> all = new HashSet<>(Set.of(options));
    if (all.contains(StandardOpenOption.READ)) {
      throw new IllegalArgumentException("READ was given for a file that is only written.");
    }
    if (all.contains(StandardOpenOption.APPEND)
        && all.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
      throw new IllegalArgumentException(
          "APPEND was given with TRUNCATE_EXISTING; accepted is one of them.");
    }
    all.add(StandardOpenOption.WRITE);
    return all;
  }

  // ---- names

  /**
   * Copies a file, or creates an empty directory like another one; see {@link Files#copy(Path,
   * Path, CopyOption...)}. A file with holes may lose them.
   *
   * <p><em>Cancellation:</em> a large file is given up between two pieces, and the half copy is
   * removed; else the copy may exist. What {@code REPLACE_EXISTING} was to replace may be gone.
   *
   * @param source what to copy
   * @param target where to; may not exist, unless {@code REPLACE_EXISTING} is given
   * @param options of {@link java.nio.file.StandardCopyOption} and {@link LinkOption}
   * @return completes when the copy is there
   */
  @CancelSafe
  public static Future<Void> copy(Path source, Path target, CopyOption... options) {
    Objects.requireNonNull(target, "target");
    CopyOption[] chosen = options.clone();
    return PathOp.action("copy", checked(source), op -> FileCopy.copy(op, source, target, chosen));
  }

  /**
   * Gives a file or directory another name; see {@link Files#move}. With {@code ATOMIC_MOVE} others
   * see either the old state or the new one, and what had the new name is replaced.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param source the old name
   * @param target the new name; may not exist, unless {@code REPLACE_EXISTING} is given
   * @param options of {@link java.nio.file.StandardCopyOption}
   * @return completes when it has its new name
   */
  @CancelSafe
  public static Future<Void> rename(Path source, Path target, CopyOption... options) {
    Objects.requireNonNull(target, "target");
    CopyOption[] chosen = options.clone();
    return PathOp.action("rename", checked(source), op -> Files.move(source, target, chosen));
  }

  /**
   * Removes a file, link or empty directory. It fails with {@link
   * java.nio.file.NoSuchFileException} if there is none.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param path which
   * @return completes when it is gone
   */
  @CancelSafe
  public static Future<Void> remove(Path path) {
    return PathOp.action("remove", checked(path), op -> Files.delete(path));
  }

  /**
   * Removes a file, link or empty directory if there is one.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param path which
   * @return whether there was one
   */
  @CancelSafe
  public static Future<Boolean> removeIfExists(Path path) {
    return PathOp.call("removeIfExists", checked(path), op -> Files.deleteIfExists(path));
  }

  /**
   * Removes a file or a directory with all that is in it. Links are removed and not followed. What
   * isn't there is no failure.
   *
   * <p><em>Cancellation:</em> it stops between two files; what was removed is gone.
   *
   * @param path which
   * @return how many files, links and directories were removed
   */
  @CancelSafe
  public static Future<Long> removeAll(Path path) {
    return PathOp.call(
        "removeAll", checked(path), op -> TreeRemoval.removeAll(op::throwIfStopping, path));
  }

  /**
   * Creates a directory in one that exists.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param path which
   * @return its path
   */
  @CancelSafe
  public static Future<Path> createDirectory(Path path) {
    return PathOp.call("createDirectory", checked(path), op -> Files.createDirectory(path));
  }

  /**
   * Creates a directory and those above it, as far as they don't exist.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param path which
   * @return its path
   */
  @CancelSafe
  public static Future<Path> createDirectories(Path path) {
    return PathOp.call("createDirectories", checked(path), op -> Files.createDirectories(path));
  }

  /**
   * Creates a symbolic link.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param link the link
   * @param target what it refers to, which needn't exist
   * @return the link
   */
  @CancelSafe
  public static Future<Path> createSymbolicLink(Path link, Path target) {
    Objects.requireNonNull(target, "target");
    return PathOp.call(
        "createSymbolicLink", checked(link), op -> Files.createSymbolicLink(link, target));
  }

  /**
   * Gives a file one more name, a hard link.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param link the new name
   * @param existing the file
   * @return the new name
   */
  @CancelSafe
  public static Future<Path> createLink(Path link, Path existing) {
    Objects.requireNonNull(existing, "existing");
    return PathOp.call("createLink", checked(link), op -> Files.createLink(link, existing));
  }

  /**
   * Reads what a symbolic link refers to.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param link the link; what isn't one fails with {@link java.nio.file.NotLinkException}
   * @return its target, which needn't exist
   */
  @CancelSafe
  public static Future<Path> readSymbolicLink(Path link) {
    return PathOp.call("readSymbolicLink", checked(link), op -> Files.readSymbolicLink(link));
  }

  /**
   * The absolute path of something that exists, without links and dots.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @param options {@code NOFOLLOW_LINKS} to keep links
   * @return the real path
   */
  @CancelSafe
  public static Future<Path> realPath(Path path, LinkOption... options) {
    LinkOption[] chosen = options.clone();
    return PathOp.call("realPath", checked(path), op -> path.toRealPath(chosen));
  }

  // ---- what is known of a file

  /**
   * Size, times and kind of a file. {@link Entries} have them already.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @param options {@code NOFOLLOW_LINKS} for those of a link itself
   * @return what was so at one moment
   */
  @CancelSafe
  public static Future<BasicFileAttributes> metadata(Path path, LinkOption... options) {
    return metadata(path, BasicFileAttributes.class, options);
  }

  /**
   * Metadata of a kind, such as {@link java.nio.file.attribute.PosixFileAttributes}.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @param kind which metadata; if the file system has no such, it fails with {@link
   *     UnsupportedOperationException}
   * @param options {@code NOFOLLOW_LINKS} for those of a link itself
   * @param <A> which metadata
   * @return what was so at one moment
   */
  @CancelSafe
  public static <A extends BasicFileAttributes> Future<A> metadata(
      Path path, Class<A> kind, LinkOption... options) {
    Objects.requireNonNull(kind, "kind");
    LinkOption[] chosen = options.clone();
    return PathOp.call("metadata", checked(path), op -> Files.readAttributes(path, kind, chosen));
  }

  /**
   * Whether a path leads to something. That it can't be found out, for lack of permission for
   * example, is a failure here, other than in {@link Files#exists}.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @param options {@code NOFOLLOW_LINKS} to count a link that leads nowhere
   * @return whether it existed at that moment
   */
  @CancelSafe
  public static Future<Boolean> exists(Path path, LinkOption... options) {
    LinkOption[] chosen = options.clone();
    return PathOp.call(
        "exists",
        checked(path),
        op -> {
          try {
            Files.readAttributes(path, BasicFileAttributes.class, chosen);
            return true;
          } catch (NoSuchFileException none) {
            return false;
          }
        });
  }

  /**
   * Who may do what with a file.
   *
   * <p><em>Cancellation:</em> safe; nothing is changed.
   *
   * @param path which
   * @return its permissions; a file system without POSIX permissions fails with {@link
   *     UnsupportedOperationException}
   */
  @CancelSafe
  public static Future<Set<PosixFilePermission>> permissions(Path path) {
    return PathOp.call("permissions", checked(path), op -> Files.getPosixFilePermissions(path));
  }

  /**
   * Sets who may do what with a file.
   *
   * <p><em>Cancellation:</em> before it begins nothing happens; then it may have been done.
   *
   * @param path which
   * @param permissions all that are to be given
   * @return completes when they are set
   */
  @CancelSafe
  public static Future<Void> setPermissions(Path path, Set<PosixFilePermission> permissions) {
    Set<PosixFilePermission> chosen = Set.copyOf(permissions);
    return PathOp.action(
        "setPermissions", checked(path), op -> Files.setPosixFilePermissions(path, chosen));
  }

  // ---- directories

  /**
   * The entries of a directory, in no particular order, with their metadata.
   *
   * @param directory which; it is opened when the first entry is asked for
   * @return the entries; close them unless they are read to the end
   */
  public static Entries list(Path directory) {
    return new Entries(
        checked(directory), WalkOptions.defaults().maxDepth(1), Entries.Root.LEFT_OUT);
  }

  /**
   * A file or directory and all that is below it, each directory before what is in it; see {@link
   * #walk(Path, WalkOptions)}.
   *
   * @param root where to begin
   * @return the entries; close them unless they are read to the end
   */
  public static Entries walk(Path root) {
    return walk(root, WalkOptions.defaults());
  }

  /**
   * A file or directory and what is below it, each directory before what is in it.
   *
   * {@snippet class="dev.weft.snippets.FileSnippets" region="walk"}
   *
   * @param root where to begin; it is opened when the first entry is asked for
   * @param options how deep, and what to do about links and failures
   * @return the entries; close them unless they are read to the end
   */
  public static Entries walk(Path root, WalkOptions options) {
    return new Entries(
        checked(root), Objects.requireNonNull(options, "options"), Entries.Root.INCLUDED);
  }

  /**
   * Watches a directory: its own entries, not what is below them. Changes made after this has
   * completed are seen.
   *
   * <p><em>Cancellation:</em> safe; a watch that was just made is closed.
   *
   * @param directory which
   * @return its changes; close them to end the watch
   */
  @CancelSafe
  public static Future<DirectoryWatch> watch(Path directory) {
    return new WatchFuture(checked(directory));
  }

  // ---- temporary files

  /**
   * Creates an empty temporary file in the default folder for such; only its owner may use it.
   *
   * <p><em>Cancellation:</em> a file that was just created is removed, unless the result reaches
   * its owner all the same.
   *
   * @param prefix beginning of its name, may be empty
   * @param suffix end of its name, such as {@code .txt}, may be empty
   * @return the file, removed when it is closed
   */
  @CancelSafe
  public static Future<TempPath> tempFile(String prefix, String suffix) {
    Objects.requireNonNull(prefix, "prefix");
    Objects.requireNonNull(suffix, "suffix");
    return new TempFuture("tempFile", prefix, () -> Files.createTempFile(prefix, suffix));
  }

  /**
   * Creates a temporary directory in the default folder for such; only its owner may use it.
   *
   * <p><em>Cancellation:</em> as for {@link #tempFile}.
   *
   * @param prefix beginning of its name, may be empty
   * @return the directory, removed with all that is in it when it is closed
   */
  @CancelSafe
  public static Future<TempPath> tempDirectory(String prefix) {
    Objects.requireNonNull(prefix, "prefix");
    return new TempFuture("tempDirectory", prefix, () -> Files.createTempDirectory(prefix));
  }

  private static Path checked(Path path) {
    return Objects.requireNonNull(path, "path");
  }

  private static void checkLimit(int maxBytes) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes is " + maxBytes + "; accepted is 0 or more.");
    }
  }
}

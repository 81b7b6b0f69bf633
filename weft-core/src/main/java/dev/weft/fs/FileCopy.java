package dev.weft.fs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/** The blocking side of a copy. */
final class FileCopy {

  /*
   * Files.copy does everything right but can't be stopped. So it copies what is small, and whatever isn't
   * a plain file; a large file goes in pieces, which the system moves by itself, so that a cancel is heard.
   * Half a copy is of no use: it is removed again, which is safe as it was created here.
   */

  private static final long PIECE_BYTES = 8L << 20;

  private FileCopy() {}

  static void copy(FileOp<?> op, Path source, Path target, CopyOption[] options)
      throws IOException {
    List<CopyOption> wanted = List.of(options);
    if (!isLargeFile(source, wanted)) {
      Files.copy(source, target, options);
      return;
    }
    if (isItself(source, target)) {
      return;
    }
    if (wanted.contains(StandardCopyOption.REPLACE_EXISTING)) {
      Files.deleteIfExists(target);
    }
    copyLarge(op, source, target);
  }

  /** Whether the target is the very file, as Files.copy sees it: a link to it is another one. */
  private static boolean isItself(Path source, Path target) throws IOException {
    return Files.exists(target, LinkOption.NOFOLLOW_LINKS)
        && !Files.isSymbolicLink(target)
        && Files.isSameFile(source, target);
  }

  private static boolean isLargeFile(Path source, List<CopyOption> options) throws IOException {
    for (CopyOption option : options) {
      if (option != StandardCopyOption.REPLACE_EXISTING && option != LinkOption.NOFOLLOW_LINKS) {
        return false; // such as COPY_ATTRIBUTES, or one that isn't accepted
      }
    }
    LinkOption[] links =
        options.contains(LinkOption.NOFOLLOW_LINKS)
            ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS}
            : new LinkOption[0];
    var attributes = Files.readAttributes(source, BasicFileAttributes.class, links);
    return attributes.isRegularFile() && attributes.size() > PIECE_BYTES;
  }

  private static void copyLarge(FileOp<?> op, Path source, Path target) throws IOException {
    Set<OpenOption> create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel from = FileChannel.open(source, StandardOpenOption.READ)) {
      FileChannel to = FileChannel.open(target, create, permissions(source));
      boolean complete = false;
      try (to) {
        pour(op, from, to);
        complete = true;
      } catch (IOException failure) {
        throw FileErrors.at(target, failure);
      } finally {
        if (!complete) {
          Files.deleteIfExists(target);
        }
      }
    }
  }

  private static void pour(FileOp<?> op, FileChannel from, FileChannel to) throws IOException {
    long position = 0;
    while (true) {
      op.throwIfStopping();
      long count = from.transferTo(position, PIECE_BYTES, to);
      if (count <= 0) {
        return;
      }
      position += count;
    }
  }

  private static FileAttribute<?>[] permissions(Path source) throws IOException {
    if (!source.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(source))
    };
  }
}

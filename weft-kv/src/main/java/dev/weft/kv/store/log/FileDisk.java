package dev.weft.kv.store.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A folder of the file system. */
final class FileDisk implements Disk {

  private final Path folder;

  private FileDisk(Path folder) {
    this.folder = folder;
  }

  /** Opens a folder, which is made, with those above it, if it isn't there. */
  static FileDisk open(Path folder) throws IOException {
    var disk = new FileDisk(made(folder));
    disk.refuseDatabase();
    return disk;
  }

  private static Path made(Path folder) throws IOException {
    try {
      Path absolute = folder.toAbsolutePath();
      Path there = absolute;
      while (!Files.exists(there) && there.getParent() != null) {
        there = there.getParent();
      }
      Files.createDirectories(absolute);
      // A new folder is an entry in the one above it, which has to last as well.
      for (Path made = absolute; !made.equals(there) && made.getParent() != null; ) {
        made = made.getParent();
        syncFolder(made);
      }
      return absolute.toRealPath();
    } catch (FileAlreadyExistsException file) {
      throw new IOException(
          "The folder %s can't be used: %s is a file.".formatted(folder, file.getFile()), file);
    } catch (AccessDeniedException denied) {
      throw new IOException(
          "The folder %s can't be used: access to %s is denied."
              .formatted(folder, denied.getFile()),
          denied);
    } catch (IOException failure) {
      throw new IOException("The folder " + folder + " can't be used: " + failure, failure);
    }
  }

  /** A log that begins in a folder of the other engine would look as if all pairs were gone. */
  private void refuseDatabase() throws IOException {
    if (Files.exists(path("CURRENT")) && list().stream().noneMatch(FileNames::isState)) {
      throw new IOException(
          "The folder %s holds a RocksDB database, and no log; an empty folder is accepted."
              .formatted(folder));
    }
  }

  @Override
  public Path path(String name) {
    return folder.resolve(name);
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new ChannelFile(
        FileChannel.open(
            path(name),
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new ChannelFile(
        FileChannel.open(path(name), StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(path(name));
  }

  @Override
  public void sync() throws IOException {
    syncFolder(folder);
  }

  @Override
  public Closeable lock(String name) throws IOException {
    return FolderLock.take(path(name));
  }

  private static void syncFolder(Path folder) throws IOException {
    try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }

  private record ChannelFile(FileChannel channel) implements DiskFile {

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
      return channel.write(bytes, position);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return channel.read(into, position);
    }

    @Override
    public void force() throws IOException {
      channel.force(false); // the length is forced too where it matters, the times aren't
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}

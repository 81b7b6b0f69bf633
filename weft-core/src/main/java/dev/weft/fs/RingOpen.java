package dev.weft.fs;

import dev.weft.Context;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens a file. */
final class RingOpen extends RingPathOp<OpenFile> {

  private final FileBackend pool;
  private @Nullable OpenFiles openFiles;

  /**
   * @param pool for what the driver doesn't do
   */
  RingOpen(Path path, Set<OpenOption> options, FileBackend pool) {
    super("open", path, options);
    this.pool = pool;
  }

  @Override
  FileBackend near(Context cx) throws IOException {
    FileBackend near = super.near(cx);
    if (driver() != null) {
      openFiles = OpenFiles.of(cx);
    }
    return near;
  }

  @Override
  boolean isAttempted() {
    return !options().contains(StandardOpenOption.WRITE)
        && !options().contains(StandardOpenOption.APPEND);
  }

  /**
   * What isn't a regular file is the JDK's where there is no ring: its channels end a read that
   * waits when they are closed.
   */
  @Override
  boolean prefersSteps() {
    return driver() != null && Files.isRegularFile(path());
  }

  @Override
  boolean opened(int file) {
    if (request().isStatusKnown()) {
      home().settle(file);
      return step(file, 0);
    }
    request().status(file);
    return true;
  }

  @Override
  boolean step(int file, int result) {
    var opened = new RingFile(path(), options(), file, request().isRegular(), home(), pool);
    Objects.requireNonNull(openFiles).add(opened);
    value(opened);
    keepOpen();
    return false;
  }

  @Override
  OpenFile blocking() throws IOException {
    boolean mayWait = WholeFiles.mayWait(path());
    FileChannel channel =
        mayWait
            ? open(() -> FileChannel.open(path(), options()))
            : FileChannel.open(path(), options());
    boolean endsByItself = !mayWait && Files.isRegularFile(path());
    return new ChannelFile(path(), channel, options(), endsByItself, pool);
  }
}

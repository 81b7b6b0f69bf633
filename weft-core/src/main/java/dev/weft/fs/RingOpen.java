package dev.weft.fs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** Opens a file. */
final class RingOpen extends RingPathOp<OpenFile> {

  private final FileBackend pool;

  /**
   * @param pool for what the driver doesn't do
   */
  RingOpen(Path path, Set<OpenOption> options, FileBackend pool) {
    super("open", path, options);
    this.pool = pool;
  }

  @Override
  boolean opened(int file) {
    request().status(file);
    return true;
  }

  @Override
  boolean step(int file, int result) {
    value(new RingFile(path(), options(), file, request().isRegular(), home(), pool));
    keepOpen();
    return false;
  }

  @Override
  OpenFile blocking() throws IOException {
    FileChannel channel = FileChannel.open(path(), options());
    return new ChannelFile(path(), channel, options(), Files.isRegularFile(path()), pool);
  }
}

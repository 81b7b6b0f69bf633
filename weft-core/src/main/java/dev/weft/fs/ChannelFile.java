package dev.weft.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/** An open file whose operations are blocking calls on a channel. */
final class ChannelFile extends OpenFile {

  /*
   * Closing a channel under a call that uses it makes the call fail, and a write may then have happened
   * or not. So each call holds the lock as a reader, and the close takes it as a writer: it waits for
   * the calls that run, which are on threads of their own, and those that come later see that it is closed.
   *
   * A pipe or a terminal may keep a read waiting for ever; there the close goes first, and the read fails.
   */

  private final FileChannel channel;
  private final boolean endsByItself;
  private final StampedLock users = new StampedLock();

  /** A blocking call on the channel. */
  @FunctionalInterface
  private interface Call<T extends @Nullable Object> {
    T run(FileChannel channel) throws IOException;
  }

  /** A blocking call on the channel without a result. */
  @FunctionalInterface
  private interface Action {
    void run(FileChannel channel) throws IOException;
  }

  /**
   * @param endsByItself whether every call on it ends in its own time, as on a regular file
   */
  ChannelFile(
      Path path,
      FileChannel channel,
      Set<? extends OpenOption> options,
      boolean endsByItself,
      FileBackend backend) {
    super(path, options, backend);
    this.channel = channel;
    this.endsByItself = endsByItself;
  }

  @Override
  FileOp<Integer> read(String name, ByteBuffer target, long position) {
    return call(name, open -> position == COMMON ? open.read(target) : open.read(target, position));
  }

  @Override
  FileOp<Void> write(String name, ByteBuffer source, long position) {
    return action(
        name,
        open -> {
          long at = position;
          while (source.hasRemaining()) {
            if (position == COMMON) {
              open.write(source);
            } else {
              at += open.write(source, at);
            }
          }
        });
  }

  @Override
  FileOp<Void> sync(boolean metadata) {
    return action("sync", open -> open.force(metadata));
  }

  @Override
  FileOp<Void> truncate(long size) {
    return action("truncate", open -> open.truncate(size));
  }

  @Override
  FileOp<Long> size() {
    return call("size", FileChannel::size);
  }

  private <T extends @Nullable Object> FileOp<T> call(String name, Call<T> call) {
    return PathOp.call(backend(), name, path(), _ -> use(call));
  }

  private FileOp<Void> action(String name, Action action) {
    return PathOp.action(
        backend(),
        name,
        path(),
        _ -> {
          Object _ =
              use(
                  open -> {
                    action.run(open);
                    return this;
                  });
        });
  }

  /** Calls while the channel can't be closed; it blocks. */
  private <T extends @Nullable Object> T use(Call<T> call) throws IOException {
    if (!endsByItself) {
      return call.run(channel);
    }
    long stamp = users.readLock();
    try {
      requireOpen();
      return call.run(channel);
    } finally {
      users.unlockRead(stamp);
    }
  }

  @Override
  long position() throws IOException {
    requireOpen();
    return channel.position();
  }

  @Override
  void position(long position) throws IOException {
    requireOpen();
    channel.position(position);
  }

  @Override
  FileOp<Void> release() {
    return new CloseOp(backend(), "close(" + path() + ")", this::close);
  }

  private void close() throws IOException {
    refuse();
    if (!endsByItself) {
      channel.close();
      return;
    }
    long stamp = users.writeLock();
    try {
      channel.close();
    } catch (IOException failure) {
      throw FileErrors.at(path(), failure);
    } finally {
      users.unlockWrite(stamp);
    }
  }
}

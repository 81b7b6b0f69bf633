package dev.weft.fs;

import dev.weft.spi.FileDriver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a whole file. */
final class RingReadAll<T> extends RingPathOp<T> {

  /*
   * Where the size is known from the open, the file is over when that many bytes have come. Elsewhere it is
   * read without asking for its size, which costs a request that the kernel always does on another
   * thread: most are smaller than the first guess. Only one that has more is asked, and if it claims to be
   * empty (as in /proc) read until its end.
   */

  private static final Set<StandardOpenOption> FOR_READING = Set.of(StandardOpenOption.READ);

  private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

  private final int maxBytes;
  private final Decoding<T> decoding;
  private byte[] bytes = {};
  private ByteBuffer target = ByteBuffer.wrap(bytes);
  private boolean isWaiting; // for the other end of a pipe
  private boolean asksForSize;
  private boolean sized;
  private boolean claimsToBeEmpty;
  private boolean raw; // the value isn't decoded yet

  /** What the bytes stand for. */
  @FunctionalInterface
  interface Decoding<T> {
    T of(byte[] bytes) throws IOException;
  }

  RingReadAll(String name, Path path, int maxBytes, Decoding<T> decoding) {
    super(name, path, FOR_READING);
    this.maxBytes = Math.min(maxBytes, MOST_ARRAY_BYTES);
    this.decoding = decoding;
  }

  /** A large file isn't copied on a worker; a pipe is waited for elsewhere. */
  @Override
  boolean isAttempted() {
    return !isWaiting && bytes.length <= FileDriver.MOST_ATTEMPTED_BYTES;
  }

  @Override
  boolean first() {
    request().openToRead(path());
    return true;
  }

  @Override
  boolean opened(int file) throws IOException {
    if (request().isStatusKnown()) {
      if (!request().isRegular()) {
        isWaiting = true;
        request().ready(file);
        return true;
      }
      if (request().size() > 0) {
        return hasSize(file);
      }
    }
    grow(WholeFiles.FIRST_GUESS_BYTES);
    return read(file);
  }

  @Override
  boolean step(int file, int result) throws IOException {
    if (isWaiting) {
      isWaiting = false;
      grow(WholeFiles.FIRST_GUESS_BYTES);
      return read(file);
    }
    if (asksForSize) {
      asksForSize = false;
      return hasSize(file);
    }
    if (result == 0) {
      return atEnd();
    }
    if (claimsToBeEmpty && target.position() > maxBytes) {
      throw WholeFiles.hasMore(path(), maxBytes);
    }
    if (!sized && !claimsToBeEmpty && (target.position() > maxBytes || !target.hasRemaining())) {
      asksForSize = true;
      request().status(file);
      return true;
    }
    if (!target.hasRemaining()) {
      if (sized) {
        return atEnd();
      }
      growUnsized();
    }
    return read(file);
  }

  private boolean hasSize(int file) throws IOException {
    long size = request().size();
    if (size > maxBytes) {
      throw WholeFiles.hasSize(path(), size, maxBytes);
    }
    if (target.position() > maxBytes) {
      throw WholeFiles.hasMore(path(), maxBytes);
    }
    if (size > target.position()) {
      sized = true;
      grow((int) size);
    } else {
      claimsToBeEmpty = true;
      growUnsized();
    }
    return read(file);
  }

  /** Twice the room, but not more than shows that there are too many bytes. */
  private void growUnsized() throws IOException {
    long size = Math.min(2L * bytes.length, maxBytes + 1L);
    if (bytes.length >= MOST_ARRAY_BYTES) {
      throw FileErrors.because(path(), "has more bytes than an array can have");
    }
    grow((int) Math.clamp(size, bytes.length + 1L, MOST_ARRAY_BYTES));
  }

  private void grow(int size) {
    bytes = Arrays.copyOf(bytes, size);
    target = ByteBuffer.wrap(bytes, target.position(), size - target.position());
  }

  private boolean read(int file) {
    request().read(file, target, OpenFile.COMMON);
    return true;
  }

  private boolean atEnd() {
    int size = target.position();
    value(size == bytes.length ? bytes : Arrays.copyOf(bytes, size));
    raw = true;
    return false;
  }

  @Override
  @Nullable Object delivered(@Nullable Object value) throws IOException {
    return raw && value instanceof byte[] read ? decoding.of(read) : value;
  }

  @Override
  T blocking() throws IOException {
    return decoding.of(WholeFiles.read(this, path(), maxBytes));
  }
}

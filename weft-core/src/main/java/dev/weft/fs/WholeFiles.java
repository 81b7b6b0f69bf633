package dev.weft.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Set;

/** The blocking side of reading and writing whole files. */
final class WholeFiles {

  /*
   * A file is read in pieces: the JDK copies each through a buffer outside the heap that it keeps per
   * thread and that is as large as the largest piece; and between two pieces a cancelled operation ends.
   * A file whose size is known is over when that many bytes have come, which saves the read that finds
   * the end; those that claim to be empty (as in /proc) are read until the end.
   *
   * What is read is opened as if that might wait for ever, since to ask first takes as long as to open: a cancel doesn't
   * wait for the open, which changes nothing. Only what has no size, as a pipe, is asked what it is, as reading it
   * may wait, too. What is written is asked first: of a file that is made, the cancel waits for the open.
   */

  private static final int PIECE_BYTES = 256 * 1024;
  static final int FIRST_GUESS_BYTES = 8 * 1024;
  private static final Set<OpenOption> FOR_READING = Set.of(StandardOpenOption.READ);
  private static final char REPLACEMENT = '\uFFFD';

  private WholeFiles() {}

  static byte[] read(FileOp<?> op, Path path, int maxBytes) throws IOException {
    try (SeekableByteChannel channel = op.open(() -> Files.newByteChannel(path, FOR_READING))) {
      long size = channel.size();
      if (size == 0 && mayWait(path)) {
        op.closesWhenStopped(channel);
      }
      if (size > maxBytes) {
        throw hasSize(path, size, maxBytes);
      }
      return size == 0
          ? readUntilEnd(op, path, channel, maxBytes)
          : readSized(op, channel, (int) size);
    } catch (ClosedChannelException closed) {
      op.throwIfStopping();
      throw closed;
    }
  }

  private static SeekableByteChannel openToWrite(
      FileOp<?> op, Path path, Set<? extends OpenOption> options) throws IOException {
    if (!mayWait(path)) {
      return Files.newByteChannel(path, options);
    }
    SeekableByteChannel channel = op.open(() -> Files.newByteChannel(path, options));
    op.closesWhenStopped(channel);
    return channel;
  }

  /** Whether an open may wait for somebody else, as that of a pipe does. */
  static boolean mayWait(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isOther();
    } catch (IOException unknown) {
      return false; // there is none yet, or the open says what is wrong
    }
  }

  private static byte[] readSized(FileOp<?> op, SeekableByteChannel channel, int size)
      throws IOException {
    byte[] bytes = new byte[size];
    ByteBuffer target = ByteBuffer.wrap(bytes);
    while (target.hasRemaining()) {
      if (readPiece(op, channel, target) < 0) {
        return Arrays.copyOf(bytes, target.position()); // it was cut meanwhile
      }
    }
    return bytes;
  }

  private static byte[] readUntilEnd(
      FileOp<?> op, Path path, SeekableByteChannel channel, int maxBytes) throws IOException {
    byte[] bytes = new byte[Math.min(FIRST_GUESS_BYTES, maxBytes)];
    ByteBuffer target = ByteBuffer.wrap(bytes);
    while (true) {
      if (!target.hasRemaining()) {
        if (bytes.length == maxBytes) {
          if (channel.read(ByteBuffer.allocate(1)) >= 0) {
            throw hasMore(path, maxBytes);
          }
          return bytes;
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, maxBytes));
        target = ByteBuffer.wrap(bytes, target.position(), bytes.length - target.position());
      }
      if (readPiece(op, channel, target) < 0) {
        return Arrays.copyOf(bytes, target.position());
      }
    }
  }

  private static int readPiece(FileOp<?> op, SeekableByteChannel channel, ByteBuffer target)
      throws IOException {
    op.throwIfStopping();
    int limit = target.limit();
    target.limit(Math.min(limit, target.position() + PIECE_BYTES));
    try {
      return channel.read(target);
    } finally {
      target.limit(limit);
    }
  }

  static IOException hasSize(Path path, long size, int maxBytes) {
    return tooLarge(path, "has " + size + " bytes, which is more than", maxBytes);
  }

  static IOException hasMore(Path path, int maxBytes) {
    return tooLarge(path, "has more bytes than", maxBytes);
  }

  private static IOException tooLarge(Path path, String what, int maxBytes) {
    return FileErrors.because(path, what + " the limit of " + maxBytes);
  }

  /** Text, without replacing what isn't of the charset. */
  static String decode(Path path, byte[] bytes, Charset charset) throws IOException {
    if (charset == StandardCharsets.UTF_8) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (text.indexOf(REPLACEMENT) < 0) {
        return text; // nothing was replaced; the mark may also be real text, so look more closely
      }
    }
    ByteBuffer source = ByteBuffer.wrap(bytes);
    try {
      return charset.newDecoder().decode(source).toString();
    } catch (CharacterCodingException malformed) {
      String reason = "the bytes at offset " + source.position() + " aren't " + charset;
      throw FileErrors.named(path, reason, malformed);
    }
  }

  /** The bytes of a text; what the charset can't express is a failure, not a question mark. */
  static ByteBuffer encode(Path path, CharSequence text, Charset charset) throws IOException {
    try {
      return charset.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException unmappable) {
      throw FileErrors.named(path, "the text can't be expressed in " + charset, unmappable);
    }
  }

  static void write(FileOp<?> op, Path path, ByteBuffer source, Set<? extends OpenOption> options)
      throws IOException {
    try (SeekableByteChannel channel = openToWrite(op, path, options)) {
      writeAll(op, channel, source);
    } catch (ClosedChannelException closed) {
      op.throwIfStopping();
      throw closed;
    }
  }

  private static void writeAll(FileOp<?> op, SeekableByteChannel channel, ByteBuffer source)
      throws IOException {
    int limit = source.limit();
    try {
      while (source.position() < limit) {
        op.throwIfStopping();
        source.limit(Math.min(limit, source.position() + PIECE_BYTES));
        channel.write(source);
      }
    } finally {
      source.limit(limit);
    }
  }
}

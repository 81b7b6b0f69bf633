package dev.weft.fs;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.BufReader;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file in UTF-8, without their ends, as a stream; each is decoded when it is asked
 * for, so the file may be larger than memory.
 *
 * {@snippet class="dev.weft.snippets.FileSnippets" region="lines"}
 *
 * <p>At its end, and after a failure, the file is closed; one that is left before has to be closed.
 * A line that is too long or isn't UTF-8 is a failure.
 *
 * <p><em>Cancellation:</em> of a {@code next()}: safe; no line is passed over.
 *
 * <p><em>Threads:</em> one consumer at a time, which also closes it.
 */
public final class FileLines implements AsyncStream<String>, AsyncCloseable {

  /** Longest line in bytes unless another limit is asked for: 64 KiB. */
  public static final int DEFAULT_MAX_LINE_BYTES = BufReader.DEFAULT_MAX_LINE_BYTES;

  /*
   * One step after the other: the file is being opened, lines are read, the file is being closed. What
   * ended it, the end or a failure, is told once the file is closed.
   */

  private final Path path;
  private final int maxLineBytes;
  private @Nullable RawFuture<AsyncFile> opening;
  private final Supplier<Future<AsyncFile>> opener;
  private @Nullable AsyncFile file;
  private @Nullable AsyncStream<String> lines;
  private @Nullable RawFuture<Void> closing;
  private @Nullable Throwable failure;
  private boolean ended;
  private boolean givesUp; // the open was asked to end, and the lines are to begin another time

  FileLines(Path path, int maxLineBytes) {
    this(path, maxLineBytes, () -> AsyncFile.open(path));
  }

  FileLines(Path path, int maxLineBytes, Supplier<Future<AsyncFile>> opener) {
    if (maxLineBytes < 1 || maxLineBytes > BufReader.MAX_LIMIT) {
      throw new IllegalArgumentException(
          "maxLineBytes is " + maxLineBytes + "; accepted is 1 to " + BufReader.MAX_LIMIT + ".");
    }
    this.path = path;
    this.opener = opener;
    this.maxLineBytes = maxLineBytes;
  }

  @Override
  public @Nullable Object pollNext(Context cx) throws Exception {
    if (closing == null && !ended) {
      Object line = line(cx);
      if (line != null) {
        return line;
      }
    }
    return end(cx);
  }

  /** A cancelled open leaves everything as before the first call. */
  private boolean gaveUp(Throwable thrown) {
    boolean cancelled = givesUp && opening != null && thrown instanceof Cancellation;
    givesUp = false;
    if (cancelled) {
      opening = null;
    }
    return cancelled;
  }

  /** A line, PENDING, or null if the lines are over for some reason. */
  private @Nullable Object line(Context cx) throws Exception {
    try {
      AsyncStream<String> source = lines;
      if (source == null) {
        RawFuture<AsyncFile> open = opening;
        if (open == null) {
          open = RawFuture.own(opener.get());
          opening = open;
        }
        Object opened = open.pollRaw(cx);
        if (opened == RawFuture.PENDING) {
          return opened;
        }
        opening = null;
        file = (AsyncFile) Objects.requireNonNull(opened);
        source = Streams.lines(new BufReader(file, BufReader.DEFAULT_CAPACITY), maxLineBytes);
        lines = source;
        if (givesUp) { // it was opened all the same, but nobody waits for a line
          givesUp = false;
          cx.waker().wake();
          return RawFuture.PENDING;
        }
      }
      return source.pollNext(cx);
    } catch (FileSystemException named) {
      failure = named;
    } catch (IOException unnamed) {
      failure = FileErrors.named(path, String.valueOf(unnamed.getMessage()), unnamed);
    } catch (Throwable thrown) {
      if (gaveUp(thrown)) {
        throw thrown;
      }
      failure = thrown;
    }
    return null;
  }

  private @Nullable Object end(Context cx) throws Exception {
    ended = true;
    AsyncFile opened = file;
    RawFuture<Void> close = closing;
    if (close == null && opened != null) {
      close = RawFuture.own(opened.closeAsync());
      closing = close;
    }
    if (close != null) {
      if (close.pollRaw(cx) == RawFuture.PENDING) {
        return RawFuture.PENDING;
      }
      file = null;
      closing = null;
    }
    Throwable thrown = failure;
    failure = null;
    if (thrown instanceof Exception exception) {
      throw exception;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return null;
  }

  @Override
  public boolean cancelNext() {
    RawFuture<AsyncFile> open = opening;
    if (open != null) {
      if (!open.cancel()) {
        givesUp = true;
        return false;
      }
      opening = null;
    }
    RawFuture<Void> close = closing;
    if (close != null) {
      return false; // it is nearly over
    }
    return lines == null || lines.cancelNext();
  }

  /**
   * Ends the stream and closes the file.
   *
   * <p><em>Cancellation:</em> it is closed all the same.
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    ended = true;
    failure = null;
    AsyncFile opened = file;
    return opened == null ? new CloseFuture(() -> {}) : opened.closeAsync();
  }
}

package dev.weft.fs;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncStream;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a directory or a tree, as a stream. Many are fetched at a time, and the next ones
 * while these are used.
 *
 * <p>At its end, and after a failure, everything is released. A stream that is left before holds
 * directories open until it is closed.
 *
 * <p><em>Cancellation:</em> of a {@code next()}: safe; nothing is passed over.
 *
 * <p><em>Threads:</em> one consumer at a time, which also closes it.
 */
public final class Entries implements AsyncStream<Entries.Entry>, AsyncCloseable {

  /*
   * The walker belongs to the one operation that is under way, else to the consumer. `fetch` is that
   * operation: it is submitted as soon as the entries of the one before it have arrived, so the pool
   * looks at the next ones while the task works on these; there are never more than two lots in memory.
   * A cancelled next() leaves the fetch alone. The first lot is small, so that the first entry comes soon.
   */

  private static final int FIRST_LOT = 32;
  private static final int LARGEST_LOT = 1024;

  private final Path root;
  private final TreeWalker walker;
  private Iterator<Entry> arrived = List.<Entry>of().iterator();
  private int lot = FIRST_LOT;
  private @Nullable FileBackend backend;
  private @Nullable FileOp<List<Entry>> fetch;
  private boolean ended;

  /** Whether the root is an entry. */
  enum Root {
    INCLUDED,
    LEFT_OUT
  }

  /**
   * One file, directory or link.
   *
   * @param path the path of the root with the names below it
   * @param metadata size, times and kind, of the link itself unless links are followed
   * @param depth 0 for the root, 1 for its entries, and so on
   */
  public record Entry(Path path, BasicFileAttributes metadata, int depth) {}

  Entries(Path root, WalkOptions options, Root ownEntry) {
    this.root = root;
    this.walker = new TreeWalker(root, options, ownEntry == Root.INCLUDED);
  }

  @Override
  public @Nullable Object pollNext(Context cx) throws Exception {
    while (!arrived.hasNext()) {
      if (ended) {
        return null;
      }
      Object answer = fetched(cx);
      if (answer == RawFuture.PENDING) {
        return answer;
      }
    }
    return arrived.next();
  }

  @SuppressWarnings("unchecked") // the fetch yields a list of entries or PENDING
  private @Nullable Object fetched(Context cx) throws Exception {
    if (backend == null) {
      backend = FilePool.of(cx);
    }
    FileOp<List<Entry>> current = fetch;
    if (current == null) {
      current = startFetch(backend);
    }
    Object answer;
    try {
      answer = current.pollRaw(cx);
    } catch (Throwable failure) {
      ended = true;
      throw failure;
    }
    if (answer == RawFuture.PENDING) {
      return answer;
    }
    List<Entry> entries = (List<Entry>) Objects.requireNonNull(answer);
    fetch = null;
    arrived = entries.iterator();
    if (entries.size() < lot) {
      ended = true;
    } else {
      lot = Math.min(LARGEST_LOT, lot * 4);
      startFetch(backend);
    }
    return null;
  }

  private FileOp<List<Entry>> startFetch(FileBackend backend) {
    int count = lot;
    FileOp<List<Entry>> next = PathOp.call("entries", root, op -> walker.next(count));
    fetch = next;
    next.begin(backend);
    return next;
  }

  @Override
  public boolean cancelNext() {
    FileOp<?> current = fetch;
    if (current != null) {
      current.forgetWaker();
    }
    return true;
  }

  /**
   * Ends the stream and releases what it holds, after what is under way.
   *
   * <p><em>Cancellation:</em> it is released all the same.
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    arrived = List.<Entry>of().iterator();
    FileBackend used = backend;
    if (used == null || (ended && fetch == null)) {
      ended = true;
      return new CloseFuture(() -> {});
    }
    ended = true;
    FileOp<?> current = fetch;
    fetch = null;
    return new CloseAfter(current, new CloseOp(used, "close " + root, walker::close));
  }
}

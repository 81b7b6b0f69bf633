package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.io.BufReader;
import dev.weft.time.DelayQueue;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Streams that aren't made from another stream. */
final class Sources {

  private Sources() {}

  static final class Elements<T> implements AsyncStream<T> {

    private @Nullable Iterator<? extends T> rest;

    Elements(Iterator<? extends T> rest) {
      this.rest = rest;
    }

    @Override
    public @Nullable Object pollNext(Context cx) {
      Iterator<? extends T> now = rest;
      rest = null; // stays so at the end and after a failure
      if (now == null || !now.hasNext()) {
        return null;
      }
      T item = Objects.requireNonNull(now.next(), "An item of a stream can't be null.");
      rest = now;
      return item;
    }
  }

  /** What comes out of a delay queue. */
  static final class Expiring<T> implements AsyncStream<DelayQueue.Entry<T>> {

    private final DelayQueue<T> queue;

    Expiring(DelayQueue<T> queue) {
      this.queue = queue;
    }

    @Override
    public @Nullable Object pollNext(Context cx) {
      return queue.pollNext(cx);
    }

    @Override
    public boolean cancelNext() {
      queue.cancelNext();
      return true;
    }
  }

  /** Lines; half a line is kept by the reader, so a pending read may be dropped at any time. */
  static final class Lines implements AsyncStream<String> {

    private final BufReader reader;
    private final int maxBytes;
    private @Nullable RawFuture<@Nullable String> line;
    private boolean ended;

    Lines(BufReader reader, int maxBytes) {
      this.reader = reader;
      this.maxBytes = maxBytes;
    }

    @Override
    public @Nullable Object pollNext(Context cx) throws Exception {
      if (ended) {
        return null;
      }
      RawFuture<@Nullable String> current = line;
      line = null;
      if (current == null) {
        current = RawFuture.own(reader.readLine(maxBytes));
      }
      ended = true; // unless the poll comes back with an answer
      Object answer = current.pollRaw(cx);
      ended = answer == null;
      if (answer == RawFuture.PENDING) {
        line = current;
      }
      return answer;
    }

    @Override
    public boolean cancelNext() {
      RawFuture<@Nullable String> current = line;
      if (current == null || current.cancel()) {
        line = null;
        return true;
      }
      return false;
    }
  }
}

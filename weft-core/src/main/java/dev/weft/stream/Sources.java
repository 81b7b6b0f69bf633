package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.sync.Mpsc;
import dev.weft.time.DelayQueue;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;
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

  /** Numbers one after another. */
  static final class Range implements AsyncStream<Integer> {

    private final int end; // excluded
    private int next;

    Range(int start, int end) {
      this.next = start;
      this.end = end;
    }

    @Override
    public @Nullable Object pollNext(Context cx) {
      return next < end ? next++ : null;
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

  /** What a call gives that can be made again and again, where a cancelled call loses nothing. */
  static final class Calls<T> implements AsyncStream<T> {

    private final Supplier<? extends Future<? extends @Nullable T>> call;
    private @Nullable RawFuture<?> current;
    private boolean ended;

    Calls(Supplier<? extends Future<? extends @Nullable T>> call) {
      this.call = call;
    }

    @Override
    public @Nullable Object pollNext(Context cx) throws Exception {
      if (ended) {
        return null;
      }
      RawFuture<?> running = current;
      current = null;
      ended = true; // unless the poll comes back with an answer
      if (running == null) {
        running = RawFuture.own(call.get());
      }
      Object answer = running.pollRaw(cx);
      ended = answer == null;
      if (answer == RawFuture.PENDING) {
        current = running;
      }
      return answer;
    }

    @Override
    public boolean cancelNext() {
      if (current == null || current.cancel()) {
        current = null;
        return true;
      }
      return false;
    }
  }

  /** What comes out of a channel. */
  static final class Received<T> implements AsyncStream<T> {

    private final Mpsc.Receiver<T> receiver;

    Received(Mpsc.Receiver<T> receiver) {
      this.receiver = receiver;
    }

    @Override
    public @Nullable Object pollNext(Context cx) {
      return receiver.pollRecv(cx);
    }

    @Override
    public boolean cancelNext() {
      receiver.cancelRecv();
      return true;
    }

    @Override
    public Future<Void> closeAsync() {
      return new CloseFuture(receiver::close);
    }
  }
}

package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.sync.Mpsc;
import dev.weft.sync.TrySend;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sinks made from others. */
final class Sinks {

  private Sinks() {}

  /** A sink of other items. */
  static final class With<U, T> implements AsyncSink<U> {

    private final AsyncSink<T> target;
    private final Function<? super U, ? extends T> function;

    With(AsyncSink<T> target, Function<? super U, ? extends T> function) {
      this.target = target;
      this.function = function;
    }

    @Override
    public boolean pollReady(Context cx) throws Exception {
      return target.pollReady(cx);
    }

    @Override
    public void startSend(U item) throws Exception {
      T mapped = function.apply(item);
      target.startSend(
          Objects.requireNonNull(mapped, "The function of with gave null for an item."));
    }

    @Override
    public boolean pollFlush(Context cx) throws Exception {
      return target.pollFlush(cx);
    }

    @Override
    public boolean pollClose(Context cx) throws Exception {
      return target.pollClose(cx);
    }

    @Override
    public void cancelSend() {
      target.cancelSend();
    }
  }

  /** A sink that takes items which its target has no room for. */
  static final class Buffer<T> implements AsyncSink<T> {

    private final AsyncSink<T> target;
    private final int size;
    private final ArrayDeque<T> items = new ArrayDeque<>();

    Buffer(AsyncSink<T> target, int size) {
      this.target = target;
      this.size = size;
    }

    private boolean drain(Context cx) throws Exception {
      while (!items.isEmpty()) {
        if (!target.pollReady(cx)) {
          return false;
        }
        target.startSend(items.remove());
        if (!items.isEmpty() && !PollContext.mayGoOn(cx)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public boolean pollReady(Context cx) throws Exception {
      return items.size() < size || drain(cx) || items.size() < size;
    }

    @Override
    public void startSend(T item) {
      if (items.size() == size) {
        throw new IllegalStateException(
            "The buffer of "
                + size
                + " items is full; startSend may be called once pollReady says so.");
      }
      items.add(Objects.requireNonNull(item, "item"));
    }

    @Override
    public boolean pollFlush(Context cx) throws Exception {
      return drain(cx) && target.pollFlush(cx);
    }

    @Override
    public boolean pollClose(Context cx) throws Exception {
      return drain(cx) && target.pollClose(cx);
    }

    @Override
    public void cancelSend() {
      target.cancelSend();
    }
  }

  /** A sink whose items go to two others. */
  static final class Fanout<T> implements AsyncSink<T> {

    /*
     * Both are asked each time, so that both have the waker; one that has said that it is ready isn't
     * asked again until it got its item. The same holds for a close.
     */

    private final AsyncSink<? super T> first;
    private final AsyncSink<? super T> second;
    private boolean firstReady;
    private boolean secondReady;
    private boolean firstClosed;
    private boolean secondClosed;
    private @Nullable Throwable inClose;

    Fanout(AsyncSink<? super T> first, AsyncSink<? super T> second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public boolean pollReady(Context cx) throws Exception {
      firstReady = firstReady || first.pollReady(cx);
      secondReady = secondReady || second.pollReady(cx);
      return firstReady && secondReady;
    }

    @Override
    public void startSend(T item) throws Exception {
      firstReady = false;
      secondReady = false;
      first.startSend(item);
      second.startSend(item);
    }

    @Override
    public boolean pollFlush(Context cx) throws Exception {
      boolean flushed = first.pollFlush(cx);
      return second.pollFlush(cx) && flushed;
    }

    @Override
    public boolean pollClose(Context cx) throws Exception {
      firstClosed = firstClosed || isClosed(first, cx);
      secondClosed = secondClosed || isClosed(second, cx);
      if (!firstClosed || !secondClosed) {
        return false;
      }
      Throwable failure = inClose;
      inClose = null;
      if (failure != null) {
        throw Codegen.<RuntimeException>sneak(failure);
      }
      return true;
    }

    /** A close that fails is over as well: the other sink has to be closed all the same. */
    private boolean isClosed(AsyncSink<?> sink, Context cx) {
      try {
        return sink.pollClose(cx);
      } catch (Throwable failure) {
        inClose = Trouble.add(inClose, failure);
        return true;
      }
    }

    @Override
    public void cancelSend() {
      first.cancelSend();
      second.cancelSend();
    }
  }

  /** The sending end of a channel. */
  static final class Sent<T> implements AsyncSink<T> {

    /*
     * An item that was taken is on its way at once; there is room for the next one when it has arrived,
     * which it mostly has without a wait.
     * A cancel leaves it on its way, since it was taken.
     */

    private final Mpsc.Sender<T> sender;
    private @Nullable RawFuture<Void> current;

    Sent(Mpsc.Sender<T> sender) {
      this.sender = sender;
    }

    @Override
    public boolean pollReady(Context cx) throws Exception {
      RawFuture<Void> sending = current;
      if (sending == null) {
        return true;
      }
      current = null; // a failed one is never polled again
      if (sending.pollRaw(cx) == RawFuture.PENDING) {
        current = sending;
        return false;
      }
      return true;
    }

    @Override
    public void startSend(T item) {
      if (current != null) {
        throw new IllegalStateException(
            "An item is on its way; startSend may be called once pollReady says so.");
      }
      if (!(sender.trySend(item) instanceof TrySend.Sent)) {
        current = RawFuture.own(sender.send(item));
      }
    }

    @Override
    public boolean pollFlush(Context cx) throws Exception {
      return pollReady(cx);
    }

    @Override
    public boolean pollClose(Context cx) throws Exception {
      boolean arrived = pollReady(cx);
      if (arrived) {
        sender.close();
      }
      return arrived;
    }
  }
}

package dev.weft.sync;

import dev.weft.Future;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A sender of a watch. */
final class WatchSender<T> implements Watch.Sender<T> {

  private final WatchState<T> state;
  private final AtomicBoolean closed = new AtomicBoolean();

  WatchSender(WatchState<T> state) {
    this.state = state;
  }

  @Override
  public boolean send(T value) {
    Objects.requireNonNull(value, "value");
    if (state.receivers() == 0) {
      checkOpen();
      return false;
    }
    sendReplace(value);
    return true;
  }

  @Override
  public T sendReplace(T value) {
    Objects.requireNonNull(value, "value");
    checkOpen();
    return Objects.requireNonNull(state.change(_ -> value, true)).value();
  }

  @Override
  public T sendModify(UnaryOperator<T> change) {
    var made = new Made<>(change);
    checkOpen();
    state.change(made, true);
    return made.last();
  }

  @Override
  public boolean sendIfModified(UnaryOperator<T> change) {
    checkOpen();
    return state.change(Objects.requireNonNull(change, "change"), false) != null;
  }

  @Override
  public T borrow() {
    return state.newest().value();
  }

  @Override
  public Watch.Receiver<T> subscribe() {
    state.addReceiver();
    return new WatchReceiver<>(state);
  }

  @Override
  public Future<Void> closed() {
    return new NobodyReceives(state);
  }

  @Override
  public boolean isClosed() {
    return state.receivers() == 0;
  }

  @Override
  public int receiverCount() {
    return state.receivers();
  }

  @Override
  public Watch.Sender<T> copy() {
    checkOpen();
    state.addSender();
    return new WatchSender<>(state);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      state.removeSender();
    }
  }

  private void checkOpen() {
    if (closed.get()) {
      throw ended();
    }
  }

  static IllegalStateException ended() {
    return new IllegalStateException(
        "The sender of a watch was closed; it neither sends nor can be copied any more.");
  }

  @Override
  public String toString() {
    return "Watch.Sender[" + borrow() + (closed.get() ? ", closed]" : "]");
  }

  /** Remembers what a function returned last. */
  private static final class Made<T> implements UnaryOperator<T> {

    private final UnaryOperator<T> change;
    private @Nullable T made;

    Made(UnaryOperator<T> change) {
      this.change = Objects.requireNonNull(change, "change");
    }

    @Override
    public T apply(T value) {
      T result = change.apply(value);
      made = result;
      return result;
    }

    T last() {
      return Objects.requireNonNull(made);
    }
  }

  private static final class NobodyReceives extends Until<Void> {

    private final WatchState<?> state;

    NobodyReceives(WatchState<?> state) {
      super(state.departures);
      this.state = state;
    }

    @Override
    @Nullable Object look() {
      return state.receivers() == 0 ? null : PENDING;
    }
  }
}

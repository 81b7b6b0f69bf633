package dev.weft.sync;

import dev.weft.Future;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A receiver of a watch. */
final class WatchReceiver<T> implements Watch.Receiver<T> {

  /** The number of no value. */
  private static final long NONE = 0;

  private final WatchState<T> state;
  private final AtomicBoolean closed = new AtomicBoolean();
  private long seen; // the owner's

  WatchReceiver(WatchState<T> state) {
    this(state, state.newest().number());
  }

  private WatchReceiver(WatchState<T> state, long seen) {
    this.state = state;
    this.seen = seen;
  }

  @Override
  public Future<@Nullable T> changed() {
    return new Changed<>(this);
  }

  @Override
  public Future<@Nullable T> waitFor(Predicate<? super T> condition) {
    return new Suits<>(this, Objects.requireNonNull(condition, "condition"));
  }

  @Override
  public T borrow() {
    return state.newest().value();
  }

  @Override
  public T borrowAndUpdate() {
    return see(state.newest());
  }

  private T see(WatchState.Version<T> version) {
    seen = version.number();
    return version.value();
  }

  @Override
  public boolean hasChanged() {
    return state.newest().number() != seen;
  }

  @Override
  public void markChanged() {
    seen = NONE;
  }

  @Override
  public void markUnchanged() {
    seen = state.newest().number();
  }

  @Override
  public boolean isClosed() {
    return state.isEnded();
  }

  @Override
  public Watch.Receiver<T> copy() {
    state.addReceiver();
    return new WatchReceiver<>(state, seen);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      state.removeReceiver();
    }
  }

  @Override
  public String toString() {
    return "Watch.Receiver[" + borrow() + (hasChanged() ? ", unseen]" : "]");
  }

  private static final class Changed<T> extends Until<@Nullable T> {

    private final WatchReceiver<T> receiver;

    Changed(WatchReceiver<T> receiver) {
      super(receiver.state.changes);
      this.receiver = receiver;
    }

    @Override
    @Nullable Object look() {
      boolean ended = receiver.state.isEnded(); // first: what was sent before the end comes first
      WatchState.Version<T> now = receiver.state.newest();
      if (now.number() != receiver.seen) {
        return receiver.see(now);
      }
      return ended ? null : PENDING;
    }
  }

  private static final class Suits<T> extends Until<@Nullable T> {

    private final WatchReceiver<T> receiver;
    private final Predicate<? super T> condition;
    private long tested = NONE;

    Suits(WatchReceiver<T> receiver, Predicate<? super T> condition) {
      super(receiver.state.changes);
      this.receiver = receiver;
      this.condition = condition;
    }

    @Override
    @Nullable Object look() {
      boolean ended = receiver.state.isEnded(); // first, as in Changed
      WatchState.Version<T> now = receiver.state.newest();
      if (now.number() != tested) {
        tested = now.number();
        if (condition.test(now.value())) {
          return receiver.see(now);
        }
      }
      return ended ? null : PENDING;
    }
  }
}

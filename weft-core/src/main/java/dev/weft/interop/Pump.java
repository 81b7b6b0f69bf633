package dev.weft.interop;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Discards;
import dev.weft.stream.AsyncStream;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A task that sends a stream to a subscriber, as fast as that asks for it. */
final class Pump<T> extends RawFuture<Void> {

  /*
   * All signals come from the polls of this one task, so they are serial. request() and cancel() of the
   * subscription only change the demand, which wakes the task: they never call back into the subscriber,
   * never recurse and cost the same however deep they are called.
   *
   * Life: SEND until the stream ends, fails, or nobody wants more; LEAVE while a pending poll of the
   * stream can't be left alone yet; CLOSE until the stream has been closed; then the last signal, if one
   * is due. So a subscriber that is told of the end knows that the stream has released what it held.
   *
   * `end` is that last signal: null for completion. After a cancel there is none and the subscriber is
   * forgotten (rule 3.13 of Reactive Streams). A subscriber that throws (rule 2.13) is taken to have
   * cancelled, and what it threw goes to the runtime's handler.
   *
   * Asked ahead, the stream is polled for one item before the subscriber wants it, so that an end or a
   * failure is passed on without a request; the item is kept in `held`. A processor has to do so.
   *
   * An abort, which only the end of the runtime requests, ends the subscription with a failure. It may
   * come in the middle of a poll, and is then acted on as soon as that poll is pending.
   */

  private enum Stage {
    SEND,
    LEAVE,
    CLOSE,
    DONE
  }

  private final AsyncStream<? extends T> stream;
  private final boolean ahead;
  private final Demand demand = new Demand();
  private @Nullable Object held;
  private Flow.@Nullable Subscriber<? super T> subscriber;
  private Stage stage = Stage.SEND;
  private boolean begun;
  private boolean polling;
  private boolean aborted;
  private @Nullable Throwable end;
  private @Nullable RawFuture<?> closing;
  private final Discards discards = new Discards();

  Pump(AsyncStream<? extends T> stream, Flow.Subscriber<? super T> subscriber, boolean ahead) {
    this.stream = stream;
    this.ahead = ahead;
    this.subscriber = subscriber;
  }

  Flow.Subscription subscription() {
    return new Asked(demand);
  }

  @Override
  public @Nullable Object pollRaw(Context cx) {
    begun = true;
    polling = true;
    try {
      boolean was = aborted;
      boolean done = advance(cx);
      if (!done && aborted && !was) {
        done = advance(cx); // nobody wakes what was asked to stop only just now
      }
      return done ? null : PENDING;
    } finally {
      polling = false;
    }
  }

  private boolean advance(Context cx) {
    if (stage == Stage.SEND && !send(cx)) {
      return false;
    }
    if (stage == Stage.LEAVE && !leave(cx)) {
      return false;
    }
    if (stage == Stage.CLOSE && !close(cx)) {
      return false;
    }
    return true;
  }

  /** Sends what there is; true once this stage is over. */
  private boolean send(Context cx) {
    while (true) {
      long asked = aborted ? Demand.CANCELLED : demand.look(cx.waker());
      if (asked == Demand.CANCELLED) {
        return over(Stage.LEAVE, aborted ? runtimeClosed() : null, !aborted);
      }
      if (asked == Demand.MISUSED) {
        return over(Stage.LEAVE, Flows.misuse(), false);
      }
      if (asked == 0 && (!ahead || held != null)) {
        return false;
      }
      Object item = held;
      if (item == null) {
        try {
          item = stream.pollNext(cx);
        } catch (Throwable failure) {
          return over(Stage.CLOSE, failure, false);
        }
      }
      if (item == PENDING) {
        return false;
      }
      if (item == null) {
        return over(Stage.CLOSE, null, false);
      }
      held = item;
      if (asked > 0 && !deliver(item, cx)) {
        return over(Stage.CLOSE, null, true);
      }
      if (!PollContext.mayGoOn(cx)) {
        return false;
      }
    }
  }

  @SuppressWarnings("unchecked") // the stream yields T, null or PENDING
  private boolean deliver(Object item, Context cx) {
    Flow.Subscriber<? super T> target = subscriber;
    if (target == null || !demand.take()) {
      return true; // cancelled, or misused, while the stream was asked
    }
    held = null;
    try {
      target.onNext((T) item);
      return true;
    } catch (Throwable broken) {
      Discards.report(broken, cx);
      return false;
    }
  }

  private boolean over(Stage next, @Nullable Throwable failure, boolean silent) {
    stage = next;
    end = failure;
    if (silent) {
      subscriber = null;
    }
    return true;
  }

  private boolean leave(Context cx) {
    try {
      if (!stream.cancelNext()) {
        Object item = stream.pollNext(cx);
        if (item == PENDING && !stream.cancelNext()) {
          return false;
        }
        discards.add(item == PENDING ? null : item, cx);
      }
    } catch (Throwable stopped) {
      // That is how a stream stops that was asked to.
    }
    stage = Stage.CLOSE;
    return true;
  }

  private boolean close(Context cx) {
    discards.add(held, cx);
    held = null;
    if (!discards.areDone(cx)) {
      return false;
    }
    try {
      RawFuture<?> now = closing;
      if (now == null) {
        now = RawFuture.own(stream.closeAsync());
        closing = now;
      }
      if (now.pollRaw(cx) == PENDING) {
        return false;
      }
    } catch (Throwable failure) { // whatever it is, the subscriber has to be told of the end
      if (end != null && end != failure) {
        end.addSuppressed(failure);
      } else {
        Discards.report(failure, cx);
      }
    }
    finish(cx);
    return true;
  }

  private void finish(Context cx) {
    stage = Stage.DONE;
    demand.forget();
    Flow.Subscriber<? super T> target = subscriber;
    subscriber = null;
    if (target == null || demand.now() == Demand.CANCELLED) {
      return;
    }
    demand.cancel();
    try {
      signalEnd(target);
    } catch (Throwable broken) {
      Discards.report(broken, cx);
    }
  }

  private void signalEnd(Flow.Subscriber<? super T> target) {
    if (end == null) {
      target.onComplete();
    } else {
      target.onError(end);
    }
  }

  private static CancellationException runtimeClosed() {
    return new CancellationException("The runtime that feeds this subscriber was closed.");
  }

  @Override
  public boolean cancel() {
    aborted = true;
    if (begun || polling) {
      return stage == Stage.DONE;
    }
    begun = true; // the runtime is closed: there will be no poll
    stage = Stage.DONE;
    boolean _ = stream.closeAsync().cancel();
    Flow.Subscriber<? super T> target = subscriber;
    subscriber = null;
    if (target != null && demand.now() != Demand.CANCELLED) {
      end = runtimeClosed();
      signalEnd(target);
    }
    return true;
  }

  @Override
  public boolean claim() {
    return true;
  }

  @Override
  public String toString() {
    return "publisher of " + stream;
  }

  /** What the subscriber gets. It doesn't lead to the subscriber, which may let go of it late. */
  private record Asked(Demand demand) implements Flow.Subscription {

    @Override
    public void request(long n) {
      demand.request(n);
    }

    @Override
    public void cancel() {
      demand.cancel();
    }
  }
}

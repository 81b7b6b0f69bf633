package dev.weft.stream;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Unwanted;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber of the JDK's {@link Flow} whose items are read as a stream. It asks for items in
 * advance, as many as its buffer holds; a publisher that sends more makes the stream fail with
 * {@link IllegalStateException}. {@link Streams#fromPublisher} subscribes one when it is first
 * read.
 *
 * <p><em>Cancellation:</em> of a {@code next()}: safe; items wait for the next call. Closing the
 * stream cancels the subscription and closes the items that wait, if they are {@link
 * AutoCloseable}. So is one that the publisher still sends then, in that call: what would have to
 * wait for more than that is cancelled.
 *
 * <p><em>Threads:</em> the publisher may call from any thread, serially; one consumer at a time.
 *
 * @param <T> type of the items
 */
public final class SubscriberStream<T> implements AsyncStream<T>, Flow.Subscriber<T> {

  /*
   * Idea: as many items are asked for as fit into the buffer; half a buffer of taken items is asked for
   * again. So the publisher is at work while the consumer is, and neither waits for each item.
   *
   * Ownership: all fields are shared between the publisher's threads and the consumer and guarded by the
   * monitor, in which no foreign code is called. `taken` is the consumer's alone.
   */

  private final int buffer;
  private final ArrayDeque<T> items = new ArrayDeque<>();
  private boolean ended;
  private Flow.@Nullable Subscription subscription;
  private @Nullable Throwable failure;
  private @Nullable Waker waker;
  private int taken;

  SubscriberStream(int buffer) {
    this.buffer = buffer;
  }

  /**
   * A subscriber that waits for its publisher.
   *
   * @param buffer items that are asked for in advance, 1 or more
   * @param <T> type of the items
   * @return a new subscriber, for one publisher
   */
  public static <T> SubscriberStream<T> create(int buffer) {
    return new SubscriberStream<>(Limits.atLeastOne("buffer", buffer));
  }

  @Override
  public @Nullable Object pollNext(Context cx) {
    T item;
    Flow.Subscription from;
    synchronized (this) {
      item = items.poll();
      if (item == null) {
        if (!ended) {
          waker = cx.waker();
          return RawFuture.PENDING;
        }
        Throwable thrown = failure;
        failure = null;
        if (thrown != null) {
          throw Codegen.<RuntimeException>sneak(thrown);
        }
        return null;
      }
      from = ended ? null : subscription;
    }
    taken++;
    if (from != null && taken >= (buffer + 1) / 2) {
      int again = taken;
      taken = 0;
      askFor(from, again);
    }
    return item;
  }

  /** What a publisher throws here, against its rules, ends the stream after the items at hand. */
  private void askFor(Flow.Subscription from, long count) {
    try {
      from.request(count);
    } catch (Throwable broken) {
      end(broken);
    }
  }

  void end(@Nullable Throwable thrown) {
    Waker waiting;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      failure = thrown;
      waiting = waker;
      waker = null;
    }
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  public synchronized boolean cancelNext() {
    waker = null;
    return true;
  }

  @Override
  public Future<Void> closeAsync() {
    return new CloseRest(this::quit);
  }

  private CloseRest.Rest quit() {
    var left = new Leftovers();
    Flow.Subscription from;
    synchronized (this) {
      from = ended ? null : subscription;
      ended = true;
      failure = null;
      waker = null;
      items.forEach(left::add);
      items.clear();
    }
    if (from != null) {
      from.cancel();
    }
    return new CloseRest.Rest(left, null);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    Objects.requireNonNull(given, "subscription");
    boolean accepted;
    synchronized (this) {
      accepted = subscription == null && !ended;
      if (accepted) {
        subscription = given;
      }
    }
    if (accepted) {
      given.request(buffer);
    } else {
      given.cancel();
    }
  }

  @Override
  public void onNext(T item) {
    Objects.requireNonNull(item, "item");
    Waker waiting;
    boolean tooMany;
    boolean late;
    synchronized (this) {
      late = ended;
      tooMany = !late && items.size() == buffer;
      if (!late && !tooMany) {
        items.add(item);
      }
      waiting = waker;
      waker = null;
    }
    if (late || tooMany) {
      drop(item);
    }
    if (tooMany) {
      Flow.Subscription from = subscription;
      end(
          new IllegalStateException(
              "The publisher sent more than the " + buffer + " items it was asked for."));
      if (from != null) {
        from.cancel();
      }
    }
    if (waiting != null) {
      waiting.wake();
    }
  }

  /** Nobody is left to await a close, and the publisher can't be held up by one. */
  private static void drop(Object item) {
    try {
      RawFuture<?> close = Unwanted.close(item);
      if (close != null && close.pollRaw(Context.of(Waker.noop())) == RawFuture.PENDING) {
        boolean _ = close.cancel();
      }
    } catch (Throwable failure) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    Objects.requireNonNull(thrown, "throwable");
    if (thrown instanceof Cancellation) { // of the publisher's task, not of the one that reads here
      var cancelled = new CancellationException("The task of the publisher was cancelled.");
      cancelled.initCause(thrown);
      end(cancelled);
    } else {
      end(thrown);
    }
  }

  @Override
  public void onComplete() {
    end(null);
  }

  /** Whether nothing more comes, so that subscribing is pointless. */
  synchronized boolean isEnded() {
    return ended;
  }
}

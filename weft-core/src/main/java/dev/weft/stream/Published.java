package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The items of a publisher, asked for in batches. */
final class Published<T> implements AsyncStream<T> {

  /*
   * Idea: as many items are asked for as fit into the buffer; half a buffer of taken items is asked for
   * again. So the publisher is at work while the consumer is, and neither waits for each item.
   *
   * Ownership: all fields are shared between the publisher's threads and the consumer and guarded by the
   * monitor, in which no foreign code is called. `taken` is the consumer's alone.
   */

  private final Flow.Publisher<? extends T> publisher;
  private final int buffer;
  private final ArrayDeque<T> items = new ArrayDeque<>();
  private boolean begun;
  private boolean ended;
  private Flow.@Nullable Subscription subscription;
  private @Nullable Throwable failure;
  private @Nullable Waker waker;
  private int taken;

  Published(Flow.Publisher<? extends T> publisher, int buffer) {
    this.publisher = publisher;
    this.buffer = buffer;
  }

  @Override
  public @Nullable Object pollNext(Context cx) {
    begin();
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
      from.request(again);
    }
    return item;
  }

  private void begin() {
    synchronized (this) {
      if (begun) {
        return;
      }
      begun = true;
      if (ended) {
        return; // closed before it was read
      }
    }
    try {
      publisher.subscribe(new Reader());
    } catch (Throwable thrown) {
      end(thrown);
    }
  }

  private void end(@Nullable Throwable thrown) {
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
    return new CloseFuture(this::cancel);
  }

  private void cancel() {
    Flow.Subscription from;
    synchronized (this) {
      from = ended ? null : subscription;
      ended = true;
      failure = null;
      waker = null;
      items.clear();
    }
    if (from != null) {
      from.cancel();
    }
  }

  /** What the publisher calls. */
  private final class Reader implements Flow.Subscriber<T> {

    @Override
    public void onSubscribe(Flow.Subscription given) {
      Objects.requireNonNull(given, "subscription");
      boolean accepted;
      synchronized (Published.this) {
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
      synchronized (Published.this) {
        if (ended) {
          return;
        }
        tooMany = items.size() == buffer;
        if (!tooMany) {
          items.add(item);
        }
        waiting = waker;
        waker = null;
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

    @Override
    public void onError(Throwable thrown) {
      end(Objects.requireNonNull(thrown, "throwable"));
    }

    @Override
    public void onComplete() {
      end(null);
    }
  }
}

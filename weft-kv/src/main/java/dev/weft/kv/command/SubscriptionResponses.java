package dev.weft.kv.command;

import dev.weft.Context;
import dev.weft.kv.proto.Value;
import dev.weft.kv.topic.Broadcaster;
import dev.weft.kv.topic.Subscription;
import dev.weft.stream.AsyncStream;
import org.jspecify.annotations.Nullable;

/**
 * The responses to a Subscribe: its id, then each message, and a last word if the subscriber was
 * too slow.
 */
final class SubscriptionResponses implements AsyncStream<Delivery> {

  /*
   * State: NEW -> LIVE at the first poll, which subscribes; LIVE -> OVER when the messages end. NEW or
   * LIVE -> OVER when it is released, which may happen on any thread and at any time, hence the lock
   * around the steps. It is never held while the subscription waits: pollNext returns at once.
   */

  private enum State {
    NEW,
    LIVE,
    OVER
  }

  private final Broadcaster<Delivery> topics;
  private final String topic;
  private State state = State.NEW; // by this
  private @Nullable Subscription<Delivery> subscription; // by this

  SubscriptionResponses(Broadcaster<Delivery> topics, String topic) {
    this.topics = topics;
    this.topic = topic;
  }

  @Override
  public synchronized @Nullable Object pollNext(Context cx) {
    if (state == State.NEW) {
      state = State.LIVE;
      Subscription<Delivery> opened = topics.subscribe(topic);
      subscription = opened;
      return Delivery.of(
          Responses.value(
              Value.newBuilder().setInteger(Integer.toUnsignedLong(opened.id())).build()));
    }
    Subscription<Delivery> live = subscription;
    if (live == null) {
      return null;
    }
    Object message = live.pollNext(cx);
    if (message != null) {
      return message; // or pending
    }
    boolean first = state == State.LIVE;
    state = State.OVER;
    return first && live.end() == Subscription.End.TOO_SLOW
        ? Delivery.of(Responses.failure(Responses.FAILED, live.tooSlow()))
        : null;
  }

  @Override
  public synchronized boolean cancelNext() {
    return subscription == null || subscription.cancelNext();
  }

  /** Ends the subscription; what it holds still comes. */
  synchronized void release() {
    if (state == State.NEW) {
      state = State.OVER;
    }
    if (subscription != null) {
      subscription.close();
    }
  }
}

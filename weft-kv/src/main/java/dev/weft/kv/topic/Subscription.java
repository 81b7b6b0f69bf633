package dev.weft.kv.topic;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.stream.AsyncStream;
import org.jspecify.annotations.Nullable;

/**
 * A stream of the messages that are published to a topic from now on.
 *
 * <p>When it has ended, it still gives the messages that it holds, then {@code null}; {@link #end}
 * says why.
 *
 * <p><em>Threads:</em> one consumer at a time; {@link #close} from any thread.
 *
 * @param <M> type of the messages
 */
public final class Subscription<M> implements AsyncStream<M> {

  /** Whether and why a subscription has ended. */
  public enum End {
    /** It goes on. */
    OPEN,
    /** It was closed, or unsubscribed by its number. */
    UNSUBSCRIBED,
    /** Its queue had no room for one more message, see {@link SlowSubscriber#DISCONNECT}. */
    TOO_SLOW
  }

  /*
   * State: end, OPEN -> UNSUBSCRIBED | TOO_SLOW, once, by whoever takes the subscription out of its topic
   * under the topic's lock. It is written before the channel is closed, so a consumer that has seen the
   * end of the messages sees the reason, too. What waited then is in `waited`, written before `end`.
   */

  private final Broadcaster<M> home;
  private final String topic;
  private final int id;
  private final SubscriberQueue<M> queue;
  private int waited;
  private volatile End end = End.OPEN;

  Subscription(Broadcaster<M> home, String topic, int id, SubscriberQueue<M> queue) {
    this.home = home;
    this.topic = topic;
    this.id = id;
    this.queue = queue;
  }

  /**
   * The number of this subscription.
   *
   * @return an unsigned number, never 0
   */
  public int id() {
    return id;
  }

  /**
   * What it is subscribed to.
   *
   * @return name of the topic
   */
  public String topic() {
    return topic;
  }

  /**
   * Whether and why it has ended.
   *
   * @return a snapshot
   */
  public End end() {
    return end;
  }

  /**
   * Why {@link End#TOO_SLOW} ended it, for the one who was too slow.
   *
   * @return a sentence
   */
  public String tooSlow() {
    return "Subscription %s to %s was ended: %d messages waited and another one came"
        .formatted(Integer.toUnsignedString(id), topic, waited);
  }

  /**
   * How many of its messages were dropped for newer ones, see {@link SlowSubscriber#DROP_OLDEST}.
   *
   * @return a snapshot
   */
  public long dropped() {
    return queue.dropped();
  }

  @Override
  public @Nullable Object pollNext(Context cx) {
    return queue.poll(cx);
  }

  @Override
  public boolean cancelNext() {
    queue.forget();
    return true;
  }

  /** Ends the subscription, if it hasn't ended. */
  @Override
  public void close() {
    home.remove(this);
  }

  /**
   * Does as {@link #close}.
   *
   * <p><em>Cancellation:</em> takes place all the same.
   *
   * @return completes at once
   */
  @Override
  @CancelSafe
  public Future<Void> closeAsync() {
    return new CloseFuture(this::close);
  }

  /**
   * Takes a message. In the topic's lock.
   *
   * @return how many others were dropped for it, or -1 if there is no room
   */
  int offer(M message) {
    return queue.offer(message);
  }

  /** In the topic's lock, once. */
  void end(End reason) {
    waited = queue.size();
    end = reason;
    queue.close();
  }

  @Override
  public String toString() {
    return "Subscription[" + Integer.toUnsignedString(id) + " to " + topic + "]";
  }
}

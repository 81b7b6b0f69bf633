package dev.weft.kv.topic;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a broadcaster counts, since it was made.
 *
 * <p><em>Threads:</em> any; each number is a snapshot.
 */
public final class TopicStats {

  final LongAdder published = new LongAdder();
  final LongAdder queued = new LongAdder();
  final LongAdder dropped = new LongAdder();
  final LongAdder ended = new LongAdder();

  TopicStats() {}

  /**
   * Messages that were published, also those for which nobody was there.
   *
   * @return how many calls of {@link Broadcaster#publish}
   */
  public long published() {
    return published.sum();
  }

  /**
   * Messages that were put into the queue of a subscription, counted for each.
   *
   * @return how many
   */
  public long queued() {
    return queued.sum();
  }

  /**
   * Messages that {@link SlowSubscriber#DROP_OLDEST} took out of a queue again, counted for each
   * subscription.
   *
   * @return how many
   */
  public long dropped() {
    return dropped.sum();
  }

  /**
   * Subscriptions that {@link SlowSubscriber#DISCONNECT} ended.
   *
   * @return how many
   */
  public long endedAsTooSlow() {
    return ended.sum();
  }
}

package dev.weft.kv.topic;

import java.util.Objects;

/**
 * How much may wait for the consumer of a subscription, and what happens beyond that.
 *
 * <p>A message that is larger than {@code bytes} by itself is taken while the queue is empty, so
 * what a subscription holds is at most {@code bytes} or one message.
 *
 * @param messages how many may wait, from 1 to {@value #MOST_MESSAGES}; default 128
 * @param bytes how large they may be together, from 1; default 64 MiB
 * @param whenFull what becomes of a subscription that has no room; default {@link
 *     SlowSubscriber#DISCONNECT}
 */
public record SubscriberOptions(int messages, long bytes, SlowSubscriber whenFull) {

  /** The most messages that may be asked for. */
  public static final int MOST_MESSAGES = 1 << 20;

  /** The defaults. */
  public static final SubscriberOptions DEFAULT =
      new SubscriberOptions(128, 64L << 20, SlowSubscriber.DISCONNECT);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a limit is out of range
   */
  public SubscriberOptions {
    if (messages < 1 || messages > MOST_MESSAGES) {
      throw new IllegalArgumentException(
          "messages is " + messages + "; accepted is 1 to " + MOST_MESSAGES + ".");
    }
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes is " + bytes + "; it must be at least 1.");
    }
    Objects.requireNonNull(whenFull, "whenFull");
  }
}

package dev.weft.kv.topic;

/** What becomes of a subscription whose queue has no room for a message. */
public enum SlowSubscriber {

  /** It is ended: its consumer gets what is in the queue and then learns why there is no more. */
  DISCONNECT,

  /**
   * It goes on without the oldest messages of its queue: as many as it takes to make room. They are
   * counted; the consumer sees a gap, in which the order of the others is kept.
   */
  DROP_OLDEST
}

package dev.weft.kv.topic;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The subscriptions of one topic. */
final class Topic<M> {

  /*
   * Idea: one lock a topic orders its publishes, so that all its subscribers see the same order. What
   * runs under it never waits: a message goes into a bounded queue or it doesn't, and waking a subscriber
   * runs none of its code. What a full queue costs that subscriber is in SubscriberOptions.
   *
   * State: alive -> dropped, once, under the lock and only while empty. A dropped topic takes no more
   * subscriptions: the subscriber that finds it so fetches a new one. Without that a subscription could go
   * into a topic that is just being taken out of the broadcaster.
   */

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, Subscription<M>> subscriptions = new LinkedHashMap<>(); // by lock
  private boolean dropped; // by lock

  /** Adds a subscription; false if the topic was dropped. */
  boolean add(Subscription<M> subscription) {
    lock.lock();
    try {
      if (dropped) {
        return false;
      }
      subscriptions.put(subscription.id(), subscription);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a subscription; false if there is none of that id. */
  boolean remove(int id) {
    lock.lock();
    try {
      Subscription<M> subscription = subscriptions.get(id);
      return subscription != null && remove(subscription);
    } finally {
      lock.unlock();
    }
  }

  /** Ends a subscription; false if it isn't here any more. */
  boolean remove(Subscription<M> subscription) {
    lock.lock();
    try {
      if (!subscriptions.remove(subscription.id(), subscription)) {
        return false;
      }
      subscription.end(Subscription.End.UNSUBSCRIBED);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands a message to all.
   *
   * @return those who have lost something by it: the message, and with it the subscription, or
   *     older ones for the first time
   */
  List<Subscription<M>> publish(M message, TopicStats stats) {
    List<Subscription<M>> losers = List.of();
    lock.lock();
    try {
      Iterator<Subscription<M>> each = subscriptions.values().iterator();
      while (each.hasNext()) {
        Subscription<M> subscription = each.next();
        int dropped = subscription.offer(message);
        if (dropped == 0) {
          stats.queued.increment();
          continue;
        }
        boolean first = true;
        if (dropped < 0) {
          each.remove();
          subscription.end(Subscription.End.TOO_SLOW);
          stats.ended.increment();
        } else {
          stats.queued.increment();
          stats.dropped.add(dropped);
          first = subscription.dropped() == dropped;
        }
        if (first) {
          losers = losers.isEmpty() ? new ArrayList<>() : losers;
          losers.add(subscription);
        }
      }
    } finally {
      lock.unlock();
    }
    return losers;
  }

  /** Whether anybody would get a message now. */
  boolean hasSubscriptions() {
    lock.lock();
    try {
      return !subscriptions.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Closes the topic if it has no subscription; returns whether it is closed. */
  boolean dropIfEmpty() {
    lock.lock();
    try {
      dropped = dropped || subscriptions.isEmpty();
      return dropped;
    } finally {
      lock.unlock();
    }
  }
}

package dev.weft.kv.topic;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Topics and who listens to them.
 *
 * <p>A message goes to the subscriptions that its topic has at that moment, and nowhere if it has
 * none. Publishing never waits: each subscription has a queue for {@value Subscription#CAPACITY}
 * messages, and one that has no room left is ended ({@link Subscription.End#TOO_SLOW}), so that a
 * slow subscriber neither delays the others nor takes memory without end. All subscribers of a
 * topic see its messages in the same order, and those of one publisher in the order of its calls.
 *
 * <p><em>Threads:</em> any thread, any number at once.
 *
 * @param <M> type of the messages
 */
public final class Broadcaster<M> {

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final ConcurrentHashMap<String, Topic<M>> topics = new ConcurrentHashMap<>();
  private final AtomicInteger lastId = new AtomicInteger();
  private final AtomicInteger size = new AtomicInteger();

  /** Creates a broadcaster without topics. */
  public Broadcaster() {}

  /**
   * Subscribes to a topic.
   *
   * @param topic its name; it need not have been used before
   * @return a subscription, to be closed
   */
  public Subscription<M> subscribe(String topic) {
    Objects.requireNonNull(topic, "topic");
    var subscription = new Subscription<>(this, topic, nextId());
    while (!topics.computeIfAbsent(topic, _ -> new Topic<>()).add(subscription)) {
      Thread.onSpinWait(); // its topic is being dropped; the next look finds a new one
    }
    size.incrementAndGet();
    return subscription;
  }

  /**
   * Ends a subscription: it still gives the messages that it holds.
   *
   * @param topic what it is subscribed to
   * @param id its number
   * @return false if the topic has no subscription of that number
   */
  public boolean unsubscribe(String topic, int id) {
    Topic<M> found = topics.get(Objects.requireNonNull(topic, "topic"));
    return found != null && removed(topic, found.remove(id));
  }

  /**
   * Hands a message to the subscriptions of a topic, waiting for none of them.
   *
   * @param topic where to
   * @param message what to hand over; it must not change any more
   */
  public void publish(String topic, M message) {
    Topic<M> found = topics.get(Objects.requireNonNull(topic, "topic"));
    Objects.requireNonNull(message, "message");
    if (found == null) {
      return;
    }
    for (Subscription<M> gone : found.publish(message)) {
      removed(topic, true);
      LOG.log(System.Logger.Level.INFO, gone::tooSlow);
    }
  }

  /**
   * How many subscriptions there are.
   *
   * @return a snapshot
   */
  public int size() {
    return size.get();
  }

  /**
   * How many topics have a subscription.
   *
   * @return a snapshot
   */
  public int topicCount() {
    return topics.size();
  }

  void remove(Subscription<M> subscription) {
    Topic<M> found = topics.get(subscription.topic());
    if (found != null) {
      removed(subscription.topic(), found.remove(subscription));
    }
  }

  private boolean removed(String topic, boolean really) {
    if (really) {
      size.decrementAndGet();
      dropIfEmpty(topic);
    }
    return really;
  }

  /** Numbers are unsigned and begin at 1; after the last one they begin anew. */
  private int nextId() {
    return lastId.updateAndGet(id -> id == -1 ? 1 : id + 1);
  }

  /** Takes a topic without subscriptions out, so that topics that are gone take no room. */
  private void dropIfEmpty(String topic) {
    topics.computeIfPresent(topic, (_, found) -> found.dropIfEmpty() ? null : found);
  }
}

package dev.weft.kv.topic;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;

/**
 * Topics and who listens to them.
 *
 * <p>A message goes to the subscriptions that its topic has at that moment, and nowhere if it has
 * none. Publishing never waits: each subscription has a bounded queue, and what becomes of one that
 * has no room left is a matter of {@link SubscriberOptions}. So a slow subscriber neither delays
 * the others nor takes memory without end. All subscribers of a topic see its messages in the same
 * order, and those of one publisher in the order of its calls.
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

  private final TopicStats stats = new TopicStats();
  private final SubscriberOptions options;
  private final ToLongFunction<? super M> sizeOf;

  /** Creates a broadcaster without topics, with the default options and no limit in bytes. */
  public Broadcaster() {
    this(SubscriberOptions.DEFAULT, _ -> 0);
  }

  /**
   * Creates a broadcaster without topics.
   *
   * @param options how much may wait for a subscriber
   * @param sizeOf bytes of a message, always the same for the same one; called under a lock
   */
  public Broadcaster(SubscriberOptions options, ToLongFunction<? super M> sizeOf) {
    this.options = Objects.requireNonNull(options, "options");
    this.sizeOf = Objects.requireNonNull(sizeOf, "sizeOf");
  }

  /**
   * Subscribes to a topic.
   *
   * @param topic its name; it need not have been used before
   * @return a subscription, to be closed
   */
  public Subscription<M> subscribe(String topic) {
    Objects.requireNonNull(topic, "topic");
    var subscription =
        new Subscription<>(this, topic, nextId(), new SubscriberQueue<M>(options, sizeOf));
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
    stats.published.increment();
    if (found == null) {
      return;
    }
    for (Subscription<M> loser : found.publish(message, stats)) {
      if (loser.end() == Subscription.End.TOO_SLOW) {
        removed(topic, true);
        LOG.log(System.Logger.Level.INFO, loser::tooSlow);
      } else {
        LOG.log(
            System.Logger.Level.INFO,
            () -> loser + " is too slow: its oldest messages are dropped from now on");
      }
    }
  }

  /**
   * Whether a message to a topic would reach anybody; for those to whom making one is dear.
   *
   * @param topic where to
   * @return a snapshot
   */
  public boolean hasSubscriptions(String topic) {
    Topic<M> found = topics.get(Objects.requireNonNull(topic, "topic"));
    return found != null && found.hasSubscriptions();
  }

  /** Counts a message for which {@link #hasSubscriptions} said that nobody is there. */
  public void publishToNobody() {
    stats.published.increment();
  }

  /**
   * What was published, and what became of it.
   *
   * @return the same each time
   */
  public TopicStats stats() {
    return stats;
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

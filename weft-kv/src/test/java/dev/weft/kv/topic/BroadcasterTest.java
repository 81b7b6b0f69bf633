package dev.weft.kv.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BroadcasterTest {

  private static final int CAPACITY = SubscriberOptions.DEFAULT.messages();

  private final Broadcaster<String> topics = new Broadcaster<>();
  private final TestTask task = new TestTask();

  private String next(Subscription<String> subscription) throws Exception {
    return task.ready(subscription.next());
  }

  @Test
  void ids_ofSubscriptionsToAnyTopics_countFromOne() {
    assertThat(topics.subscribe("a").id()).isEqualTo(1);
    assertThat(topics.subscribe("b").id()).isEqualTo(2);
    assertThat(topics.subscribe("a").id()).isEqualTo(3);
    assertThat(topics.size()).isEqualTo(3);
    assertThat(topics.topicCount()).isEqualTo(2);
  }

  @Test
  void message_published_reachesTheSubscribersOfItsTopicOnly() throws Exception {
    var a1 = topics.subscribe("a");
    var a2 = topics.subscribe("a");
    var b = topics.subscribe("b");
    topics.publish("a", "one");
    topics.publish("a", "two");
    topics.publish("nobody", "lost");

    for (var subscription : List.of(a1, a2)) {
      assertThat(next(subscription)).isEqualTo("one");
      assertThat(next(subscription)).isEqualTo("two");
    }
    task.pending(b.next());
    assertThat(topics.topicCount()).isEqualTo(2);
  }

  @Test
  void subscriber_waiting_isWokenByAPublish() throws Exception {
    var subscription = topics.subscribe("a");
    var waiting = subscription.next();
    task.pending(waiting);

    topics.publish("a", "late");

    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(waiting)).isEqualTo("late");
  }

  @Test
  void subscription_unsubscribed_givesWhatItHoldsThenEnds() throws Exception {
    var subscription = topics.subscribe("a");
    topics.publish("a", "held");

    assertThat(topics.unsubscribe("b", subscription.id())).isFalse();
    assertThat(topics.unsubscribe("a", subscription.id() + 1)).isFalse();
    assertThat(topics.unsubscribe("a", subscription.id())).isTrue();
    assertThat(topics.unsubscribe("a", subscription.id())).isFalse();
    topics.publish("a", "too late");

    assertThat(next(subscription)).isEqualTo("held");
    assertThat(next(subscription)).isNull();
    assertThat(subscription.end()).isEqualTo(Subscription.End.UNSUBSCRIBED);
    assertThat(topics.size()).isZero();
    assertThat(topics.topicCount()).isZero();
  }

  @Test
  void subscription_closedTwice_isGoneOnce() {
    var subscription = topics.subscribe("a");
    var other = topics.subscribe("a");
    subscription.close();
    subscription.close();

    assertThat(topics.size()).isEqualTo(1);
    assertThat(other.end()).isEqualTo(Subscription.End.OPEN);
    other.close();
    assertThat(topics.topicCount()).isZero();
  }

  @Test
  void slowSubscriber_withAFullQueue_isEndedAndDelaysNobody() throws Exception {
    var slow = topics.subscribe("a");
    var fast = topics.subscribe("a");
    for (int i = 0; i < CAPACITY; i++) {
      topics.publish("a", "m" + i);
      assertThat(next(fast)).isEqualTo("m" + i);
    }
    assertThat(slow.end()).isEqualTo(Subscription.End.OPEN);

    topics.publish("a", "one too many");

    assertThat(slow.end()).isEqualTo(Subscription.End.TOO_SLOW);
    assertThat(slow.tooSlow())
        .isEqualTo("Subscription 1 to a was ended: 128 messages waited and another one came");
    assertThat(next(fast)).isEqualTo("one too many");
    assertThat(topics.size()).isEqualTo(1);
    for (int i = 0; i < CAPACITY; i++) {
      assertThat(next(slow)).isEqualTo("m" + i);
    }
    assertThat(next(slow)).isNull();
  }

  @Test
  void messages_ofManyPublishers_comeInOneOrderForAllAndInOrderForEach() throws Exception {
    int publishers = 3;
    int each = CAPACITY / publishers;
    var left = topics.subscribe("a");
    var right = topics.subscribe("a");
    try (ExecutorService pool = Executors.newFixedThreadPool(publishers)) {
      var done = new ArrayList<Future<?>>();
      for (int p = 0; p < publishers; p++) {
        int publisher = p;
        done.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    topics.publish("a", publisher + ":" + i);
                  }
                }));
      }
      for (Future<?> one : done) {
        one.get();
      }
    }
    var seen = new ArrayList<String>();
    for (int i = 0; i < publishers * each; i++) {
      seen.add(next(left));
      assertThat(next(right)).isEqualTo(seen.getLast());
    }
    for (int p = 0; p < publishers; p++) {
      String prefix = p + ":";
      assertThat(seen.stream().filter(m -> m.startsWith(prefix)).map(m -> m.substring(2)))
          .containsExactlyElementsOf(IntStream.range(0, each).mapToObj(String::valueOf).toList());
    }
  }

  @Test
  void topics_subscribedAndDroppedByManyThreads_loseNoSubscription() throws Exception {
    int threads = 4;
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      var done = new ArrayList<Future<?>>();
      for (int t = 0; t < threads; t++) {
        done.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < 5_000; i++) {
                    var subscription = topics.subscribe("hot");
                    assertThat(topics.unsubscribe("hot", subscription.id())).isTrue();
                  }
                }));
      }
      for (Future<?> one : done) {
        one.get();
      }
    }
    assertThat(topics.size()).isZero();
    assertThat(topics.topicCount()).isZero();
  }
}

package dev.weft.kv.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weft.testkit.TestTask;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

final class SubscriberQueueTest {

  private final TestTask task = new TestTask();

  private static Broadcaster<String> topics(int messages, long bytes, SlowSubscriber policy) {
    return new Broadcaster<>(new SubscriberOptions(messages, bytes, policy), String::length);
  }

  private String next(Subscription<String> subscription) throws Exception {
    return task.ready(subscription.next());
  }

  @Test
  void queue_full_dropsTheOldestAndCountsThem() throws Exception {
    var topics = topics(3, 1_000, SlowSubscriber.DROP_OLDEST);
    var slow = topics.subscribe("a");
    for (int i = 0; i < 10; i++) {
      topics.publish("a", "m" + i);
    }
    assertThat(slow.dropped()).isEqualTo(7);
    assertThat(topics.stats().dropped()).isEqualTo(7);
    assertThat(topics.stats().queued()).isEqualTo(10);
    for (int i = 7; i < 10; i++) {
      assertThat(next(slow)).isEqualTo("m" + i);
    }
    task.pending(slow.next());
    assertThat(slow.end()).isEqualTo(Subscription.End.OPEN);
  }

  @Test
  void bytes_beyondTheirLimit_dropAsManyAsItTakes() throws Exception {
    var topics = topics(100, 10, SlowSubscriber.DROP_OLDEST);
    var slow = topics.subscribe("a");
    topics.publish("a", "aaaa");
    topics.publish("a", "bbbb");
    topics.publish("a", "cc");
    assertThat(slow.dropped()).isZero();
    topics.publish("a", "ddddd");
    assertThat(slow.dropped()).isEqualTo(2);
    assertThat(next(slow)).isEqualTo("cc");
    assertThat(next(slow)).isEqualTo("ddddd");
  }

  @Test
  void message_largerThanTheLimit_waitsAlone() throws Exception {
    var topics = topics(100, 10, SlowSubscriber.DISCONNECT);
    var slow = topics.subscribe("a");
    topics.publish("a", "x".repeat(50));
    assertThat(slow.end()).isEqualTo(Subscription.End.OPEN);
    topics.publish("a", "y");
    assertThat(slow.end()).isEqualTo(Subscription.End.TOO_SLOW);
    assertThat(slow.tooSlow())
        .isEqualTo("Subscription 1 to a was ended: 1 messages waited and another one came");
    assertThat(topics.stats().endedAsTooSlow()).isEqualTo(1);
    assertThat(next(slow)).isEqualTo("x".repeat(50));
    assertThat(next(slow)).isNull();
  }

  @Test
  void publishers_manyAtOnce_loseNothingThatIsNotCounted() throws Exception {
    var topics = topics(16, 1 << 20, SlowSubscriber.DROP_OLDEST);
    var subscription = topics.subscribe("a");
    int publishers = 3;
    int each = 20_000;
    long received = 0;
    try (ExecutorService pool = Executors.newFixedThreadPool(publishers)) {
      for (int p = 0; p < publishers; p++) {
        pool.execute(
            () -> {
              for (int i = 0; i < each; i++) {
                topics.publish("a", "m");
              }
            });
      }
      pool.shutdown();
      while (!pool.isTerminated()) {
        received += drain(subscription);
        Thread.onSpinWait();
      }
    }
    received += drain(subscription);
    assertThat(received + subscription.dropped()).isEqualTo((long) publishers * each);
    assertThat(topics.stats().queued()).isEqualTo((long) publishers * each);
  }

  private long drain(Subscription<String> subscription) {
    long count = 0;
    while (subscription.pollNext(task) instanceof String) {
      count++;
    }
    return count;
  }

  @Test
  void options_outOfRange_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SubscriberOptions(0, 1, SlowSubscriber.DISCONNECT))
        .withMessage("messages is 0; accepted is 1 to 1048576.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SubscriberOptions(1, 0, SlowSubscriber.DISCONNECT))
        .withMessage("bytes is 0; it must be at least 1.");
  }
}

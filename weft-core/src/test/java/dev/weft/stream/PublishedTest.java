package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Streams of a publisher. */
class PublishedTest {

  private final TestTask task = new TestTask();

  /** A publisher for one subscriber that does what the test says. */
  private static final class Scripted implements Flow.Publisher<Integer>, Flow.Subscription {

    Flow.@Nullable Subscriber<? super Integer> subscriber;
    long requested;
    int requests;
    int cancels;

    @Override
    public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
      this.subscriber = subscriber;
      subscriber.onSubscribe(this);
    }

    @Override
    public void request(long count) {
      requested += count;
      requests++;
    }

    @Override
    public void cancel() {
      cancels++;
    }
  }

  @Test
  void fromPublisher_items_areAskedForInBatches() throws Exception {
    var publisher = new Scripted();
    AsyncStream<Integer> stream = Streams.fromPublisher(publisher, 4);
    assertThat(publisher.subscriber).isNull();
    Future<Integer> next = stream.next();
    task.pending(next);
    assertThat(publisher.requested).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      publisher.subscriber.onNext(i);
    }
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(next)).isEqualTo(0);
    assertThat(publisher.requested).isEqualTo(4);
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThat(publisher.requested).isEqualTo(6);
    assertThat(publisher.requests).isEqualTo(2);
    publisher.subscriber.onComplete();
    assertThat(task.run(stream.toList(9))).containsExactly(2, 3);
  }

  @Test
  void fromPublisher_failure_comesAfterTheItemsAsTheSameObject() throws Exception {
    var publisher = new Scripted();
    var broken = new IOException("broken");
    AsyncStream<Integer> stream = Streams.fromPublisher(publisher, 4);
    task.pending(stream.next());
    publisher.subscriber.onNext(1);
    publisher.subscriber.onError(broken);
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(stream.next())).isSameAs(broken);
    assertThat(task.ready(stream.next())).isNull();
  }

  @Test
  void fromPublisher_cancelledNext_keepsItemsAndSubscription() throws Exception {
    var publisher = new Scripted();
    AsyncStream<Integer> stream = Streams.fromPublisher(publisher, 1);
    Future<Integer> next = stream.next();
    task.pending(next);
    assertThat(next.cancel()).isTrue();
    publisher.subscriber.onNext(1);
    assertThat(task.wakes()).isZero();
    assertThat(publisher.cancels).isZero();
    assertThat(task.ready(stream.next())).isEqualTo(1);
  }

  @Test
  void fromPublisher_closed_cancelsTheSubscriptionAlsoOneThatComesLater() throws Exception {
    var publisher = new Scripted();
    AsyncStream<Integer> stream = Streams.fromPublisher(publisher, 1);
    task.pending(stream.next());
    task.ready(stream.closeAsync());
    assertThat(publisher.cancels).isEqualTo(1);
    publisher.subscriber.onNext(1);
    assertThat(task.ready(stream.next())).isNull();
    publisher.subscriber.onSubscribe(publisher);
    assertThat(publisher.cancels).isEqualTo(2);
  }

  @Test
  void fromPublisher_moreThanAskedFor_failsAndCancels() throws Exception {
    var publisher = new Scripted();
    AsyncStream<Integer> stream = Streams.fromPublisher(publisher, 1);
    task.pending(stream.next());
    publisher.subscriber.onNext(1);
    publisher.subscriber.onNext(2);
    assertThat(publisher.cancels).isEqualTo(1);
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(stream.next()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The publisher sent more than the 1 items it was asked for.");
  }

  @Test
  void fromPublisher_submissionPublisher_deliversAll() throws Exception {
    List<Integer> numbers = IntStream.range(0, 5_000).boxed().toList();
    try (Weft weft = Weft.builder().workers(1).build();
        var publisher = new SubmissionPublisher<Integer>()) {
      var all = weft.spawn(Streams.fromPublisher(publisher, 16).toList(numbers.size()));
      while (!publisher.hasSubscribers()) {
        Thread.onSpinWait();
      }
      numbers.forEach(publisher::submit);
      publisher.close();
      assertThat(weft.blockOn(all)).isEqualTo(numbers);
    }
  }

  @Test
  void subscriber_toldOfTheCancellationOfAnotherTask_failsInsteadOfEndingTheReader() {
    SubscriberStream<Integer> stream = SubscriberStream.create(1);
    var ofAnother = new Cancellation("another task");
    stream.onError(ofAnother);
    assertThatThrownBy(() -> task.poll(stream.next()))
        .isInstanceOf(CancellationException.class)
        .hasCause(ofAnother);
  }

  @Test
  void subscriber_requestThrows_losesNoItem() throws Exception {
    var broken = new IllegalStateException("broken");
    SubscriberStream<Integer> stream = SubscriberStream.create(2);
    stream.onSubscribe(
        new Flow.Subscription() {
          private int requests;

          @Override
          public void request(long n) {
            if (requests++ > 0) {
              throw broken;
            }
          }

          @Override
          public void cancel() {}
        });
    stream.onNext(1);
    stream.onNext(2);
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThat(task.ready(stream.next())).isEqualTo(2);
    assertThatThrownBy(() -> task.poll(stream.next())).isSameAs(broken);
  }
}

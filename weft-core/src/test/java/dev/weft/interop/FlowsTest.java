package dev.weft.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.sync.ClosedException;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FlowsTest {

  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private final Weft weft = Weft.builder().workers(2).onUnhandled(unhandled::add).build();
  private final TestTask task = new TestTask();

  @AfterEach
  void close() {
    weft.close();
  }

  /** Keeps what it is told; asks when the test says so. */
  private static final class Kept implements Flow.Subscriber<Integer> {
    final List<Integer> items = new CopyOnWriteArrayList<>();
    final CountDownLatch ended = new CountDownLatch(1);
    volatile Flow.@Nullable Subscription subscription;
    volatile @Nullable Throwable failure;
    volatile boolean breaks;

    void request(long n) {
      Objects.requireNonNull(subscription).request(n);
    }

    void cancel() {
      Objects.requireNonNull(subscription).cancel();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
    }

    @Override
    public void onNext(Integer item) {
      items.add(item);
      if (breaks) {
        throw new IllegalStateException("subscriber");
      }
    }

    @Override
    public void onError(Throwable failure) {
      this.failure = failure;
      ended.countDown();
    }

    @Override
    public void onComplete() {
      ended.countDown();
    }
  }

  /** Counts from zero; tells how far it was asked and when it was closed. */
  private static final class Counting implements AsyncStream<Integer> {
    final AtomicInteger polled = new AtomicInteger();
    final CountDownLatch closed = new CountDownLatch(1);
    final int limit;

    Counting(int limit) {
      this.limit = limit;
    }

    @Override
    public @Nullable Object pollNext(Context cx) {
      int next = polled.getAndIncrement();
      return next < limit ? next : RawFuture.PENDING;
    }

    @Override
    public Future<Void> closeAsync() {
      return new CloseFuture(closed::countDown);
    }
  }

  // ---- publishers

  @Test
  void publisher_askedForTwo_readsTwo() {
    var stream = new Counting(100);
    var kept = new Kept();
    Flows.publisher(weft, stream).subscribe(kept);
    assertThat(stream.polled).hasValue(0);
    kept.request(2);
    Eventually.until("two items", () -> kept.items.size() == 2);
    assertThat(kept.items).containsExactly(0, 1);
    assertThat(stream.polled).hasValue(2);
  }

  @Test
  void publisher_end_completesAfterTheClose() throws Exception {
    var kept = new Kept();
    Flows.publisher(weft, () -> Streams.of(1, 2, 3)).subscribe(kept);
    kept.request(Long.MAX_VALUE);
    Futures.await(kept.ended);
    assertThat(kept.items).containsExactly(1, 2, 3);
    assertThat(kept.failure).isNull();
  }

  @Test
  void publisher_failure_isTheVeryException() throws Exception {
    var failure = new IOException("broken");
    var kept = new Kept();
    AsyncStream<Integer> broken =
        cx -> {
          throw failure;
        };
    Flows.publisher(weft, broken).subscribe(kept);
    kept.request(1);
    Futures.await(kept.ended);
    assertThat(kept.failure).isSameAs(failure);
  }

  @Test
  void publisher_cancelledWhileTheStreamIsPending_closesIt() throws Exception {
    var stream = new Counting(1);
    var kept = new Kept();
    Flows.publisher(weft, stream).subscribe(kept);
    kept.request(5);
    Eventually.until("one item", () -> kept.items.size() == 1);
    kept.cancel();
    Futures.await(stream.closed);
    Eventually.until("no task", () -> weft.dump().tasks().isEmpty());
    assertThat(kept.ended.getCount()).isOne();
  }

  @Test
  void publisher_cancelledWithoutARequest_closesTheStream() throws Exception {
    var stream = new Counting(1);
    var kept = new Kept();
    Flows.publisher(weft, stream).subscribe(kept);
    kept.cancel();
    Futures.await(stream.closed);
    assertThat(stream.polled).hasValue(0);
  }

  @Test
  void publisher_runtimeClosed_failsTheSubscriberAndClosesTheStream() throws Exception {
    var stream = new Counting(1);
    var kept = new Kept();
    Flows.publisher(weft, stream).subscribe(kept);
    kept.request(5);
    Eventually.until("one item", () -> kept.items.size() == 1);
    weft.close();
    assertThat(kept.failure).isInstanceOf(CancellationException.class);
    assertThat(stream.closed.getCount()).isZero();
    assertThat(unhandled).isEmpty();
  }

  @Test
  void publisher_onAClosedRuntime_failsTheSubscriberAndClosesTheStream() throws Exception {
    weft.close();
    var stream = new Counting(1);
    var kept = new Kept();
    Flows.publisher(weft, stream).subscribe(kept);
    Futures.await(kept.ended);
    assertThat(kept.failure).isInstanceOf(CancellationException.class);
    assertThat(stream.closed.getCount()).isZero();
  }

  @Test
  void publisher_subscriberThatThrows_isCancelledAndReported() throws Exception {
    var stream = new Counting(10);
    var kept = new Kept();
    kept.breaks = true;
    Flows.publisher(weft, stream).subscribe(kept);
    kept.request(5);
    Futures.await(stream.closed);
    Eventually.until("a report", () -> !unhandled.isEmpty());
    assertThat(unhandled.getFirst()).hasMessage("subscriber");
    assertThat(kept.items).hasSize(1);
  }

  @Test
  void publisher_ofOneStream_refusesASecondSubscriber() throws Exception {
    Flow.Publisher<Integer> publisher = Flows.publisher(weft, Streams.of(1));
    publisher.subscribe(new Kept());
    var second = new Kept();
    publisher.subscribe(second);
    assertThat(second.failure).isInstanceOf(IllegalStateException.class);
    assertThat(second.subscription).isNotNull();
  }

  @Test
  void publisher_backToAStream_givesTheSameItems() throws Exception {
    Flow.Publisher<Integer> publisher =
        Flows.publisher(
            weft, () -> Streams.fromIterable(IntStream.range(0, 5_000).boxed().toList()));
    assertThat(weft.blockOn(Streams.fromPublisher(publisher, 7).toList(10_000)))
        .hasSize(5_000)
        .isSorted();
  }

  @Test
  void publisher_cancelAgainstItems_leavesNoTask() throws Exception {
    for (int i = 0; i < 500; i++) {
      var stream = new Counting(1_000);
      var kept = new Kept();
      Flows.publisher(weft, stream).subscribe(kept);
      kept.request(Long.MAX_VALUE);
      kept.cancel();
      Futures.await(stream.closed);
    }
    Eventually.until("no task", () -> weft.dump().tasks().isEmpty());
  }

  // ---- a subscriber as a sink

  /** Whether the sink has room. */
  private static Future<Boolean> room(AsyncSink<Integer> sink) {
    return cx -> sink.pollReady(cx) ? Poll.ready(true) : Poll.pending();
  }

  @Test
  void sink_withoutARequest_hasNoRoom() throws Exception {
    var kept = new Kept();
    FlowSink<Integer> sink = Flows.sink(kept);
    Future<Void> send = sink.send(1);
    task.pending(send);
    kept.request(1);
    assertThat(task.wakes()).isEqualTo(1);
    task.ready(send);
    assertThat(kept.items).containsExactly(1);
    task.pending(room(sink));
    task.ready(sink.closeAsync());
    assertThat(kept.ended.getCount()).isZero();
    assertThat(kept.failure).isNull();
  }

  @Test
  void sink_startSendWithoutRoom_isRefused() {
    FlowSink<Integer> sink = Flows.sink(new Kept());
    assertThatThrownBy(() -> sink.startSend(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void sink_cancelledSubscriber_isClosed() throws Exception {
    var kept = new Kept();
    FlowSink<Integer> sink = Flows.sink(kept);
    Future<Void> send = sink.send(1);
    task.pending(send);
    kept.cancel();
    assertThat(task.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(send)).isInstanceOf(ClosedException.class);
    task.ready(sink.closeAsync());
    assertThat(kept.ended.getCount()).isOne();
  }

  @Test
  void sink_requestOfZero_tellsBothSides() throws Exception {
    var kept = new Kept();
    FlowSink<Integer> sink = Flows.sink(kept);
    kept.request(0);
    assertThatThrownBy(() -> task.poll(room(sink))).hasMessageContaining("3.9");
    assertThat(kept.failure).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> task.poll(room(sink))).isInstanceOf(ClosedException.class);
  }

  @Test
  void sink_fail_tellsTheSubscriberOnce() throws Exception {
    var kept = new Kept();
    FlowSink<Integer> sink = Flows.sink(kept);
    var failure = new IOException("broken");
    sink.fail(failure);
    sink.fail(new IOException("again"));
    task.ready(sink.closeAsync());
    assertThat(kept.failure).isSameAs(failure);
  }

  @Test
  void sink_cancelledSend_losesNothing() throws Exception {
    var kept = new Kept();
    FlowSink<Integer> sink = Flows.sink(kept);
    Future<Void> send = sink.send(1);
    task.pending(send);
    assertThat(send.cancel()).isTrue();
    kept.request(1);
    assertThat(task.wakes()).isZero();
    task.ready(sink.send(2));
    assertThat(kept.items).containsExactly(2);
  }

  // ---- a sink as a subscriber

  @Test
  void subscriber_items_arriveInTheSinkAndCloseIt() throws Exception {
    var channel = Mpsc.<Integer>bounded(2);
    try (var publisher = new SubmissionPublisher<Integer>()) {
      publisher.subscribe(Flows.subscriber(weft, Streams.toSender(channel.sender()), 4));
      for (int i = 0; i < 100; i++) {
        publisher.submit(i);
      }
    }
    List<Integer> got = weft.blockOn(Streams.fromReceiver(channel.receiver()).toList(200));
    assertThat(got).hasSize(100).isSorted();
  }

  @Test
  void subscriber_brokenSink_cancelsTheSubscription() {
    var channel = Mpsc.<Integer>bounded(2);
    channel.receiver().close();
    try (var publisher = new SubmissionPublisher<Integer>()) {
      publisher.subscribe(Flows.subscriber(weft, Streams.toSender(channel.sender()), 4));
      publisher.submit(1);
      publisher.submit(2);
      Eventually.until("no subscriber", () -> !publisher.hasSubscribers());
    }
    Eventually.until("a report", () -> !unhandled.isEmpty());
    assertThat(unhandled.getFirst()).isInstanceOf(ClosedException.class);
  }

  @Test
  void subscriber_brokenSink_closesTheItemsThatItHasNotTaken() {
    var channel = Mpsc.<AutoCloseable>bounded(2);
    channel.receiver().close();
    Flow.Subscriber<AutoCloseable> subscriber =
        Flows.subscriber(weft, Streams.toSender(channel.sender()), 4);
    subscriber.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long count) {}

          @Override
          public void cancel() {}
        });
    var closes = new AtomicInteger();
    subscriber.onNext(() -> {}); // the sink takes it, and fails
    subscriber.onNext(closes::incrementAndGet);
    subscriber.onNext(closes::incrementAndGet);
    Eventually.until("both closed", () -> closes.get() == 2);
  }

  @Test
  void subscriber_runtimeClosed_cancelsTheSubscription() {
    var channel = Mpsc.<Integer>bounded(2);
    try (var publisher = new SubmissionPublisher<Integer>()) {
      publisher.subscribe(Flows.subscriber(weft, Streams.toSender(channel.sender()), 4));
      weft.close();
      Eventually.until("no subscriber", () -> !publisher.hasSubscribers());
    }
  }

  // ---- processors

  @Test
  void processor_operators_areApplied() throws Exception {
    Flow.Processor<Integer, String> processor =
        Flows.processor(weft, 4, in -> in.filter(i -> i % 2 == 0).map(i -> "n" + i));
    var publisher = new SubmissionPublisher<Integer>();
    publisher.subscribe(processor);
    JoinHandle<List<String>> all = weft.spawn(Streams.fromPublisher(processor, 2).toList(100));
    for (int i = 0; i < 10; i++) {
      publisher.submit(i);
    }
    publisher.close();
    assertThat(weft.blockOn(all)).containsExactly("n0", "n2", "n4", "n6", "n8");
  }

  @Test
  void processor_streamThatEnds_cancelsUpstream() throws Exception {
    Flow.Processor<Integer, Integer> processor = Flows.processor(weft, 4, in -> in.take(2));
    try (var publisher = new SubmissionPublisher<Integer>()) {
      publisher.subscribe(processor);
      JoinHandle<List<Integer>> all = weft.spawn(Streams.fromPublisher(processor, 8).toList(9));
      for (int i = 0; i < 4; i++) {
        publisher.submit(i);
      }
      assertThat(weft.blockOn(all)).containsExactly(0, 1);
      Eventually.until("no subscriber", () -> !publisher.hasSubscribers());
    }
  }

  @Test
  void publisher_closeOfItsStreamFailsWithAnError_tellsTheSubscriberOfTheEnd() throws Exception {
    var error = new AssertionError("a test");
    AsyncStream<Integer> stream =
        new AsyncStream<>() {
          @Override
          public @Nullable Object pollNext(Context cx) {
            return null;
          }

          @Override
          public Future<Void> closeAsync() {
            throw error;
          }
        };
    var kept = new Kept();
    Flows.publisher(weft, stream).subscribe(kept);
    kept.request(1);
    Futures.await(kept.ended);
    assertThat(kept.failure).isNull();
    Eventually.until("it is reported", () -> unhandled.contains(error));
  }

  /** Says when it was closed, which no worker may wait for. */
  private static final class Slow implements AsyncCloseable {
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public Future<Void> closeAsync() {
      return new CloseFuture(closed::countDown);
    }
  }

  @Test
  void processor_cancelledWithAnItemThatClosesAsynchronously_closesIt() throws Exception {
    var item = new Slow();
    var polled = new CountDownLatch(1);
    Flow.Processor<Integer, Slow> processor =
        Flows.processor(
            weft,
            1,
            _ ->
                Streams.of(item)
                    .map(
                        one -> {
                          polled.countDown();
                          return one;
                        }));
    var subscription = new AtomicReference<Flow.@Nullable Subscription>();
    processor.subscribe(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription given) {
            subscription.set(given);
          }

          @Override
          public void onNext(Slow next) {}

          @Override
          public void onError(Throwable failure) {}

          @Override
          public void onComplete() {}
        });
    Futures.await(polled);
    Objects.requireNonNull(subscription.get()).cancel();
    Futures.await(item.closed);
    assertThat(unhandled).isEmpty();
  }
}

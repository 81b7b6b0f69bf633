package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators that run several futures or streams. */
class FlatTest {

  private final TestTask task = new TestTask();
  private final List<Futures.Event<String>> events = new ArrayList<>();

  private Future<String> event(int index) {
    while (events.size() <= index) {
      events.add(new Futures.Event<>());
    }
    return events.get(index);
  }

  private void complete(int index) {
    events.get(index).complete("r" + index);
  }

  @Test
  void mapAsync_resultsOutOfOrder_comeInOrder() throws Exception {
    AsyncStream<String> stream = Streams.of(0, 1, 2, 3).mapAsync(3, this::event);
    Future<String> next = stream.next();
    task.pending(next);
    assertThat(events).hasSize(3);
    complete(2);
    complete(1);
    task.pending(next);
    assertThat(events).hasSize(3);
    complete(0);
    assertThat(task.ready(next)).isEqualTo("r0");
    assertThat(task.ready(stream.next())).isEqualTo("r1");
    assertThat(task.ready(stream.next())).isEqualTo("r2");
    task.pending(next = stream.next());
    complete(3);
    assertThat(task.ready(next)).isEqualTo("r3");
    assertThat(task.ready(stream.next())).isNull();
  }

  @Test
  void mapAsyncUnordered_resultsOutOfOrder_comeAsTheyAre() throws Exception {
    AsyncStream<String> stream = Streams.of(0, 1, 2).mapAsyncUnordered(2, this::event);
    Future<String> next = stream.next();
    task.pending(next);
    assertThat(events).hasSize(2);
    complete(1);
    assertThat(task.ready(next)).isEqualTo("r1");
    task.pending(next = stream.next());
    assertThat(events).hasSize(3);
    complete(2);
    complete(0);
    assertThat(task.run(stream.toList(9))).containsExactly("r2", "r0");
  }

  @Test
  void mapAsync_wakeOfOneFuture_pollsThatOneOnly() throws Exception {
    Future<String> next = Streams.of(0, 1, 2).mapAsync(3, this::event).next();
    task.pending(next);
    complete(1);
    task.pending(next);
    assertThat(events).extracting(Futures.Event::polls).containsExactly(1, 2, 1);
  }

  @Test
  void mapAsync_failure_comesInItsPlaceAfterTheOthersHaveEnded() throws Exception {
    var broken = new IOException("broken");
    List<String> log = new ArrayList<>();
    AsyncStream<String> stream =
        Streams.of(0, 1, 2)
            .mapAsync(
                3,
                n ->
                    n == 0
                        ? Futures.after(2, () -> "r0")
                        : n == 1
                            ? Futures.ready(
                                () -> {
                                  throw broken;
                                })
                            : new Futures.SlowToCancel<>(2, () -> log.add("cleaned up")));
    assertThat(task.run(stream.next())).isEqualTo("r0");
    assertThatThrownBy(() -> task.run(stream.next())).isSameAs(broken);
    assertThat(log).containsExactly("cleaned up");
    assertThat(task.ready(stream.next())).isNull();
  }

  @Test
  void mapAsync_forEachCancelled_waitsForTheCleanUpOfAll() throws Exception {
    List<String> log = new ArrayList<>();
    ScriptedStream<Integer> source = new ScriptedStream<Integer>().gives(1).gives(2).stalls();
    Future<Void> loop =
        source
            .mapAsync(4, n -> new Futures.SlowToCancel<>(n, () -> log.add("cleaned up " + n)))
            .map(n -> n)
            .forEach(item -> log.add("item"));
    task.pending(loop);
    assertThat(loop.cancel()).isFalse();
    assertThatThrownBy(() -> task.run(loop)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("cleaned up 1", "cleaned up 2");
    assertThat(source.closes).isEqualTo(1);
  }

  @Test
  void mapAsync_takeEnds_forEachStopsTheFuturesAhead() throws Exception {
    List<String> log = new ArrayList<>();
    Future<Void> loop =
        Streams.of(0, 1, 2)
            .mapAsync(
                3,
                n ->
                    n == 0
                        ? Futures.ready(() -> "r0")
                        : new Futures.SlowToCancel<String>(1, () -> log.add("cleaned up " + n)))
            .take(1)
            .forEach(log::add);
    task.run(loop);
    assertThat(log).containsExactly("r0", "cleaned up 1", "cleaned up 2");
  }

  @Test
  void mapAsync_resultThatNobodyTakes_isClosed() throws Exception {
    List<String> log = new ArrayList<>();
    AsyncStream<AutoCloseable> stream =
        Streams.of(0, 1)
            .mapAsync(
                2, n -> n == 0 ? Futures.never() : Futures.ready(() -> () -> log.add("closed")));
    task.pending(stream.next());
    task.run(stream.closeAsync());
    assertThat(log).containsExactly("closed");
  }

  @Test
  void mapAsync_functionFails_stopsWhatRuns() throws Exception {
    var bad = new IllegalStateException("bad");
    AsyncStream<String> stream =
        Streams.of(0, 1)
            .mapAsync(
                2,
                n -> {
                  if (n == 1) {
                    throw bad;
                  }
                  return event(n);
                });
    assertThatThrownBy(() -> task.run(stream.next())).isSameAs(bad);
    assertThat(events.getFirst().cancels()).isEqualTo(1);
  }

  @Test
  void mapAsync_nullResultOrFuture_fails() {
    assertThatThrownBy(
            () -> task.run(Streams.of(1).mapAsync(1, n -> Futures.ready(() -> null)).next()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("A future of mapAsync gave null.");
    assertThatThrownBy(() -> task.run(Streams.of(1).mapAsync(1, n -> null).next()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("The function of mapAsync gave null for an item.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -3})
  void mapAsyncAndFlatMap_limitBelowOne_isRefused(int limit) {
    String message = "limit is " + limit + "; accepted is 1 or more.";
    AsyncStream<Integer> source = Streams.of(1);
    assertThatThrownBy(() -> source.mapAsync(limit, this::event)).hasMessage(message);
    assertThatThrownBy(() -> source.mapAsyncUnordered(limit, this::event)).hasMessage(message);
    assertThatThrownBy(() -> source.flatMap(limit, Streams::of))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void flatMap_limitOne_readsOneAfterAnother() throws Exception {
    AsyncStream<Integer> stream = Streams.of(1, 10).flatMap(1, n -> Streams.of(n, n + 1));
    assertThat(task.run(stream.toList(9))).containsExactly(1, 2, 10, 11);
  }

  @Test
  void flatMap_limitOne_asksTheSourceOnceTheInnerHasEnded() throws Exception {
    ScriptedStream<Integer> inner = new ScriptedStream<Integer>().stalls().gives(7);
    var asked = new ArrayList<Integer>();
    AsyncStream<Integer> source =
        Streams.range(0, 2)
            .map(
                n -> {
                  asked.add(n);
                  return n;
                });
    AsyncStream<Integer> stream = source.flatMap(1, n -> n == 0 ? inner : Streams.of(n));
    task.pending(stream.next());
    assertThat(asked).containsExactly(0);
    assertThat(stream.cancelNext()).isTrue();
    inner.goOn();
    assertThat(task.run(stream.toList(9))).containsExactly(7, 1);
    assertThat(inner.closes).isZero();
  }

  @Test
  void flatMap_limitOneInnerFails_isOverAndNotClosedAgain() throws Exception {
    var broken = new IOException("broken");
    ScriptedStream<Integer> failing = new ScriptedStream<Integer>().gives(1).breaks(broken);
    AsyncStream<Integer> stream = Streams.of(0, 1).flatMap(1, n -> failing);
    assertThat(task.run(stream.next())).isEqualTo(1);
    assertThatThrownBy(() -> task.run(stream.next())).isSameAs(broken);
    assertThat(task.run(stream.next())).isNull();
    task.run(stream.closeAsync());
    assertThat(failing.closes).isZero();
  }

  @Test
  void flatMap_oneInnerStalls_othersGoOn() throws Exception {
    ScriptedStream<Integer> stalled = new ScriptedStream<Integer>().stalls().gives(1);
    AsyncStream<Integer> stream =
        Streams.of(0, 1, 2).flatMap(2, n -> n == 0 ? stalled : Streams.of(n * 10, n * 10 + 1));
    assertThat(task.ready(stream.next())).isEqualTo(10);
    assertThat(task.ready(stream.next())).isEqualTo(11);
    assertThat(task.ready(stream.next())).isEqualTo(20);
  }

  @Test
  void flatMap_innerFails_othersAreLeftAndClosedFirst() {
    var broken = new IOException("broken");
    ScriptedStream<Integer> other = new ScriptedStream<Integer>().stalls().closesAfter(2);
    ScriptedStream<Integer> failing = new ScriptedStream<Integer>().pends().breaks(broken);
    Future<List<Integer>> all = Streams.of(other, failing).flatMap(2, inner -> inner).toList(9);
    assertThatThrownBy(() -> task.run(all)).isSameAs(broken);
    assertThat(other.cancels).isEqualTo(1);
    assertThat(other.closes).isEqualTo(1);
  }

  @Test
  void flatMap_innerNeedsTimeToCancel_isPolledOnBeforeItIsClosed() throws Exception {
    ScriptedStream<Integer> inner = new ScriptedStream<Integer>().stalls().gives(1);
    inner.needsTime = true;
    AsyncStream<Integer> stream = Streams.of(0).flatMap(1, n -> inner);
    task.pending(stream.next());
    Future<Void> close = stream.closeAsync();
    task.pending(close);
    assertThat(inner.closes).isZero();
    inner.goOn();
    task.run(close);
    assertThat(inner.closes).isEqualTo(1);
  }

  @Test
  void merge_oneStalls_givesTheOthersItems() throws Exception {
    ScriptedStream<Integer> stalled = new ScriptedStream<Integer>().stalls();
    AsyncStream<Integer> stream = stalled.merge(Streams.of(1, 2));
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThat(task.ready(stream.next())).isEqualTo(2);
    task.pending(stream.next());
    assertThat(task.run(Streams.merge(List.<AsyncStream<Integer>>of()).toList(1))).isEmpty();
  }

  @Test
  void merge_alwaysReadySources_takeTurns() throws Exception {
    AsyncStream<Integer> ones = Streams.fromIterator(Stream.generate(() -> 1).iterator());
    AsyncStream<Integer> twos = Streams.fromIterator(Stream.generate(() -> 2).iterator());
    assertThat(task.run(ones.merge(twos).take(6).toList(6))).containsExactly(1, 2, 1, 2, 1, 2);
  }

  @Test
  void zip_halfThatWaits_isKeptOverACancelAndClosedInTheEnd() throws Exception {
    List<String> log = new ArrayList<>();
    AsyncStream<AutoCloseable> left = Streams.of(() -> log.add("closed"), () -> log.add("2nd"));
    ScriptedStream<Integer> right = new ScriptedStream<Integer>().pends().gives(1).stalls();
    AsyncStream<Integer> pairs = left.zip(right, (a, b) -> b);
    Future<Integer> next = pairs.next();
    task.pending(next);
    assertThat(next.cancel()).isTrue();
    assertThat(task.ready(pairs.next())).isEqualTo(1);
    task.pending(pairs.next());
    task.run(pairs.closeAsync());
    assertThat(log).containsExactly("2nd");
  }

  @Test
  void zip_lengthsDiffer_endsWithTheShorter() throws Exception {
    assertThat(task.run(Streams.of(1, 2, 3).zip(Streams.of("a", "b"), (n, s) -> s + n).toList(9)))
        .containsExactly("a1", "b2");
  }

  @Test
  void unfold_futures_giveItemsUntilNull() throws Exception {
    AsyncStream<Integer> powers =
        Streams.unfold(
            1, n -> Futures.after(1, () -> n > 100 ? null : new Streams.Step<>(n, n * 3)));
    assertThat(task.run(powers.toList(99))).containsExactly(1, 3, 9, 27, 81);
  }

  @Test
  void unfold_cancelledNext_keepsTheFuture() throws Exception {
    var event = new Futures.Event<Streams.Step<String, Integer>>();
    AsyncStream<String> stream = Streams.unfold(1, n -> event);
    Future<String> next = stream.next();
    task.pending(next);
    assertThat(next.cancel()).isTrue();
    assertThat(event.cancels()).isZero();
    event.complete(new Streams.Step<>("a", 2));
    assertThat(task.ready(stream.next())).isEqualTo("a");
    task.run(stream.closeAsync());
    assertThat(task.poll(stream.next())).isEqualTo(Poll.ready(null));
  }

  @Test
  void merge_oneFails_theWaitForTheOtherIsGivenUp() throws Exception {
    var other = new ScriptedStream<Integer>().stalls();
    var broken = new IOException("broken");
    AsyncStream<Integer> merged = new ScriptedStream<Integer>().pends().breaks(broken).merge(other);
    assertThatThrownBy(() -> task.run(merged.next())).isSameAs(broken);
    assertThat(other.cancels).isEqualTo(1);
  }

  @Test
  void merge_oneFailsWhileTheOtherNeedsTime_failsOnceThatIsLeft() throws Exception {
    var closes = new ArrayList<String>();
    AutoCloseable late = () -> closes.add("late");
    var other = new ScriptedStream<AutoCloseable>().stalls().gives(late);
    other.needsTime = true;
    var broken = new IOException("broken");
    AsyncStream<AutoCloseable> merged =
        new ScriptedStream<AutoCloseable>().pends().breaks(broken).merge(other);
    Future<AutoCloseable> next = merged.next();
    while (task.takeWakes() > 0 || other.polls < 2) {
      task.pending(next);
    }
    other.goOn();
    assertThatThrownBy(() -> task.run(next)).isSameAs(broken);
    assertThat(closes).containsExactly("late");
  }

  @Test
  void zip_oneEnds_theWaitForTheOtherIsGivenUp() throws Exception {
    var other = new ScriptedStream<Integer>().stalls();
    AsyncStream<Integer> zipped = new ScriptedStream<Integer>().pends().zip(other, (a, b) -> a + b);
    assertThat(task.run(zipped.next())).isNull();
    assertThat(other.cancels).isEqualTo(1);
    assertThat(task.ready(zipped.next())).isNull();
  }

  @Test
  void zip_oneEnds_theHalfThatIsLostIsClosed() throws Exception {
    var closes = new ArrayList<String>();
    AutoCloseable half = () -> closes.add("half");
    AsyncStream<AutoCloseable> zipped =
        new ScriptedStream<AutoCloseable>()
            .gives(half)
            .zip(new ScriptedStream<Integer>().pends(), (a, b) -> a);
    assertThat(task.run(zipped.next())).isNull();
    assertThat(closes).containsExactly("half");
  }
}

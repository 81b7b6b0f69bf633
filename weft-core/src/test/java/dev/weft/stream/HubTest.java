package dev.weft.stream;

import static dev.weft.Async.stackful;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.sync.ClosedException;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Streams with several consumers. */
class HubTest {

  private static final int MANY = 2_000;

  private final TestTask task = new TestTask();
  private final TestTask second = new TestTask();
  private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
  private final AsyncStream<Integer> source = Streams.fromReceiver(channel.receiver());

  private void give(int item) throws Exception {
    task.ready(channel.sender().send(item));
  }

  private static List<Integer> upTo(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void share_consumers_eachGetAllItems() throws Exception {
    Supplier<AsyncStream<Integer>> shared = Streams.of(1, 2, 3).share(3);
    AsyncStream<Integer> one = shared.get();
    AsyncStream<Integer> two = shared.get();
    assertThat(task.run(one.toList(9))).containsExactly(1, 2, 3);
    assertThat(task.run(two.toList(9))).containsExactly(1, 2, 3);
    assertThat(task.run(shared.get().toList(9))).isEmpty();
  }

  @Test
  void share_slowConsumer_holdsTheOthersUpUntilItReadsOrCloses() throws Exception {
    Supplier<AsyncStream<Integer>> shared = Streams.fromIterable(upTo(9)).share(1);
    AsyncStream<Integer> fast = shared.get();
    AsyncStream<Integer> slow = shared.get();
    assertThat(task.ready(fast.next())).isEqualTo(0);
    Future<Integer> next = fast.next();
    task.pending(next);
    assertThat(second.ready(slow.next())).isEqualTo(0);
    assertThat(task.takeWakes()).isPositive();
    assertThat(task.ready(next)).isEqualTo(1);
    task.pending(next = fast.next());
    task.takeWakes();
    second.ready(slow.closeAsync());
    assertThat(task.takeWakes()).isPositive();
    assertThat(task.ready(next)).isEqualTo(2);
    assertThat(task.run(fast.toList(9))).isEqualTo(upTo(9).subList(3, 9));
  }

  @Test
  void share_whoPollsTheSourceGivesUp_anotherIsWokenByTheNextItem() throws Exception {
    Supplier<AsyncStream<Integer>> shared = source.share(1);
    AsyncStream<Integer> one = shared.get();
    AsyncStream<Integer> two = shared.get();
    Future<Integer> ones = one.next();
    Future<Integer> twos = two.next();
    task.pending(ones);
    second.pending(twos);
    assertThat(ones.cancel()).isTrue();
    second.takeWakes();
    second.pending(twos);
    second.takeWakes();
    give(7);
    assertThat(second.takeWakes()).isPositive();
    assertThat(second.ready(twos)).isEqualTo(7);
    assertThat(task.ready(one.next())).isEqualTo(7);
  }

  @Test
  void share_failure_comesInEachConsumerOnce() {
    var broken = new IOException("broken");
    Supplier<AsyncStream<Integer>> shared = new ScriptedStream<Integer>().breaks(broken).share(1);
    AsyncStream<Integer> one = shared.get();
    AsyncStream<Integer> two = shared.get();
    assertThatThrownBy(() -> task.run(one.next())).isSameAs(broken);
    assertThatThrownBy(() -> task.run(two.next())).isSameAs(broken);
    assertThat(List.of(one, two)).allSatisfy(each -> assertThat(task.run(each.next())).isNull());
  }

  @Test
  void share_lastConsumerClosed_closesTheSource() throws Exception {
    ScriptedStream<Integer> stalled = new ScriptedStream<Integer>().stalls();
    Supplier<AsyncStream<Integer>> shared = stalled.share(1);
    AsyncStream<Integer> one = shared.get();
    AsyncStream<Integer> two = shared.get();
    task.pending(two.next());
    task.run(one.closeAsync());
    assertThat(stalled.closes).isZero();
    task.run(two.closeAsync());
    assertThat(stalled.closes).isEqualTo(1);
    assertThat(stalled.cancels).isPositive();
  }

  @Test
  void share_consumersInTasks_losesAndDoublesNothing() throws Exception {
    try (Weft weft = Weft.builder().workers(2).build()) {
      Supplier<AsyncStream<Integer>> shared = Streams.fromIterable(upTo(MANY)).share(4);
      List<AsyncStream<Integer>> consumers = List.of(shared.get(), shared.get(), shared.get());
      List<JoinHandle<List<Integer>>> handles = new ArrayList<>();
      consumers.forEach(each -> handles.add(weft.spawn(each.toList(MANY))));
      for (JoinHandle<List<Integer>> handle : handles) {
        assertThat(weft.blockOn(handle)).isEqualTo(upTo(MANY));
      }
    }
  }

  @Test
  void groupBy_items_goToTheirGroups() throws Exception {
    AsyncStream<String> lines =
        Streams.of("a1", "b1", "a2", "c1", "b2")
            .groupBy(word -> word.charAt(0), 3, 1)
            .mapAsyncUnordered(3, group -> group.items().fold("" + group.key(), String::concat));
    assertThat(task.run(lines.toList(9))).containsExactlyInAnyOrder("aa1a2", "bb1b2", "cc1");
  }

  @Test
  void groupBy_oneGroupMore_failsEverywhere() throws Exception {
    AsyncStream<Group<Integer, Integer>> groups = Streams.of(1, 2).groupBy(n -> n, 1, 1);
    Group<Integer, Integer> first = task.ready(groups.next());
    String message = "The stream has more groups than the 1 that groupBy may open.";
    assertThatThrownBy(() -> task.run(groups.next()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(message);
    assertThat(task.ready(first.items().next())).isEqualTo(1);
    assertThatThrownBy(() -> task.run(first.items().next())).hasMessage(message);
  }

  @Test
  void groupBy_fullGroup_holdsUpUntilItIsReadOrClosed() throws Exception {
    AsyncStream<Group<Integer, Integer>> groups =
        Streams.of(10, 11, 12, 20).groupBy(n -> n / 10, 2, 1);
    Group<Integer, Integer> tens = task.ready(groups.next());
    Future<Group<Integer, Integer>> next = groups.next();
    task.pending(next);
    assertThat(task.ready(tens.items().next())).isEqualTo(10);
    task.pending(next);
    task.ready(tens.items().closeAsync());
    Group<Integer, Integer> again = task.ready(next);
    assertThat(again.key()).isEqualTo(1);
    assertThat(task.ready(again.items().next())).isEqualTo(12);
    assertThat(task.ready(groups.next()).key()).isEqualTo(2);
  }

  @Test
  void groupBy_streamOfGroupsClosed_groupsGoOnAndNewKeysAreDropped() throws Exception {
    ScriptedStream<Integer> numbers = new ScriptedStream<Integer>().gives(10).gives(20).gives(11);
    AsyncStream<Group<Integer, Integer>> groups = numbers.groupBy(n -> n / 10, 9, 9);
    AsyncStream<Integer> tens = task.ready(groups.next()).items();
    task.run(groups.closeAsync());
    assertThat(task.run(tens.toList(9))).containsExactly(10, 11);
    assertThat(numbers.closes).isZero();
    task.run(tens.closeAsync());
    assertThat(numbers.closes).isEqualTo(1);
  }

  @Test
  void groupBy_groupsInTasks_losesAndDoublesNothing() throws Exception {
    try (Weft weft = Weft.builder().workers(2).build()) {
      var sums = new TreeMap<Integer, Integer>();
      weft.blockOn(
          stackful(
              () -> {
                AsyncStream<Group<Integer, Integer>> groups =
                    Streams.fromIterable(upTo(MANY)).groupBy(n -> n % 3, 3, 4);
                var handles = new TreeMap<Integer, JoinHandle<Integer>>();
                Group<Integer, Integer> group = Async.await(groups.next());
                while (group != null) {
                  handles.put(group.key(), Async.spawn(group.items().fold(0, Integer::sum)));
                  group = Async.await(groups.next());
                }
                for (var each : handles.entrySet()) {
                  sums.put(each.getKey(), Async.await(each.getValue()));
                }
              }));
      assertThat(sums.values())
          .containsExactly(
              IntStream.range(0, MANY).filter(n -> n % 3 == 0).sum(),
              IntStream.range(0, MANY).filter(n -> n % 3 == 1).sum(),
              IntStream.range(0, MANY).filter(n -> n % 3 == 2).sum());
    }
  }

  @Test
  void groupBy_groupsClosedBeforeOneWasTaken_theOthersGoOnAndTheSourceIsClosed() throws Exception {
    AsyncStream<Group<Integer, Integer>> groups = source.groupBy(n -> n % 2, 2, 1);
    give(0);
    AsyncStream<Integer> even = task.ready(groups.next()).items();
    for (int item : List.of(1, 3, 2)) { // the second one finds the buffer of the untaken group full
      give(item);
    }
    assertThat(task.ready(even.next())).isEqualTo(0);
    Future<Integer> next = even.next();
    task.pending(next);
    task.run(groups.closeAsync());
    assertThat(task.run(next)).isEqualTo(2);
    task.run(even.closeAsync());
    assertThatThrownBy(() -> give(4)).isInstanceOf(ClosedException.class);
  }
}

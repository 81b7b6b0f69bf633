package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Items that an operator has taken from its source and that nobody gets. */
class LeftoversTest {

  private final TestTask task = new TestTask();
  private final TestTask second = new TestTask();
  private final List<Integer> closed = new ArrayList<>();

  /** An item whose close takes two polls. */
  private record Resource(int number, List<Integer> closed) implements AsyncCloseable {

    @Override
    public Future<Void> closeAsync() {
      int[] polls = {0};
      return new Future<>() {
        @Override
        public Poll<Void> poll(Context cx) {
          if (polls[0]++ == 0) {
            cx.waker().wake();
            return Poll.pending();
          }
          closed.add(number);
          return Poll.ready(null);
        }

        @Override
        public boolean cancel() {
          return true; // would leave it open
        }
      };
    }
  }

  private Resource item(int number) {
    return new Resource(number, closed);
  }

  private ScriptedStream<Resource> source(int... numbers) {
    ScriptedStream<Resource> source = new ScriptedStream<>();
    for (int number : numbers) {
      source.gives(item(number));
    }
    return source;
  }

  private static int tens(Resource item) {
    return item.number() / 10;
  }

  @Test
  void groupBy_groupClosedWithItems_awaitsTheirCloses() throws Exception {
    AsyncStream<Group<Integer, Resource>> groups =
        source(10, 11, 20, 12).groupBy(LeftoversTest::tens, 9, 9);
    Group<Integer, Resource> ones = task.ready(groups.next());
    Group<Integer, Resource> twos = task.ready(groups.next());
    assertThat(task.ready(twos.items().next()).number()).isEqualTo(20);
    Future<Void> close = ones.closeAsync();
    task.pending(close);
    task.run(close);
    assertThat(closed).containsExactly(10, 11);
    assertThat(task.ready(groups.next()).key()).isEqualTo(1); // the next item opens it again
  }

  @Test
  void groupBy_closeCancelledHalfWay_closesTheItemsAllTheSame() throws Exception {
    AsyncStream<Group<Integer, Resource>> groups =
        source(10, 11).groupBy(LeftoversTest::tens, 9, 9);
    Group<Integer, Resource> ones = task.ready(groups.next());
    Future<Void> close = ones.closeAsync();
    assertThat(close.cancel()).isFalse();
    task.run(close);
    assertThat(closed).containsExactly(10);
  }

  @Test
  void groupBy_streamOfGroupsClosed_itemsOfNewKeysAreClosedBeforeTheSourceGoesOn()
      throws Exception {
    ScriptedStream<Resource> source = source(10, 20, 30, 11);
    AsyncStream<Group<Integer, Resource>> groups = source.groupBy(LeftoversTest::tens, 9, 9);
    AsyncStream<Resource> ones = task.ready(groups.next()).items();
    task.ready(ones.next());
    task.run(groups.closeAsync());
    Future<Resource> next = ones.next();
    task.pending(next);
    assertThat(source.polls).isEqualTo(2);
    assertThat(task.run(next).number()).isEqualTo(11);
    assertThat(closed).containsExactly(20, 30);
    task.run(ones.closeAsync());
    assertThat(source.closes).isEqualTo(1);
  }

  @Test
  void groupBy_oneGroupMoreThanAllowed_closesTheItemThatFoundNone() throws Exception {
    AsyncStream<Group<Integer, Resource>> groups =
        source(10, 20).groupBy(LeftoversTest::tens, 1, 9);
    task.ready(groups.next());
    assertThatThrownBy(() -> task.run(groups.next())).hasMessageContaining("more groups");
    assertThat(closed).containsExactly(20);
  }

  @Test
  void groupBy_lastCloseWithAnItemThatHadNoRoom_closesAll() throws Exception {
    ScriptedStream<Resource> source = source(10, 11, 12);
    AsyncStream<Group<Integer, Resource>> groups = source.groupBy(LeftoversTest::tens, 1, 1);
    AsyncStream<Resource> ones = task.ready(groups.next()).items();
    task.pending(groups.next()); // holds the second one
    task.run(groups.closeAsync());
    task.run(ones.closeAsync());
    assertThat(closed).containsExactly(10, 11);
    assertThat(source.closes).isEqualTo(1);
  }

  @Test
  void groupBy_untakenGroupsInABuffer_areClosedWithIt() throws Exception {
    ScriptedStream<Resource> source = source(10, 20, 30);
    AsyncStream<Group<Integer, Resource>> groups =
        source.groupBy(LeftoversTest::tens, 9, 9).buffered(3);
    AsyncStream<Resource> ones = task.ready(groups.next()).items();
    task.run(groups.closeAsync());
    assertThat(closed).containsExactly(20, 30);
    task.run(ones.closeAsync());
    assertThat(closed).containsExactly(20, 30, 10);
    assertThat(source.closes).isEqualTo(1);
  }

  @Test
  void groupBy_closeOfAnItemFails_closesTheOthersAndThrowsIt() throws Exception {
    var broken = new IllegalStateException("broken");
    AutoCloseable bad =
        () -> {
          throw broken;
        };
    AsyncStream<Group<Integer, AutoCloseable>> groups =
        new ScriptedStream<AutoCloseable>()
            .gives(bad)
            .gives(item(2))
            .stalls()
            .groupBy(each -> 1, 1, 9);
    Group<Integer, AutoCloseable> all = task.ready(groups.next());
    task.pending(groups.next());
    assertThatThrownBy(() -> task.run(all.closeAsync())).isSameAs(broken);
    assertThat(closed).containsExactly(2);
  }

  @Test
  void share_itemThatNoneHasTaken_isClosedWithTheLastConsumerThatHadIt() throws Exception {
    Supplier<AsyncStream<Resource>> shared = source(1, 2, 3).share(3);
    AsyncStream<Resource> one = shared.get();
    AsyncStream<Resource> two = shared.get();
    task.ready(one.next());
    task.ready(one.next());
    task.run(two.closeAsync()); // two items that the other one has taken
    assertThat(closed).isEmpty();
    AsyncStream<Resource> late = shared.get();
    assertThat(task.ready(late.next()).number()).isEqualTo(3);
    task.run(one.closeAsync());
    task.run(late.closeAsync());
    assertThat(closed).isEmpty();
  }

  @Test
  void share_closedByAllWithItems_closesEachOnce() throws Exception {
    ScriptedStream<Resource> source = source(1, 2, 3);
    Supplier<AsyncStream<Resource>> shared = source.share(1);
    AsyncStream<Resource> one = shared.get();
    AsyncStream<Resource> two = shared.get();
    task.ready(one.next());
    second.pending(one.next()); // the second item has no room with the other one
    task.run(one.closeAsync());
    task.run(two.closeAsync());
    assertThat(closed).containsExactly(2);
    assertThat(source.closes).isEqualTo(1);
  }

  @Test
  void window_closedOrAtItsEnd_closesWhatIsInNoList() throws Exception {
    AsyncStream<List<Resource>> windows = source(1, 2, 3, 4).stalls().window(3, 2);
    assertThat(task.ready(windows.next())).hasSize(3);
    task.pending(windows.next());
    task.run(windows.closeAsync());
    assertThat(closed).containsExactly(4);

    AsyncStream<List<Resource>> rest = source(5, 6, 7, 8).window(3, 3);
    assertThat(task.ready(rest.next())).hasSize(3);
    assertThat(task.run(rest.next())).isNull();
    assertThat(closed).containsExactly(4, 8);
  }

  @Test
  void distinct_oneItemMoreThanItMayKeep_closesThat() {
    AsyncStream<Resource> stream = source(1).distinct(0);
    assertThatThrownBy(() -> task.run(stream.next())).hasMessageContaining("distinct may keep");
    assertThat(closed).containsExactly(1);
  }

  @Test
  void unfold_closedWhileAStepStillComes_closesItsItem() throws Exception {
    var step = new Streams.Step<>(item(1), 2);
    AsyncStream<Resource> stream = Streams.unfold(1, state -> Async.shield(cx -> poll(cx, step)));
    task.pending(stream.next());
    task.run(stream.closeAsync());
    assertThat(closed).containsExactly(1);
  }

  private int polls;

  private <T> Poll<T> poll(Context cx, T value) {
    if (polls++ > 0) {
      return Poll.ready(value);
    }
    cx.waker().wake();
    return Poll.pending();
  }

  @Test
  void buffered_closedTwiceWhileAnItemCloses_finishesThatClose() throws Exception {
    AsyncStream<Resource> stream = source(1, 2).buffered(2);
    task.ready(stream.next());
    task.pending(stream.closeAsync());
    task.run(stream.closeAsync());
    assertThat(closed).containsExactly(2);
  }

  @Test
  void subscriber_closedWithItems_closesThemAndLateOnes() throws Exception {
    SubscriberStream<AutoCloseable> stream = SubscriberStream.create(2);
    stream.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long count) {}

          @Override
          public void cancel() {}
        });
    stream.onNext(item(1));
    stream.onNext(item(2));
    Future<Void> close = stream.closeAsync();
    assertThat(close.cancel()).isFalse();
    task.run(close);
    assertThat(closed).containsExactly(1, 2);
    stream.onNext(() -> closed.add(3));
    assertThat(closed).containsExactly(1, 2, 3);
    assertThat(task.run(stream.next())).isNull();
  }

  @Test
  void skip_itemsThatNobodyHasSeen_areClosedOneByOne() throws Exception {
    AsyncStream<Resource> rest = source(1, 2, 3).skip(2);
    Future<Resource> next = rest.next();
    task.pending(next);
    assertThat(closed).isEmpty();
    assertThat(next.cancel()).isTrue(); // while a close is pending
    assertThat(task.run(rest.next()).number()).isEqualTo(3);
    assertThat(closed).containsExactly(1, 2);
  }

  @Test
  void debounce_itemsThatWereReplaced_areClosed() throws Exception {
    AsyncStream<Resource> last = source(1, 2, 3).debounce(Duration.ofHours(1));
    assertThat(task.run(last.next()).number()).isEqualTo(3);
    assertThat(task.run(last.next())).isNull();
    assertThat(closed).containsExactly(1, 2);
  }

  @Test
  void window_itemsBetweenLists_areClosed() throws Exception {
    AsyncStream<List<Resource>> lists = source(1, 2, 3, 4).window(1, 3);
    assertThat(task.run(lists.next())).extracting(Resource::number).containsExactly(1);
    assertThat(task.run(lists.next())).extracting(Resource::number).containsExactly(4);
    assertThat(closed).containsExactly(2, 3);
  }
}

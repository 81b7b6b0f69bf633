package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AsyncStreamTest {

  private final TestTask task = new TestTask();

  private static ScriptedStream<Integer> numbers() {
    return new ScriptedStream<Integer>()
        .gives(1)
        .pends()
        .gives(2)
        .gives(3)
        .pends()
        .gives(4)
        .pends();
  }

  private <T> List<T> all(AsyncStream<T> stream) throws Exception {
    return task.run(stream.toList(1000));
  }

  @Test
  void of_items_comeInOrderThenTheEnd() throws Exception {
    AsyncStream<String> stream = Streams.of("a", "b");
    assertThat(task.ready(stream.next())).isEqualTo("a");
    assertThat(task.ready(stream.next())).isEqualTo("b");
    assertThat(task.ready(stream.next())).isNull();
    assertThat(task.ready(stream.next())).isNull();
    assertThatThrownBy(() -> Streams.of("a", null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void fromIterable_nullElement_failsThenEnds() throws Exception {
    AsyncStream<String> stream = Streams.fromIterable(Arrays.asList("a", null, "b"));
    assertThat(task.ready(stream.next())).isEqualTo("a");
    assertThatThrownBy(() -> task.poll(stream.next()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("An item of a stream can't be null.");
    assertThat(task.ready(stream.next())).isNull();
  }

  @Test
  void operators_combined_keepOrder() throws Exception {
    AsyncStream<String> stream = numbers().filter(n -> n != 2).map(n -> "n" + n).take(2);
    assertThat(all(stream)).containsExactly("n1", "n3");
  }

  @Test
  void take_count_asksForNoItemBeyond() throws Exception {
    ScriptedStream<Integer> source = numbers();
    assertThat(all(source.take(2))).containsExactly(1, 2);
    assertThat(all(source)).containsExactly(3, 4);
    assertThat(all(numbers().take(0))).isEmpty();
    assertThat(all(numbers().take(99))).hasSize(4);
    assertThatThrownBy(() -> source.take(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("count is -1; accepted is 0 or more.");
  }

  @Test
  void operator_afterTheEnd_doesNotPollTheSource() throws Exception {
    ScriptedStream<Integer> source = new ScriptedStream<Integer>().gives(1);
    AsyncStream<Integer> mapped = source.map(n -> n);
    all(mapped);
    int polls = source.polls;
    assertThat(task.ready(mapped.next())).isNull();
    assertThat(source.polls).isEqualTo(polls);
    assertThat(mapped.cancelNext()).isTrue();
    assertThat(source.cancels).isZero();
  }

  @Test
  void operators_failingFunction_endsTheStream() throws Exception {
    var bad = new IllegalStateException("bad");
    AsyncStream<Integer> mapped =
        numbers()
            .map(
                n -> {
                  throw bad;
                });
    assertThatThrownBy(() -> task.poll(mapped.next())).isSameAs(bad);
    assertThat(task.ready(mapped.next())).isNull();
    AsyncStream<Integer> none = numbers().map(n -> null);
    assertThatThrownBy(() -> task.poll(none.next()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("The function of map gave null for an item.");
    assertThat(task.ready(none.next())).isNull();
  }

  @Test
  void operators_failingSource_passTheFailureOn() {
    var broken = new IOException("broken");
    ScriptedStream<Integer> source = new ScriptedStream<Integer>().gives(1).breaks(broken);
    assertThatThrownBy(() -> all(source.map(n -> n).filter(n -> true).take(5))).isSameAs(broken);
  }

  @Test
  void operators_cancelledAtEachPending_loseAndDoubleNothing() throws Exception {
    AsyncStream<Integer> stream = numbers().map(n -> n * 10).filter(n -> n != 30).take(9);
    List<Integer> got = new ArrayList<>();
    while (true) {
      Future<Integer> next = stream.next();
      if (!(task.poll(next) instanceof Poll.Ready<Integer>(Integer item))) {
        assertThat(next.cancel()).isTrue();
      } else if (item == null) {
        break;
      } else {
        got.add(item);
      }
    }
    assertThat(got).containsExactly(10, 20, 40);
  }

  @Test
  void forEach_andFold_useEachItemOnce() throws Exception {
    List<Integer> seen = new ArrayList<>();
    task.run(numbers().forEach(seen::add));
    assertThat(seen).containsExactly(1, 2, 3, 4);
    assertThat(task.run(numbers().fold("", (text, n) -> text + n))).isEqualTo("1234");
    assertThat(task.run(Streams.<Integer>of().fold((String) null, (t, n) -> t + n))).isNull();
  }

  @Test
  void forEach_cancelledAtEachPending_goesOnWithTheNextItem() throws Exception {
    ScriptedStream<Integer> source = numbers();
    List<Integer> seen = new ArrayList<>();
    Future<Void> loop = source.forEach(seen::add);
    while (!task.poll(loop).isReady()) {
      assertThat(loop.cancel()).isTrue();
      loop = source.forEach(seen::add);
    }
    assertThat(seen).containsExactly(1, 2, 3, 4);
    assertThat(source.cancels).isEqualTo(3);
  }

  @Test
  void forEach_sourceNeedsTimeToCancel_usesTheItemThenEnds() throws Exception {
    ScriptedStream<Integer> source = new ScriptedStream<Integer>().stalls().gives(7).gives(8);
    source.needsTime = true;
    List<Integer> seen = new ArrayList<>();
    Future<Void> loop = source.forEach(seen::add);
    task.pending(loop);
    assertThat(loop.cancel()).isFalse();
    task.pending(loop);
    source.goOn();
    assertThatThrownBy(() -> task.poll(loop)).isInstanceOf(Cancellation.class);
    assertThat(seen).containsExactly(7);
    assertThat(task.ready(source.next())).isEqualTo(8);
  }

  @Test
  void toList_limit_isExact() throws Exception {
    assertThat(task.run(numbers().toList(4))).containsExactly(1, 2, 3, 4).isUnmodifiable();
    assertThatThrownBy(() -> task.run(numbers().toList(3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The stream has more items than the 3 that toList may collect.");
    assertThatThrownBy(() -> numbers().toList(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}

package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SimpleOperatorsTest {

  private final TestTask task = new TestTask();

  private static AsyncStream<Integer> numbers() {
    return Streams.of(1, 2, 3, 4, 5);
  }

  private <T> List<T> all(AsyncStream<T> stream) throws Exception {
    return task.run(stream.toList(99));
  }

  @Test
  void skipAndWhile_splitAStreamInTwo() throws Exception {
    assertThat(all(numbers().skip(3))).containsExactly(4, 5);
    assertThat(all(numbers().skip(9))).isEmpty();
    assertThat(all(numbers().takeWhile(n -> n != 3))).containsExactly(1, 2);
    assertThat(all(numbers().skipWhile(n -> n != 3))).containsExactly(3, 4, 5);
  }

  @Test
  void scan_sums_areGivenForEachItem() throws Exception {
    assertThat(all(numbers().scan(0, Integer::sum))).containsExactly(1, 3, 6, 10, 15);
  }

  @Test
  void distinct_repeats_areLeftOut() throws Exception {
    AsyncStream<Integer> stream = Streams.of(1, 2, 1, 1, 3, 2);
    assertThat(all(stream.distinct(3))).containsExactly(1, 2, 3);
    assertThat(all(Streams.of(1, 1, 2, 1).distinctUntilChanged())).containsExactly(1, 2, 1);
    assertThat(all(numbers().distinctUntilChanged((a, b) -> b - a < 2))).containsExactly(1, 3, 5);
    assertThatThrownBy(() -> all(numbers().distinct(4)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The stream has more different items than the 4 that distinct may keep.");
  }

  @Test
  void chunksAndWindows_cutTheStream() throws Exception {
    assertThat(all(numbers().chunks(2))).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
    assertThat(all(numbers().window(3, 1)))
        .containsExactly(List.of(1, 2, 3), List.of(2, 3, 4), List.of(3, 4, 5));
    assertThat(all(numbers().window(2, 3))).containsExactly(List.of(1, 2), List.of(4, 5));
  }

  @Test
  void range_isWithoutItsEnd() throws Exception {
    assertThat(all(Streams.range(-1, 3))).containsExactly(-1, 0, 1, 2);
    assertThat(all(Streams.range(3, 3))).isEmpty();
    assertThat(all(Streams.range(3, -1))).isEmpty();
    assertThat(all(Streams.range(Integer.MAX_VALUE - 1, Integer.MAX_VALUE))).hasSize(1);
  }

  @Test
  void chunks_large_growAndAreApart() throws Exception {
    List<List<Integer>> chunks = all(Streams.range(0, 90).chunks(40));
    assertThat(chunks).extracting(List::size).containsExactly(40, 40, 10);
    assertThat(chunks.stream().flatMap(List::stream))
        .hasSize(90)
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void concat_failureOfTheFirst_neverAsksTheSecond() throws Exception {
    assertThat(all(Streams.of(1).concat(Streams.of(2)))).containsExactly(1, 2);
    ScriptedStream<Integer> second = new ScriptedStream<Integer>().gives(9);
    var broken = new IOException("broken");
    AsyncStream<Integer> first = new ScriptedStream<Integer>().breaks(broken);
    assertThatThrownBy(() -> all(first.concat(second))).isSameAs(broken);
    assertThat(second.polls).isZero();
  }

  @Test
  void buffered_consumerIsSlow_readsAheadUpToItsSize() throws Exception {
    ScriptedStream<Integer> source = new ScriptedStream<Integer>().gives(1).gives(2).gives(3);
    AsyncStream<Integer> stream = source.buffered(2);
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThat(source.polls).isEqualTo(2);
    assertThat(all(stream)).containsExactly(2, 3);
  }

  @Test
  void buffered_closedWithItems_closesThem() throws Exception {
    int[] closed = {0};
    AutoCloseable item = () -> closed[0]++;
    AsyncStream<AutoCloseable> stream = Streams.of(item, item, item).buffered(3);
    task.ready(stream.next());
    task.run(stream.closeAsync());
    assertThat(closed[0]).isEqualTo(2);
  }

  @Test
  void peek_item_staysForNext() throws Exception {
    ScriptedStream<Integer> source = new ScriptedStream<Integer>().pends().gives(1);
    PeekableStream<Integer> stream = source.peekable();
    Future<Integer> peek = stream.peek();
    task.pending(peek);
    assertThat(peek.cancel()).isTrue();
    assertThat(task.ready(stream.peek())).isEqualTo(1);
    assertThat(task.ready(stream.peek())).isEqualTo(1);
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThat(task.ready(stream.peek())).isNull();
    assertThat(task.ready(stream.next())).isNull();
  }

  @Test
  void fuse_sourceThatGoesOn_staysAtItsEnd() throws Exception {
    AsyncStream<Integer> again =
        new AsyncStream<>() {
          private int polls;

          @Override
          public Object pollNext(dev.weft.Context cx) {
            return ++polls % 2 == 0 ? null : polls;
          }
        };
    AsyncStream<Integer> fused = again.fuse();
    assertThat(all(fused)).containsExactly(1);
    assertThat(task.ready(fused.next())).isNull();
    assertThat(task.ready(again.next())).isEqualTo(3);
  }

  @Test
  void collect_collector_getsAllItems() throws Exception {
    assertThat(task.run(numbers().collect(Collectors.summingInt(n -> n)))).isEqualTo(15);
    assertThat(task.run(numbers().map(n -> "" + n).collect(Collectors.joining("-"))))
        .isEqualTo("1-2-3-4-5");
  }

  @Test
  void limits_outOfRange_areRefusedWithTheValue() {
    AsyncStream<Integer> source = numbers();
    refused(() -> source.skip(-1), "count is -1; accepted is 0 or more.");
    refused(() -> source.distinct(-2), "limit is -2; accepted is 0 or more.");
    refused(() -> source.chunks(0), "size is 0; accepted is 1 or more.");
    refused(() -> source.window(0, 1), "size is 0; accepted is 1 or more.");
    refused(() -> source.window(1, -4), "step is -4; accepted is 1 or more.");
    refused(() -> source.buffered(0), "size is 0; accepted is 1 or more.");
    refused(() -> source.share(0), "buffer is 0; accepted is 1 or more.");
    refused(() -> source.groupBy(n -> n, 0, 1), "maxGroups is 0; accepted is 1 or more.");
    refused(() -> source.groupBy(n -> n, 1, 0), "buffer is 0; accepted is 1 or more.");
    refused(() -> new ScriptedSink(1).buffer(0), "size is 0; accepted is 1 or more.");
    refused(
        () -> Streams.fromPublisher(subscriber -> {}, 0), "buffer is 0; accepted is 1 or more.");
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}

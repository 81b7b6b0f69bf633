package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.stream.AllOperators.Item;
import dev.weft.stream.AllOperators.Use;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for each operator. */
class EveryOperatorTest {

  private static final int MILLION = 1_000_000;
  private static final long SMALL_STACK_BYTES = 200_000;

  private final TestTask task = new TestTask();

  static Stream<Arguments> operators() {
    return AllOperators.all();
  }

  private static ScriptedStream<Item> source() {
    ScriptedStream<Item> source = new ScriptedStream<>();
    for (int i = 1; i <= 9; i++) {
      source.gives(new Item(i)).pends().pends();
    }
    return source;
  }

  private static List<Item> items() {
    return IntStream.rangeClosed(1, 9).mapToObj(Item::new).toList();
  }

  private static Item single(Object item) {
    return item instanceof List<?> list ? (Item) list.getFirst() : (Item) item;
  }

  private static <T> T onSmallStack(FutureTask<T> work) throws Exception {
    var thread = new Thread(null, work, "small stack", SMALL_STACK_BYTES);
    thread.start();
    return work.get();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void millionReadyItems_takeConstantStackAndMemory(String name, Use use) throws Exception {
    List<WeakReference<Item>> samples = new ArrayList<>();
    Stream<Item> endless =
        IntStream.range(0, MILLION)
            .mapToObj(
                i -> {
                  var item = new Item(name.equals("distinct") ? i % 100 : i);
                  if (i % 20_000 == 0) {
                    samples.add(new WeakReference<>(item));
                  }
                  return item;
                });
    AsyncStream<?> stream = use.apply(Streams.fromIterator(endless.iterator()));
    long half = onSmallStack(new FutureTask<>(() -> count(stream, MILLION / 2)));
    System.gc();
    long alive = samples.stream().filter(sample -> sample.get() != null).count();
    long rest = onSmallStack(new FutureTask<>(() -> count(stream, MILLION)));
    assertThat(alive).isLessThanOrEqualTo(3);
    assertThat(half + rest).isEqualTo(name.equals("distinct") ? 100 : MILLION);
  }

  private long count(AsyncStream<?> stream, int atMost) throws Exception {
    long count = 0;
    while (count < atMost && task.run(stream.next()) != null) {
      count++;
    }
    return count;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void nextCancelledAtEachPending_losesAndDoublesNothing(String name, Use use) throws Exception {
    ScriptedStream<Item> source = source();
    AsyncStream<?> stream = use.apply(source);
    List<Item> got = new ArrayList<>();
    int cancels = 0;
    while (true) {
      Future<?> next = stream.next();
      if (!(task.poll(next) instanceof Poll.Ready<?>(Object item))) {
        assertThat(next.cancel()).isTrue();
        cancels++;
      } else if (item == null) {
        break;
      } else {
        got.add(single(item));
      }
    }
    assertThat(got).isEqualTo(items());
    assertThat(cancels).isPositive();
    assertThat(source.cancels).isPositive();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void sourceThatNeedsTimeToCancel_isPolledOnAndItsItemKept(String name, Use use) throws Exception {
    ScriptedStream<Item> source = new ScriptedStream<Item>().stalls().gives(new Item(7));
    source.needsTime = true;
    AsyncStream<?> stream = use.apply(source);
    Future<?> next = stream.next();
    task.pending(next);
    assertThat(next.cancel()).isFalse();
    task.pending(next);
    source.goOn();
    assertThat(single(task.ready(next))).isEqualTo(new Item(7));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void failureOfTheSource_arrivesAsTheSameObjectThenTheEnd(String name, Use use) throws Exception {
    var broken = new IOException("broken");
    AsyncStream<?> stream =
        use.apply(new ScriptedStream<Item>().gives(new Item(1)).pends().breaks(broken));
    List<Item> got = new ArrayList<>();
    Throwable thrown = null;
    try {
      task.run(stream.forEach(item -> got.add(single(item))));
    } catch (IOException failure) {
      thrown = failure;
    }
    assertThat(thrown).isSameAs(broken);
    assertThat(got).containsExactly(new Item(1));
    assertThat(task.run(stream.next())).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void close_whilePending_closesTheSourceAndWaitsForIt(String name, Use use) throws Exception {
    ScriptedStream<Item> source = new ScriptedStream<Item>().gives(new Item(1)).stalls();
    source.closesAfter(3);
    AsyncStream<?> stream = use.apply(source);
    assertThat(single(task.ready(stream.next()))).isEqualTo(new Item(1));
    Future<?> next = stream.next();
    task.pending(next);
    assertThat(next.cancel()).isTrue();
    Future<Void> close = stream.closeAsync();
    task.pending(close);
    assertThat(source.closes).isZero();
    task.run(close);
    assertThat(source.closes).isEqualTo(1);
    assertThat(task.run(stream.next())).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void close_cancelled_takesPlaceAllTheSame(String name, Use use) throws Exception {
    ScriptedStream<Item> source = new ScriptedStream<Item>().stalls();
    AsyncStream<?> stream = use.apply(source);
    task.pending(stream.next());
    Future<Void> close = stream.closeAsync();
    if (!close.cancel()) {
      task.run(close);
    }
    assertThat(source.closes).isEqualTo(1);
  }
}

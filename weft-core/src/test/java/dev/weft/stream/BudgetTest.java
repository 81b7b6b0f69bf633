package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.PollContext;
import dev.weft.io.AsyncRead;
import dev.weft.io.BufReader;
import dev.weft.io.BufWriter;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sources and targets that are always ready must not keep a worker for themselves. */
class BudgetTest {

  private final TestTask task = new TestTask();

  private static ScriptedIo narrow() {
    return new ScriptedIo().eachWriteAccepts(1);
  }

  /** A source that is always ready, with one byte. */
  private static AsyncRead drip() {
    AsyncRead endless = Io.repeat((byte) 'x');
    return (target, cx) -> {
      int limit = target.limit();
      target.limit(Math.min(limit, target.position() + 1));
      try {
        return endless.pollRead(target, cx);
      } finally {
        target.limit(limit);
      }
    };
  }

  static Stream<Arguments> loops() {
    ByteBuffer large = ByteBuffer.allocate(100_000);
    BufWriter full = new BufWriter(narrow(), 4096);
    AsyncStream<Integer> endless = Streams.fromIterable(Collections.nCopies(1_000_000, 1));
    return Stream.of(
        Arguments.of("copy without end", Io.copy(Io.repeat((byte) 1), Io.sink())),
        Arguments.of("copy to a narrow target", Io.copy(Io.fromBytes(new byte[9999]), narrow())),
        Arguments.of("writeAll to a narrow target", narrow().writeAll(large.duplicate())),
        Arguments.of(
            "writeAll of several", narrow().writeAll(large.duplicate(), large.duplicate())),
        Arguments.of("a buffer that drains", full.writeAll(new ByteBuffer[] {large.duplicate()})),
        Arguments.of("readExactly(buffer)", Io.readExactly(drip(), large.duplicate())),
        Arguments.of("readExactly(count)", new BufReader(drip()).readExactly(10_000)),
        Arguments.of("readLine", new BufReader(drip()).readLine()),
        Arguments.of("readUntil", new BufReader(drip()).readUntil((byte) 0, 10_000)),
        Arguments.of("readToEnd", new BufReader(drip()).readToEnd(10_000)),
        Arguments.of("forEach", endless.forEach(item -> {})),
        Arguments.of("fold", endless.fold(0, Integer::sum)),
        Arguments.of("toList", endless.toList(1_000_000)),
        Arguments.of("filter", endless.filter(item -> false).next()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("loops")
  void alwaysReadyLoop_yieldsWhenItsBudgetIsUsedUp(String what, Future<?> loop) throws Exception {
    for (int i = 0; i < 3; i++) {
      task.takeWakes();
      task.pending(loop);
      assertThat(task.yielded()).as(what).isTrue();
      assertThat(task.wakes()).as(what).isPositive();
      assertThat(task.budget()).as(what).isBetween(-1, 0);
    }
  }

  @Test
  void alwaysReadySources_readInALoop_yield() throws Exception {
    DuplexPair pair = Io.duplex(4096);
    task.ready(pair.first().writeAll(ByteBuffer.allocate(4096)));
    AsyncStream<Integer> items = Streams.fromIterable(Collections.nCopies(1000, 1));
    AsyncRead empty = Io.empty();
    AsyncRead endless = Io.repeat((byte) 1);
    assertYields(() -> pair.second().read(ByteBuffer.allocate(1)));
    assertYields(() -> empty.read(ByteBuffer.allocate(1)));
    assertYields(() -> endless.read(ByteBuffer.allocate(1)));
    assertYields(() -> Io.sink().write(ByteBuffer.allocate(1)));
    assertYields(items::next);
  }

  private interface Operation {
    Future<?> start();
  }

  private void assertYields(Operation operation) throws Exception {
    task.setBudget(PollContext.BUDGET);
    int completed = 0;
    while (task.pollOn(operation.start()).isReady()) {
      completed++;
      assertThat(completed).isLessThanOrEqualTo(PollContext.BUDGET);
    }
    assertThat(completed).isEqualTo(PollContext.BUDGET);
    assertThat(task.yielded()).isTrue();
  }

  private void assertYieldsInTime(Operation operation) throws Exception {
    task.setBudget(PollContext.BUDGET);
    int completed = 0;
    while (task.pollOn(operation.start()).isReady()) {
      completed++;
      assertThat(completed).isLessThanOrEqualTo(PollContext.BUDGET);
    }
    assertThat(task.yielded()).isTrue();
    assertThat(task.wakes()).isPositive();
  }

  static Stream<Arguments> operators() {
    return AllOperators.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operators")
  void alwaysReadyOperator_readInALoop_yields(String name, AllOperators.Use use) throws Exception {
    int[] count = {0};
    Iterator<AllOperators.Item> endless =
        Stream.generate(() -> new AllOperators.Item(count[0]++)).iterator();
    AsyncStream<?> stream = use.apply(Streams.fromIterator(endless));
    assertYieldsInTime(stream::next);
    assertThat(count[0]).as("items taken in one poll").isLessThan(3 * PollContext.BUDGET);
  }

  /** A sink that always has room. */
  private static AsyncSink<Integer> roomy(List<Integer> into) {
    return new AsyncSink<>() {
      @Override
      public boolean pollReady(Context cx) {
        return true;
      }

      @Override
      public void startSend(Integer item) {
        into.add(item);
      }

      @Override
      public boolean pollFlush(Context cx) {
        return true;
      }

      @Override
      public boolean pollClose(Context cx) {
        return true;
      }
    };
  }

  static Stream<Arguments> sinks() {
    List<Integer> items = new ArrayList<>();
    return Stream.of(
        Arguments.of("a sink", roomy(items)),
        Arguments.of("with", roomy(items).with((Integer item) -> item)),
        Arguments.of("buffer", roomy(items).buffer(4)),
        Arguments.of("fanout", roomy(items).fanout(roomy(items))),
        Arguments.of("unbounded channel", Streams.toSender(Mpsc.<Integer>unbounded().sender())),
        Arguments.of("bounded channel", Streams.toSender(Mpsc.<Integer>bounded(100_000).sender())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sinks")
  void alwaysReadySink_usedInALoop_yields(String name, AsyncSink<Integer> sink) throws Exception {
    assertYieldsInTime(() -> sink.feed(1));
    assertYieldsInTime(() -> sink.send(1));
    assertYieldsInTime(sink::flush);
    assertYieldsInTime(() -> sink.sendAll(Streams.of(1)));
    Future<?> endless = sink.sendAll(Streams.fromIterator(Stream.generate(() -> 1).iterator()));
    assertYieldsInTime(() -> endless);
  }

  @Test
  void buffer_thatDrainsIntoAReadySink_yields() throws Exception {
    List<Integer> arrived = new ArrayList<>();
    AsyncSink<Integer> buffer = roomy(arrived).buffer(10_000);
    for (int i = 0; i < 10_000; i++) {
      task.setBudget(PollContext.BUDGET);
      task.ready(buffer.feed(i));
    }
    task.setBudget(PollContext.BUDGET);
    Future<Void> flush = buffer.flush();
    task.pending(flush);
    assertThat(arrived).hasSizeLessThanOrEqualTo(PollContext.BUDGET);
    task.run(flush);
    assertThat(arrived).hasSize(10_000);
  }
}

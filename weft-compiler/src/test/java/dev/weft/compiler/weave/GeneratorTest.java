package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.codegen.CompiledBody;
import dev.weft.compiler.testkit.Sources;
import dev.weft.compiler.testkit.Woven;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.StreamBody;
import dev.weft.stream.Streams;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks that make streams, on both backends. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GeneratorTest {

  private static final String SOURCE =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      import dev.weft.stream.*;
      import java.io.*;
      import java.time.Duration;
      import java.util.*;
      public class Bodies {
        public static StreamBody<Integer> numbers(int count, List<String> log) {
          return out -> {
            try {
              for (int i = 0; i < count; i++) {
                if (i == 2) {
                  await(yieldNow());
                }
                await(out.emit(i));
                log.add("took " + i);
              }
            } finally {
              await(yieldNow());
              log.add("cleaned up");
            }
          };
        }
        public static StreamBody<Integer> failing(IOException failure) {
          return out -> {
            await(out.emit(1));
            throw failure;
          };
        }
        public static StreamBody<Integer> joined() {
          return out -> await(join(out.emit(1), out.emit(2)));
        }
        public static StreamBody<Integer> raced() {
          return out -> {
            await(select(out.emit(1), sleep(Duration.ZERO)));
            await(out.emit(2));
          };
        }
      }
      """;

  enum Backend {
    STACKFUL,
    STACKLESS;

    private Class<?> bodies;

    private void load(Map<String, byte[]> classes) {
      try {
        bodies = Woven.loader(classes).loadClass("Bodies");
      } catch (ClassNotFoundException wrong) {
        throw new AssertionError(wrong);
      }
    }

    @SuppressWarnings("unchecked")
    AsyncStream<Integer> stream(String name, Object... arguments) {
      for (var method : bodies.getMethods()) {
        if (method.getName().equals(name)) {
          try {
            var body = (StreamBody<Integer>) method.invoke(null, arguments);
            assertThat(body instanceof CompiledBody).isEqualTo(this == STACKLESS);
            return Streams.stream(body);
          } catch (ReflectiveOperationException wrong) {
            throw new AssertionError(wrong);
          }
        }
      }
      throw new AssertionError(name);
    }
  }

  private static Weft weft;
  private final List<String> log = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void compile() {
    SortedMap<String, byte[]> plain = Sources.compile(Map.of("Bodies.java", SOURCE), "-g");
    Backend.STACKFUL.load(plain);
    Backend.STACKLESS.load(Woven.of(plain).classes());
    weft = Weft.builder().workers(1).build();
  }

  @AfterAll
  static void close() {
    weft.close();
  }

  private static <T> T run(Future<T> future) throws Exception {
    return weft.blockOn(future);
  }

  @ParameterizedTest
  @EnumSource
  void items_areGivenInOrderAndTheBlockStandsStillBetweenThem(Backend backend) throws Exception {
    AsyncStream<Integer> stream = backend.stream("numbers", 3, log);
    assertThat(run(stream.next())).isEqualTo(0);
    assertThat(log).isEmpty();
    assertThat(run(stream.next())).isEqualTo(1);
    assertThat(log).containsExactly("took 0");
    assertThat(run(stream.toList(9))).containsExactly(2);
    assertThat(log).containsExactly("took 0", "took 1", "took 2", "cleaned up");
    assertThat(run(stream.next())).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void manyItems_takeConstantStackAndNoneIsLost(Backend backend) throws Exception {
    int count = backend == Backend.STACKLESS ? 100_000 : 3_000;
    AsyncStream<Integer> stream = backend.stream("numbers", count, new Dropped());
    assertThat(run(stream.fold(0, (n, item) -> n + (item.equals(n) ? 1 : 0)))).isEqualTo(count);
  }

  @ParameterizedTest
  @EnumSource
  void closed_betweenItems_waitsForTheCleanUp(Backend backend) throws Exception {
    AsyncStream<Integer> stream = backend.stream("numbers", 9, log);
    assertThat(run(stream.next())).isEqualTo(0);
    run(stream.closeAsync());
    assertThat(log).containsExactly("cleaned up");
    assertThat(run(stream.next())).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void closed_beforeTheFirstItem_neverRunsTheBlock(Backend backend) throws Exception {
    AsyncStream<Integer> stream = backend.stream("numbers", 9, log);
    run(stream.closeAsync());
    assertThat(run(stream.next())).isNull();
    assertThat(log).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void terminalEndsEarly_cleansTheBlockUpFirst(Backend backend) throws Exception {
    assertThat(run(backend.stream("numbers", 9, log).take(1).toList(9))).containsExactly(0);
    assertThat(log).containsExactly("cleaned up");
  }

  @ParameterizedTest
  @EnumSource
  void failure_arrivesAsTheSameObject(Backend backend) throws Exception {
    var failure = new IOException("broken");
    AsyncStream<Integer> stream = backend.stream("failing", failure);
    assertThat(run(stream.next())).isEqualTo(1);
    assertThatThrownBy(() -> run(stream.next())).isSameAs(failure);
    assertThat(run(stream.next())).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void twoEmitsAtOnce_areRefused(Backend backend) throws Exception {
    AsyncStream<Integer> stream = backend.stream("joined");
    assertThat(run(stream.next())).isEqualTo(1);
    assertThatThrownBy(() -> run(stream.next()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The item 2 was emitted while another one waits; await one emit first.");
  }

  @ParameterizedTest
  @EnumSource
  void emitThatLosesARace_isWithdrawnUnlessTaken(Backend backend) throws Exception {
    List<Integer> items = run(backend.stream("raced").toList(9));
    assertThat(items).endsWith(2).isIn(List.of(2), List.of(1, 2));
  }

  @ParameterizedTest
  @EnumSource
  void forEachAborted_waitsForTheCleanUp(Backend backend) throws Exception {
    AsyncStream<Integer> stream = backend.stream("numbers", Integer.MAX_VALUE, log);
    Future<Void> loop = stream.forEach(item -> {});
    loop.cancel();
    assertThatThrownBy(() -> run(loop)).isInstanceOf(CancellationException.class);
    assertThat(run(stream.next())).isNull();
  }

  /** A log that nobody reads. */
  private static final class Dropped extends java.util.AbstractList<String> {
    @Override
    public boolean add(String line) {
      return true;
    }

    @Override
    public String get(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int size() {
      return 0;
    }
  }
}

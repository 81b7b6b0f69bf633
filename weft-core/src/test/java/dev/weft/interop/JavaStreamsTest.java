package dev.weft.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JavaStreamsTest {

  private final Weft weft = Weft.builder().workers(2).build();
  private final TestTask task = new TestTask();
  private final AtomicInteger closes = new AtomicInteger();

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void from_items_comeLazilyAndTheEndCloses() throws Exception {
    var made = new AtomicInteger();
    Stream<Integer> source =
        Stream.generate(made::incrementAndGet).limit(2).onClose(closes::incrementAndGet);
    AsyncStream<Integer> stream = JavaStreams.from(source);
    assertThat(made).hasValue(0);
    assertThat(task.ready(stream.next())).isEqualTo(1);
    assertThat(made).hasValue(1);
    assertThat(task.ready(stream.next())).isEqualTo(2);
    assertThat(task.ready(stream.next())).isNull();
    assertThat(task.ready(stream.next())).isNull();
    assertThat(closes).hasValue(1);
  }

  @Test
  void from_failure_closesAndSuppressesWhatTheCloseThrows() {
    Stream<Integer> source =
        Stream.of(1)
            .map(JavaStreamsTest::broken)
            .onClose(
                () -> {
                  throw new IllegalStateException("close");
                });
    AsyncStream<Integer> stream = JavaStreams.from(source);
    assertThatThrownBy(() -> task.poll(stream.next()))
        .hasMessage("item")
        .satisfies(thrown -> assertThat(thrown.getSuppressed()[0]).hasMessage("close"));
  }

  private static Integer broken(Integer item) {
    throw new IllegalArgumentException("item");
  }

  @Test
  void from_nullItem_isRefused() {
    AsyncStream<String> stream = JavaStreams.from(Stream.of("a", (String) null).skip(1));
    assertThatThrownBy(() -> task.poll(stream.next())).isInstanceOf(NullPointerException.class);
  }

  @Test
  void from_closedEarly_closesTheSourceOnce() throws Exception {
    AsyncStream<Integer> stream =
        JavaStreams.from(Stream.of(1, 2).onClose(closes::incrementAndGet));
    task.ready(stream.next());
    task.ready(stream.closeAsync());
    task.ready(stream.closeAsync());
    assertThat(closes).hasValue(1);
    assertThat(task.ready(stream.next())).isNull();
  }

  @Test
  void blocking_items_areThoseOfTheStream() {
    AsyncStream<Integer> stream = Streams.fromIterable(IntStream.range(0, 100).boxed().toList());
    try (BlockingItems<Integer> items = JavaStreams.blocking(weft, stream)) {
      assertThat(items.next()).isZero();
      assertThat(items.stream().mapToInt(i -> i).sum()).isEqualTo(4_950);
      assertThat(items.hasNext()).isFalse();
      assertThatThrownBy(items::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  /** Never has an item. */
  private final class Silent implements AsyncStream<Integer> {
    @Override
    public @Nullable Object pollNext(Context cx) {
      return RawFuture.PENDING;
    }

    @Override
    public Future<Void> closeAsync() {
      return new CloseFuture(closes::incrementAndGet);
    }
  }

  @Test
  void blocking_interrupted_stopsTheWaitAndKeepsTheStatus() {
    try (BlockingItems<Integer> items = JavaStreams.blocking(weft, new Silent())) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(items::hasNext)
          .isInstanceOf(CancellationException.class)
          .hasCauseInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(closes).hasValue(1);
  }

  @Test
  void blocking_streamClosed_closesTheSource() {
    JavaStreams.blocking(weft, new Silent()).stream().close();
    assertThat(closes).hasValue(1);
  }

  @Test
  void blocking_failure_isTheVeryException() {
    var failure = new IOException("broken");
    AsyncStream<Integer> broken =
        cx -> {
          throw failure;
        };
    BlockingItems<Integer> items = JavaStreams.blocking(weft, broken);
    assertThatThrownBy(items::hasNext).isSameAs(failure);
    assertThat(items.hasNext()).isFalse();
  }

  @Test
  void blocking_closedWithAnItemThatHasNextFound_closesIt() {
    AutoCloseable item = closes::incrementAndGet;
    BlockingItems<AutoCloseable> items = JavaStreams.blocking(weft, Streams.of(item));
    assertThat(items.hasNext()).isTrue();
    items.close();
    items.close();
    assertThat(closes).hasValue(1);
  }
}

package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.interop.Flows;
import dev.weft.stream.Streams;
import dev.weft.sync.Mpsc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InteropSnippetsTest {

  private final Weft weft = Weft.create();
  private final ExecutorService eventThread =
      Executors.newSingleThreadExecutor(job -> new Thread(job, "events"));

  @AfterEach
  void close() {
    weft.close();
    eventThread.shutdownNow();
  }

  @Test
  void completable_theirsAndOurs_meet() throws Exception {
    var limit = new CompletableFuture<Integer>();
    CompletableFuture<Integer> length =
        InteropSnippets.completable(
            weft,
            async(
                () -> {
                  await(yieldNow());
                  return "twelve chars";
                }),
            limit);
    limit.complete(5);
    assertThat(length.get()).isEqualTo(5);
  }

  @Test
  void shared_oneGivesUp_othersGetIt() throws Exception {
    var loading = new CompletableFuture<String>();
    Function<Duration, Future<String>> settings = InteropSnippets.shared(loading);
    assertThatThrownBy(() -> weft.blockOn(settings.apply(Duration.ZERO)))
        .isInstanceOf(TimeoutException.class);
    assertThat(loading.getNumberOfDependents()).isZero();
    JoinHandle<String> waiting = weft.spawn(settings.apply(Duration.ofHours(1)));
    loading.complete("loaded");
    assertThat(weft.blockOn(waiting)).isEqualTo("loaded");
  }

  @Test
  void executor_body_runsOnTheEventThread() throws Exception {
    JoinHandle<String> handle =
        InteropSnippets.executor(
            weft,
            eventThread,
            async(
                () -> {
                  await(sleep(Duration.ofMillis(1)));
                  return "answer";
                }));
    assertThat(weft.blockOn(handle)).startsWith("answer");
  }

  @Test
  void service_calls_areSummedUp() throws Exception {
    assertThat(InteropSnippets.service(weft, List.of(() -> 1, () -> 2, () -> 3))).isEqualTo(6);
    assertThat(weft.blockOn(async(() -> "open"))).isEqualTo("open");
  }

  @Test
  void publisher_eachSubscriber_getsTheLines() throws Exception {
    Path file = Files.createTempFile("interop", ".txt");
    try {
      Files.writeString(file, "a\n\nb\n");
      Flow.Publisher<String> lines = InteropSnippets.publisher(weft, file);
      assertThat(InteropSnippets.fromPublisher(weft, lines)).containsExactly("a", "b");
      assertThat(InteropSnippets.fromPublisher(weft, lines)).containsExactly("a", "b");
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void processor_blankLines_areLeftOut() throws Exception {
    Flow.Processor<String, Integer> lengths = InteropSnippets.lengths(weft);
    Flows.publisher(weft, Streams.of("one", " ", "three")).subscribe(lengths);
    assertThat(weft.blockOn(Streams.fromPublisher(lengths, 4).toList(9))).containsExactly(3, 5);
  }

  @Test
  void sink_items_arriveAsAskedFor() throws Exception {
    var channel = Mpsc.<Integer>bounded(1);
    Flow.Subscriber<Integer> subscriber =
        Flows.subscriber(weft, Streams.toSender(channel.sender()), 2);
    JoinHandle<Void> sending = weft.spawn(InteropSnippets.sink(subscriber));
    assertThat(weft.blockOn(Streams.fromReceiver(channel.receiver()).toList(9)))
        .containsExactly(0, 1, 2);
    weft.blockOn(sending);
  }

  @Test
  void virtual_query_gives() throws Exception {
    assertThat(weft.blockOn(InteropSnippets.virtual(() -> 6))).isEqualTo(6);
  }

  @Test
  void stream_numbers_areSummedUp() {
    assertThat(InteropSnippets.stream(weft, Streams.of(1, 2, 3))).isEqualTo(6);
  }
}

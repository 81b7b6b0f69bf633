package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.timeout;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.interop.BlockingItems;
import dev.weft.interop.CompletableFutures;
import dev.weft.interop.ExecutorRunner;
import dev.weft.interop.FlowSink;
import dev.weft.interop.Flows;
import dev.weft.interop.JavaStreams;
import dev.weft.interop.VirtualThreads;
import dev.weft.interop.WeftExecutor;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** The examples of the Javadoc of dev.weft.interop and its guide page, compiled. */
final class InteropSnippets {

  private InteropSnippets() {}

  static CompletableFuture<Integer> completable(
      Weft weft, Future<String> request, CompletionStage<Integer> limit) {
    // @start region="completable"
    Future<Integer> length =
        async(
            () -> {
              int most = await(CompletableFutures.fromStage(limit)); // theirs, awaited
              return Math.min(most, await(request).length());
            });
    return CompletableFutures.start(weft, length) // ours, for them
        .orTimeout(5, TimeUnit.SECONDS); // aborts the task
    // @end
  }

  static Function<Duration, Future<String>> shared(CompletableFuture<String> loading) {
    // @start region="shared"
    Future<String> loaded = CompletableFutures.sharedStage(loading); // one for all who wait
    return limit -> timeout(limit, loaded); // too late, it stops the wait and not the loading
    // @end
  }

  static JoinHandle<String> executor(Weft weft, Executor eventThread, Future<String> request) {
    // @start region="executor"
    ExecutorRunner window = ExecutorRunner.of(eventThread, weft);
    return window.spawn(
        async(
            () -> {
              String answer = await(request); // the event thread is free meanwhile
              await(sleep(Duration.ofMillis(1))); // timers and sockets are those of weft
              return answer + " on " + Thread.currentThread().getName();
            }));
    // @end
  }

  static int service(Weft weft, List<Callable<Integer>> calls) throws Exception {
    // @start region="service"
    int sum = 0;
    try (WeftExecutor executor = WeftExecutor.of(weft)) { // the runtime stays open
      for (var result : executor.invokeAll(calls)) {
        sum += result.get();
      }
    }
    return sum;
    // @end
  }

  static Flow.Publisher<String> publisher(Weft weft, Path file) {
    // @start region="publisher"
    return Flows.publisher(
        weft, () -> JavaStreams.from(lines(file)).filter(line -> !line.isBlank()));
    // @end
  }

  @SuppressWarnings("StreamResourceLeak") // closed with the stream that is made of it
  private static Stream<String> lines(Path file) {
    try {
      return Files.lines(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  // @start region="processor"
  static Flow.Processor<String, Integer> lengths(Weft weft) {
    return Flows.processor(
        weft,
        16, // asked for in advance
        in -> in.filter(line -> !line.isBlank()).map(String::length));
  }

  // @end

  static Future<Void> sink(Flow.Subscriber<Integer> subscriber) {
    // @start region="sink"
    FlowSink<Integer> sink = Flows.sink(subscriber);
    return async(
        () -> {
          for (int i = 0; i < 3; i++) {
            await(sink.send(i)); // waits until the subscriber asks for one more
          }
          await(sink.closeAsync());
        });
    // @end
  }

  static Future<Integer> virtual(Callable<Integer> jdbcQuery) {
    // @start region="virtual"
    return timeout(Duration.ofSeconds(5), VirtualThreads.call(jdbcQuery));
    // @end
  }

  static int stream(Weft weft, AsyncStream<Integer> numbers) {
    // @start region="stream"
    try (BlockingItems<Integer> items = JavaStreams.blocking(weft, numbers)) {
      return items.stream().mapToInt(Integer::intValue).limit(10).sum();
    }
    // @end
  }

  static List<String> fromPublisher(Weft weft, Flow.Publisher<String> publisher) throws Exception {
    // @start region="fromPublisher"
    return weft.blockOn(Streams.fromPublisher(publisher, 8).toList(1_000));
    // @end
  }
}

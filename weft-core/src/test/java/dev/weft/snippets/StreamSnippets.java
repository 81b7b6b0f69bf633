package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;

import dev.weft.Future;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.sync.Mpsc;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;

/** The examples of streams of items. */
final class StreamSnippets {

  private StreamSnippets() {}

  /** Some service. */
  interface Client {
    Future<String> read(String key);

    Future<Page> page(int number);
  }

  /** Part of a list. */
  record Page(List<String> keys, boolean last) {}

  // @start region="mapAsync"
  static Future<List<String>> readAll(Client client, List<String> keys) {
    return Streams.fromIterable(keys)
        .mapAsync(8, client::read) // eight at a time, results in the order of the keys
        .filter(value -> !value.isEmpty())
        .toList(10_000);
  }

  // @end

  // @start region="generator"
  static AsyncStream<String> keys(Client client) {
    return Streams.stream(
        out -> {
          int number = 0;
          Page page;
          do {
            page = await(client.page(number++));
            for (String key : page.keys()) {
              await(out.emit(key)); // goes on when the consumer wants the next one
            }
          } while (!page.last());
        });
  }

  // @end

  // @start region="unfold"
  static AsyncStream<Integer> countdown(int from) {
    return Streams.unfold(
        from,
        n ->
            async(
                () -> {
                  await(sleep(Duration.ofSeconds(1)));
                  return n < 0 ? null : new Streams.Step<>(n, n - 1);
                }));
  }

  // @end

  // @start region="loop"
  static Future<Integer> totalLength(Client client, int enough) {
    return async(
        () -> {
          int total = 0;
          try (AsyncStream<String> values = keys(client).mapAsync(8, client::read)) {
            String value = await(values.next());
            while (value != null && total < enough) { // null is the end
              total += value.length();
              value = await(values.next());
            }
          } // the reads that run ahead are cancelled and waited for
          return total;
        });
  }

  // @end

  // @start region="batches"
  static Future<Void> store(Mpsc.Receiver<String> lines, AsyncSink<List<String>> table) {
    return table.sendAll(Streams.fromReceiver(lines).chunksTimeout(100, Duration.ofMillis(50)));
  }

  // @end

  // @start region="publisher"
  static Future<Void> show(Flow.Publisher<Double> temperatures) {
    return Streams.fromPublisher(temperatures, 16)
        .distinctUntilChanged()
        .throttle(Duration.ofSeconds(1))
        .forEach(value -> System.out.println(value + " °C"));
  }

  // @end
}

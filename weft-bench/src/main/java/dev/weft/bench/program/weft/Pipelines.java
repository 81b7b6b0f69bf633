package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;
import static dev.weft.Async.yieldNow;

import dev.weft.Future;
import dev.weft.bench.program.Sums;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.sync.Mpsc;
import java.util.ArrayList;
import java.util.List;

/** Streams of numbers that are added up at their end. */
final class Pipelines {

  private static final int INNER = 10;
  private static final int AHEAD = 64;
  private static final int AT_ONCE = 16;
  private static final int SOURCES = 4;
  private static final int CHUNK = 100;

  private Pipelines() {}

  static Future<Void> map(int items) {
    return async(
        () -> {
          AsyncStream<Integer> evens = numbers(1, items).map(n -> n + 1).filter(n -> n % 2 == 0);
          Sums.check(Sums.evensTo(items + 1), await(sum(evens)));
        });
  }

  /** A stream of ten for each tenth item, one after another. */
  static Future<Void> flatMap(int items) {
    return async(
        () -> {
          AsyncStream<Integer> all =
              numbers(0, items / INNER).flatMap(1, n -> numbers(n * INNER + 1, INNER));
          Sums.check(Sums.to(items), await(sum(all)));
        });
  }

  /** One task brings the items, another one adds them up. */
  static Future<Void> buffered(int items) {
    return async(() -> Sums.check(Sums.to(items), await(sum(sent(1, items)))));
  }

  static Future<Void> mapAsync(int items) {
    return async(
        () -> {
          AsyncStream<Integer> mapped =
              numbers(1, items).mapAsyncUnordered(AT_ONCE, Pipelines::later);
          Sums.check(Sums.to(items), await(sum(mapped)));
        });
  }

  private static Future<Integer> later(Integer number) {
    return async(
        () -> {
          await(yieldNow());
          return number;
        });
  }

  /** Each source is in a task of its own. */
  static Future<Void> merge(int items) {
    return async(
        () -> {
          int each = items / SOURCES;
          var sources = new ArrayList<AsyncStream<Integer>>();
          for (int i = 0; i < SOURCES; i++) {
            sources.add(sent(i * each + 1, each));
          }
          Sums.check(Sums.to(items), await(sum(Streams.merge(sources))));
        });
  }

  static Future<Void> chunks(int items) {
    return async(
        () -> {
          Future<Long> sum =
              numbers(1, items).chunks(CHUNK).fold(0L, (all, chunk) -> all + sumOf(chunk));
          Sums.check(Sums.to(items), await(sum));
        });
  }

  private static long sumOf(List<Integer> chunk) {
    long sum = 0;
    for (int number : chunk) {
      sum += number;
    }
    return sum;
  }

  private static AsyncStream<Integer> numbers(int first, int count) {
    return Streams.range(first, first + count);
  }

  /** The numbers, sent by a task of its own. */
  private static AsyncStream<Integer> sent(int first, int count) {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(AHEAD);
    var _ = spawn(Streams.toSender(channel.sender()).forward(numbers(first, count)));
    return Streams.fromReceiver(channel.receiver());
  }

  private static Future<Long> sum(AsyncStream<Integer> numbers) {
    return numbers.fold(0L, (sum, number) -> sum + number);
  }
}

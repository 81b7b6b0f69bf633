package dev.weft.bench.program.reactor;

import dev.weft.bench.program.Sums;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Streams of numbers that are added up at their end. */
final class FluxStreams {

  private static final int INNER = 10;
  private static final int AHEAD = 64;
  private static final int AT_ONCE = 16;
  private static final int SOURCES = 4;
  private static final int CHUNK = 100;

  private FluxStreams() {}

  static void map(int items) {
    Flux<Integer> evens = Flux.range(1, items).map(n -> n + 1).filter(n -> n % 2 == 0);
    check(Sums.evensTo(items + 1), evens);
  }

  /** A stream of ten for each tenth item, one after another. */
  static void flatMap(int items) {
    check(
        Sums.to(items),
        Flux.range(0, items / INNER).concatMap(n -> Flux.range(n * INNER + 1, INNER)));
  }

  /** One thread brings the items, another one adds them up. */
  static void buffered(int items) {
    Flux<Integer> brought = Flux.range(1, items).subscribeOn(Schedulers.parallel());
    check(Sums.to(items), brought.publishOn(Schedulers.parallel(), AHEAD));
  }

  static void mapAsync(int items) {
    check(Sums.to(items), Flux.range(1, items).flatMap(FluxStreams::later, AT_ONCE));
  }

  /** By way of the scheduler's queue. */
  private static Mono<Integer> later(Integer number) {
    return Mono.fromCallable(() -> number).subscribeOn(Schedulers.parallel());
  }

  /** Each source is on the scheduler by itself. */
  static void merge(int items) {
    int each = items / SOURCES;
    var sources = new ArrayList<Flux<Integer>>();
    for (int i = 0; i < SOURCES; i++) {
      sources.add(Flux.range(i * each + 1, each).subscribeOn(Schedulers.parallel()));
    }
    check(Sums.to(items), Flux.merge(sources));
  }

  static void chunks(int items) {
    Mono<Long> sum =
        Flux.range(1, items).buffer(CHUNK).reduce(0L, (all, chunk) -> all + sumOf(chunk));
    check(Sums.to(items), sum);
  }

  private static long sumOf(List<Integer> chunk) {
    long sum = 0;
    for (int number : chunk) {
      sum += number;
    }
    return sum;
  }

  private static void check(long expected, Flux<Integer> numbers) {
    check(expected, numbers.reduce(0L, (sum, number) -> sum + number));
  }

  private static void check(long expected, Mono<Long> sum) {
    Sums.check(expected, sum.subscribeOn(Schedulers.parallel()).blockOptional().orElseThrow());
  }
}

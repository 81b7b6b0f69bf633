package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.bench.program.await.AwaitCases;
import dev.weft.bench.program.await.Futures;
import dev.weft.bench.program.await.Numbers;
import dev.weft.codegen.RawFuture;

/** The questions about one await, in async blocks. */
public final class WeftAwaits implements AwaitCases {

  private static final int LEVELS = 5;

  private final int[] numbers = Numbers.create();

  /** Creates it. */
  public WeftAwaits() {}

  @Override
  public Case of(String question) {
    return switch (question) {
      case READY -> count -> drive(sum(count, Futures.ready()));
      case RESUME -> count -> drive(sum(count, Futures.everyOther()));
      case CHAIN -> WeftAwaits::chain;
      case LOOP -> count -> drive(loop(count, Futures.ready()));
      default -> throw AwaitCases.unknown(question);
    };
  }

  private static long drive(Future<Integer> block) throws Exception {
    return Futures.drive(RawFuture.own(block));
  }

  private static Future<Integer> sum(int count, Future<Integer> operation) {
    return async(
        () -> {
          int sum = 0;
          for (int i = 0; i < count; i++) {
            sum = sum * Numbers.FACTOR + await(operation);
          }
          return sum;
        });
  }

  private static long chain(int count) throws Exception {
    Future<Integer> lowest = Futures.everyOther();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += drive(level(LEVELS, lowest));
    }
    return sum;
  }

  private static Future<Integer> level(int level, Future<Integer> lowest) {
    return async(() -> await(level == 1 ? lowest : level(level - 1, lowest)) + 1);
  }

  /** As {@link Numbers#mix}, but in the block. */
  private Future<Integer> loop(int count, Future<Integer> first) {
    return async(
        () -> {
          int mixed = await(first);
          for (int i = 0; i < count; i++) {
            mixed = mixed * Numbers.FACTOR + numbers[(mixed ^ i) & (numbers.length - 1)];
          }
          return mixed;
        });
  }
}

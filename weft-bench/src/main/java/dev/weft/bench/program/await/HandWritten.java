package dev.weft.bench.program.await;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/**
 * State machines on Weft's futures by hand, the least that it takes: they can't be cancelled, don't
 * notice a second owner, and each awaits the one future that it was made with.
 */
public final class HandWritten implements AwaitCases {

  private static final int LEVELS = 5;

  private final int[] numbers = Numbers.create();

  /** Creates it. */
  public HandWritten() {}

  @Override
  public Case of(String question) {
    return switch (question) {
      case READY -> count -> Futures.drive(new Sum(count, Futures.ready()));
      case RESUME -> count -> Futures.drive(new Sum(count, Futures.everyOther()));
      case CHAIN -> this::chain;
      case LOOP -> count -> Futures.drive(new Loop(numbers, count, Futures.ready()));
      default -> throw AwaitCases.unknown(question);
    };
  }

  private long chain(int count) throws Exception {
    RawFuture<Integer> lowest = Futures.everyOther();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Futures.drive(level(LEVELS, lowest));
    }
    return sum;
  }

  private static RawFuture<Integer> level(int left, RawFuture<Integer> lowest) {
    return new PlusOne(left, lowest);
  }

  private abstract static class Machine extends RawFuture<Integer> {
    @Override
    public boolean claim() {
      return true;
    }
  }

  private static final class Sum extends Machine {
    private final int count;
    private final RawFuture<Integer> awaited;
    private int done;
    private int sum;

    Sum(int count, RawFuture<Integer> awaited) {
      this.count = count;
      this.awaited = awaited;
    }

    @Override
    public Object pollRaw(Context cx) throws Exception {
      while (done < count) {
        Object result = awaited.pollRaw(cx);
        if (result == PENDING) {
          return PENDING;
        }
        sum = sum * Numbers.FACTOR + (result instanceof Integer number ? number : 0);
        done++;
      }
      return sum;
    }
  }

  private static final class PlusOne extends Machine {
    private final int level;
    private final RawFuture<Integer> lowest;
    private @Nullable RawFuture<Integer> below;

    PlusOne(int level, RawFuture<Integer> lowest) {
      this.level = level;
      this.lowest = lowest;
    }

    @Override
    public Object pollRaw(Context cx) throws Exception {
      RawFuture<Integer> awaited = below;
      if (awaited == null) {
        awaited = level == 1 ? lowest : new PlusOne(level - 1, lowest);
        below = awaited;
      }
      Object result = awaited.pollRaw(cx);
      if (result == PENDING) {
        return PENDING;
      }
      return result instanceof Integer number ? number + 1 : 1;
    }
  }

  private static final class Loop extends Machine {
    private final int[] numbers;
    private final int count;
    private final RawFuture<Integer> first;

    Loop(int[] numbers, int count, RawFuture<Integer> first) {
      this.numbers = numbers;
      this.count = count;
      this.first = first;
    }

    @Override
    public Object pollRaw(Context cx) throws Exception {
      Object result = first.pollRaw(cx);
      if (result == PENDING) {
        return PENDING;
      }
      return Numbers.mix(numbers, count, result instanceof Integer number ? number : 0);
    }
  }
}

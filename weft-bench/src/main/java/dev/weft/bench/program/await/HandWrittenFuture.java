package dev.weft.bench.program.await;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Phase;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/**
 * State machines by hand that do all that a {@link Future} has to: they await any future, forget it
 * as soon as it has completed, pass a cancellation on to it, refuse a second owner and a poll after
 * the end, and can be spawned once. What they await is known while they are suspended, and what
 * they sum up is in fields all the time.
 */
public final class HandWrittenFuture implements AwaitCases {

  private static final int LEVELS = 5;

  /** Creates it. */
  public HandWrittenFuture() {}

  @Override
  public Case of(String question) {
    return switch (question) {
      case READY -> count -> Futures.drive(new Sum(count, Futures.ready()));
      case RESUME -> count -> Futures.drive(new Sum(count, Futures.everyOther()));
      case CHAIN -> HandWrittenFuture::chain;
      default -> throw AwaitCases.unknown(question);
    };
  }

  private static long chain(int count) throws Exception {
    Future<Integer> lowest = Futures.everyOther();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Futures.drive(new PlusOne(LEVELS, lowest));
    }
    return sum;
  }

  private abstract static class Machine extends RawFuture<Integer> {
    private int phase;
    private @Nullable RawFuture<Integer> awaited;

    /** Goes on to the end or to the next await that is pending. */
    abstract @Nullable Object run(Context cx) throws Exception;

    /** Polls what the machine awaits, or begins to await something. */
    final @Nullable Object await(@Nullable Future<Integer> future, Context cx) throws Exception {
      RawFuture<Integer> now = awaited;
      if (now == null) {
        if (future == null) {
          throw new NullPointerException("There is nothing to await.");
        }
        now = RawFuture.own(future);
        awaited = now;
      }
      Object result = now.pollRaw(cx);
      if (result != PENDING) {
        awaited = null;
      }
      return result;
    }

    final boolean isAwaiting() {
      return awaited != null;
    }

    @Override
    public final @Nullable Object pollRaw(Context cx) throws Exception {
      phase = Phase.enter(phase, this);
      try {
        Object result = run(cx);
        phase = result == PENDING ? Phase.idle(phase) : Phase.done(phase);
        return result;
      } catch (Throwable failure) {
        phase = Phase.done(phase);
        awaited = null;
        throw failure;
      }
    }

    @Override
    public final boolean cancel() {
      RawFuture<Integer> now = awaited;
      if (now != null && !now.cancel()) {
        return false;
      }
      phase = Phase.done(phase);
      awaited = null;
      return true;
    }

    @Override
    public final boolean claim() {
      boolean first = (phase & Phase.CLAIMED) == 0;
      phase |= Phase.CLAIMED;
      return first;
    }
  }

  private static final class Sum extends Machine {
    private final int count;
    private final Future<Integer> operation;
    private int done;
    private int sum;

    Sum(int count, Future<Integer> operation) {
      this.count = count;
      this.operation = operation;
    }

    @Override
    @Nullable Object run(Context cx) throws Exception {
      while (done < count) {
        Object result = await(operation, cx);
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
    private final Future<Integer> lowest;

    PlusOne(int level, Future<Integer> lowest) {
      this.level = level;
      this.lowest = lowest;
    }

    @Override
    @Nullable Object run(Context cx) throws Exception {
      Object result = await(isAwaiting() ? null : below(), cx);
      if (result == PENDING) {
        return PENDING;
      }
      return result instanceof Integer number ? number + 1 : 1;
    }

    private Future<Integer> below() {
      return level == 1 ? lowest : new PlusOne(level - 1, lowest);
    }
  }
}

package dev.weft.internal.scheduler;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.util.Collection;
import java.util.function.BooleanSupplier;

/** What the contracts of schedulers ask of a test. */
interface RuntimeUnderTest {

  /** Sets the scheduler that is tested. */
  WeftBuilder scheduler(WeftBuilder builder);

  /** A runtime, open from the beginning of the test. */
  Weft weft();

  /** Opens another one, which is closed after the test. */
  Weft open(WeftBuilder builder);

  /** Failures that these runtimes have reported. */
  Collection<Throwable> unhandled();

  /** Pending until a condition holds, looking again with each turn of the scheduler. */
  static Future<Object> until(BooleanSupplier condition) {
    return cx -> {
      if (condition.getAsBoolean()) {
        return Poll.ready(null);
      }
      cx.waker().wake();
      return Poll.pending();
    };
  }

  default void runUntil(BooleanSupplier condition) {
    try {
      weft().blockOn(until(condition));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  default void runOnce(Runnable action) {
    try {
      weft()
          .blockOn(
              Futures.ready(
                  () -> {
                    action.run();
                    return null;
                  }));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }
}

package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.spi.TaskContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Races futures for the first success: a failure only takes its future out of the race.
 *
 * <p><em>Cancellation:</em> cancels all; if one of them still completes, it has won.
 *
 * @param <T> type of the results
 */
final class FirstSuccess<T extends @Nullable Object> extends Group<T> {

  /*
   * State: `winner` is null until a future has completed; from then on its value is fixed, and what
   * goes wrong in the clean-up of the others is reported. `failures` are those of attempts; with a
   * winner nobody is told of them. When the race itself is cancelled they don't count either, as the
   * race wasn't over, but what fails after that has failed in its clean-up: `inCleanUp`.
   */

  private @Nullable RawFuture<?> winner;
  private @Nullable Object value;
  private @Nullable Failures failures;
  private @Nullable Failures inCleanUp;
  private boolean missing;

  FirstSuccess(List<? extends Future<T>> futures) {
    super(futures, false);
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    if (winner == null && task != null && !task.hasBudget()) {
      task.yield(cx.waker()); // or one that needs no budget would win against one that is ready
      return PENDING;
    }
    return super.advance(cx, task);
  }

  @Override
  int firstOf(int previous, int size, @Nullable PollContext task) {
    return winner == null && task instanceof TaskContext place
        ? place.services().random().nextInt(size)
        : 0;
  }

  @Override
  boolean ordered() {
    return false;
  }

  @Override
  void completed(int index, RawFuture<?> child, @Nullable Object result) {
    if (winner != null) {
      dispose(index, Disposal.of(child, result));
      return;
    }
    winner = child;
    value = result;
    stopAll(false);
  }

  @Override
  void failed(int index, RawFuture<?> child, Throwable failure) {
    if (winner != null) {
      report(failure);
    } else if (isStopping()) {
      cleanUpFailed(failure);
    } else if (failures == null) {
      failures = new Failures(failure);
    } else if (!failures.add(failure)) {
      report(failure);
    }
  }

  @Override
  void missed() {
    missing = true;
  }

  @Override
  void cleanUpFailed(Throwable failure) {
    if (winner != null) {
      report(failure);
    } else if (inCleanUp == null) {
      inCleanUp = new Failures(failure);
    } else if (!inCleanUp.add(failure)) {
      report(failure);
    }
  }

  @Override
  void settle() {
    // Values are disposed of as they come.
  }

  @Override
  boolean hasOutcome() {
    return winner != null || inCleanUp != null || !missing;
  }

  @Override
  @Nullable Object outcome() {
    if (winner != null) {
      return value;
    }
    if (inCleanUp != null) {
      throw Codegen.<RuntimeException>sneak(inCleanUp.first());
    }
    if (missing || failures == null) {
      throw cancelled();
    }
    throw Codegen.<RuntimeException>sneak(failures.first());
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object result) {
    RawFuture<?> source = winner;
    return source == null ? null : Disposal.of(source, result);
  }

  @Override
  public String toString() {
    return "firstSuccess of " + size();
  }
}

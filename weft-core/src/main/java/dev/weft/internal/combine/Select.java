package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.gate.Gate.SelectFinisher;
import dev.weft.spi.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Races futures: the first to complete wins, the others are cancelled and seen to their end.
 *
 * <p><em>Cancellation:</em> cancels all branches, those under {@link Keep} too; if one of them
 * still completes, it has won.
 *
 * @param <R> type of the result
 */
final class Select<R extends @Nullable Object> extends Group<R> {

  /*
   * State: `winner` is null until a branch has completed or failed; from then on its value or failure
   * is fixed, and the rest is clean-up. What goes wrong there is suppressed on the winner's failure, or
   * else reported.
   *
   * Budget: with none left a race isn't begun, or a branch that needs none would win against an earlier
   * one that is ready. Within a round all branches are polled whatever is left, so that one which uses
   * up every budget can't keep a yield beside it from completing.
   */

  private final boolean biased;
  private final SelectFinisher<? extends R> finish;
  private @Nullable RawFuture<?> winner;
  private int winnerIndex;
  private @Nullable Object value;
  private @Nullable Failures failures;

  /** Of branches that are this race's own already, as is the array. */
  Select(@Nullable RawFuture<?>[] branches, boolean biased, SelectFinisher<? extends R> finish) {
    super(branches, false);
    this.biased = biased;
    this.finish = finish;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    if (winner == null && task != null && !task.hasBudget()) {
      task.yield(cx.waker());
      return PENDING;
    }
    return super.advance(cx, task);
  }

  @Override
  int firstOf(int previous, int size, @Nullable PollContext task) {
    return !biased && winner == null && task instanceof TaskContext place
        ? place.services().random().nextInt(size)
        : 0;
  }

  @Override
  boolean triesFirst() {
    return winner == null && !isStopping();
  }

  @Override
  boolean ordered() {
    return biased;
  }

  @Override
  void completed(int index, RawFuture<?> child, @Nullable Object value) {
    if (winner != null) {
      dispose(index, Disposal.of(child, value));
      return;
    }
    this.value = value;
    won(index, child);
  }

  @Override
  void failed(int index, RawFuture<?> child, Throwable failure) {
    if (winner != null) {
      cleanUpFailed(failure);
      return;
    }
    failures = new Failures(failure);
    won(index, child);
  }

  private void won(int index, RawFuture<?> child) {
    winner = child;
    winnerIndex = index;
    stopAll(true);
  }

  @Override
  void missed() {
    // A loser has nothing to tell.
  }

  @Override
  void cleanUpFailed(Throwable failure) {
    if (failures == null || !failures.add(failure)) {
      report(failure);
    }
  }

  @Override
  void settle() {
    // Values are disposed of as they come.
  }

  @Override
  boolean hasOutcome() {
    return winner != null;
  }

  @Override
  @Nullable Object outcome() {
    if (winner == null) {
      throw cancelled();
    }
    if (failures != null) {
      throw Codegen.<RuntimeException>sneak(failures.first());
    }
    return finish.apply(winnerIndex, value);
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object result) {
    RawFuture<?> source = winner;
    return source == null ? null : Disposal.of(source, value);
  }

  @Override
  public String toString() {
    return "select of " + size();
  }
}

package dev.weft.internal.combine;

import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Waits for all of several futures.
 *
 * <p><em>Cancellation:</em> cancels all; values that were there already are disposed of.
 *
 * @param <R> type of the result
 */
final class Join<R extends @Nullable Object> extends Group<R> {

  /*
   * State: results come in at their position. When one is missing at the end, because a child failed
   * or was cancelled, the others are disposed of, and then the join ends: with the first failure, or
   * else with a Cancellation. `sources` remembers those children that have a rule of their own for
   * their value; results and sources stay after the end, for a join that is itself a loser.
   *
   * Rotation: each poll begins at another child, and one that was cut short by the budget goes on where
   * it stopped, so that a child which uses up every budget doesn't starve the others.
   */

  private final boolean failFast;
  private final Function<? super @Nullable Object[], ? extends R> finish;
  private final @Nullable Object[] results;
  private final boolean[] complete;
  private @Nullable RawFuture<?> @Nullable [] sources;
  private @Nullable Failures failures;
  private boolean missing;
  private boolean settled;

  /** Joins; {@code failFast} cancels the rest at the first failure. */
  Join(
      List<? extends Future<?>> futures,
      boolean failFast,
      Function<? super @Nullable Object[], ? extends R> finish) {
    super(futures, true);
    this.failFast = failFast;
    this.finish = finish;
    results = new @Nullable Object[size()];
    complete = new boolean[size()];
  }

  @Override
  int firstOf(int previous, int size, @Nullable PollContext task) {
    return previous;
  }

  @Override
  boolean ordered() {
    return false;
  }

  @Override
  void completed(int index, RawFuture<?> child, @Nullable Object value) {
    results[index] = value;
    complete[index] = true;
    if (child instanceof Combinator<?>) {
      if (sources == null) {
        sources = new @Nullable RawFuture<?>[size()];
      }
      sources[index] = child;
    }
  }

  @Override
  void failed(int index, RawFuture<?> child, Throwable failure) {
    if (failures == null) {
      failures = new Failures(failure);
    } else if (!failures.add(failure)) {
      report(failure);
    }
    if (failFast) {
      stopAll(false);
    }
  }

  @Override
  void missed() {
    missing = true;
  }

  @Override
  void cleanUpFailed(Throwable failure) {
    if (failures == null && !missing) {
      failures = new Failures(failure); // This join is itself a disposal of several values.
    } else if (failures == null || !failures.add(failure)) {
      report(failure);
    }
  }

  @Override
  void settle() {
    if (settled || (failures == null && !missing)) {
      return;
    }
    settled = true;
    for (int i = 0; i < results.length; i++) {
      if (complete[i]) {
        dispose(i, disposalOf(i));
      }
    }
  }

  private @Nullable Disposal disposalOf(int i) {
    RawFuture<?> source = sources == null ? null : sources[i];
    return source == null ? Disposal.ofValue(results[i]) : Disposal.of(source, results[i]);
  }

  @Override
  boolean hasOutcome() {
    return failures != null || !missing;
  }

  @Override
  @Nullable Object outcome() {
    if (failures != null) {
      throw Codegen.<RuntimeException>sneak(failures.first());
    }
    if (missing) {
      throw cancelled();
    }
    return finish.apply(results);
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object value) {
    var all = new ArrayList<Disposal>();
    for (int i = 0; i < results.length; i++) {
      Disposal one = disposalOf(i);
      if (one != null) {
        all.add(one);
      }
    }
    return Disposal.all(all);
  }

  @Override
  public String toString() {
    return (failFast ? "tryJoin of " : "join of ") + size();
  }
}

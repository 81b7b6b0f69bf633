package dev.weft.everypoll;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Races with one fault each, which the table has to find. */
final class Leaky implements Future<Object> {

  /** What is wrong with it. */
  enum Fault {
    /** A second value of the poll in which the race is won is dropped. */
    LOSES_A_VALUE,
    /** The branches that have lost are left as they are. */
    FORGETS_THE_LOSERS,
    /** Branches that need time to clean up aren't waited for. */
    DOES_NOT_WAIT,
    /** A cancel is forgotten. */
    IGNORES_A_CANCEL
  }

  private final Fault fault;
  private final List<Future<?>> branches;
  private final List<Future<?>> ending = new ArrayList<>();
  private @Nullable Object won;
  private boolean cancelled;

  Leaky(Fault fault, List<Future<?>> branches) {
    this.fault = fault;
    this.branches = new ArrayList<>(branches);
  }

  @Override
  public Poll<Object> poll(Context cx) throws Exception {
    for (Future<?> branch : List.copyOf(branches)) {
      if (branch.poll(cx) instanceof Poll.Ready<?>(Object value)) {
        branches.remove(branch);
        won = won == null || fault == Fault.LOSES_A_VALUE ? value : List.of(won, value);
      }
    }
    if (won != null && fault != Fault.FORGETS_THE_LOSERS) {
      stop();
    }
    for (Future<?> branch : List.copyOf(ending)) {
      try {
        if (branch.poll(cx) instanceof Poll.Ready<?>(Object value)) {
          won = won == null ? value : List.of(won, value);
          ending.remove(branch);
        }
      } catch (dev.weft.Cancellation gone) {
        ending.remove(branch);
      }
    }
    if (cancelled && ending.isEmpty() && won == null) {
      throw new dev.weft.Cancellation("race");
    }
    return won == null || !ending.isEmpty() ? Poll.pending() : Poll.ready(won);
  }

  private void stop() {
    for (Future<?> branch : branches) {
      if (!branch.cancel() && fault != Fault.DOES_NOT_WAIT) {
        ending.add(branch);
      }
    }
    branches.clear();
  }

  @Override
  public boolean cancel() {
    if (fault == Fault.IGNORES_A_CANCEL) {
      return true;
    }
    if (!cancelled) {
      cancelled = true;
      stop();
    }
    return ending.isEmpty() && won == null;
  }
}

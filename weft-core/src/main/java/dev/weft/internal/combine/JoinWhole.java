package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a join set as a whole: for all results, or for the first.
 *
 * <p><em>Cancellation:</em> the wait ends, and no result is taken; once all tasks have ended it
 * doesn't wait any more but for the closing of results.
 *
 * @param <T> type of the tasks' results
 * @param <R> type of this one's result
 */
abstract class JoinWhole<T extends @Nullable Object, R extends @Nullable Object>
    extends Combinator<R> {

  /*
   * State: while tasks run, those that have ended are looked at, once each, and stay where they are.
   * A look doesn't ask the handle, for that would count as having received its failure, and this wait
   * may be cancelled; it asks the scope's child. Once the end is decided (`decided`), the rest is
   * aborted; once all have ended, they are taken and asked, what can't be received is disposed of
   * (`disposing`), and the outcome is told.
   */

  private final JoinCore<T> core;
  Waker waker = Waker.noop(); // under the core's lock
  private boolean decided;
  private @Nullable RawFuture<?> disposing;
  private boolean taken;

  JoinWhole(JoinCore<T> core) {
    this.core = core;
  }

  /** Whether a task that has ended so decides the outcome; one that was aborted has neither. */
  abstract boolean isDecidedBy(boolean completed, boolean failed);

  /** Takes all in the end; returns values that nobody can receive. */
  abstract List<T> settle(List<JoinEntry<T>> all);

  /** The end of it. */
  abstract R outcome();

  @Override
  final @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    if (!taken) {
      boolean open = core.watch(this, cx.waker());
      look();
      if (open) {
        return PENDING;
      }
      core.unwatch(this);
      taken = true;
      disposing = disposal(settle(core.takeAll()));
    }
    RawFuture<?> closing = disposing;
    if (closing != null) {
      try {
        if (closing.pollRaw(cx) == PENDING) {
          return PENDING;
        }
      } catch (Throwable inClose) {
        closeFailed(inClose);
      }
      disposing = null;
    }
    return outcome();
  }

  /** A result that nobody can receive couldn't be closed. */
  abstract void closeFailed(Throwable failure);

  private void look() {
    if (decided) {
      return;
    }
    for (JoinEntry<T> entry : core.unseen(this)) {
      decided |= isDecidedBy(entry.completed, entry.failed);
    }
    if (decided) {
      core.abortAll();
    }
  }

  /** Whether the task had ended when the outcome was decided. */
  final boolean wasSeen(JoinEntry<T> entry) {
    return entry.seenBy == this;
  }

  /** The result of a task that has ended. */
  static <T extends @Nullable Object> T result(JoinHandle<T> handle) throws Exception {
    if (handle.poll(Context.of(Waker.noop())) instanceof Poll.Ready<T>(T value)) {
      return value;
    }
    throw new AssertionError(handle + " has ended and isn't ready.");
  }

  private @Nullable RawFuture<?> disposal(List<T> values) {
    List<Disposal> all = new ArrayList<>();
    for (T value : values) {
      Disposal one = Disposal.ofValue(value);
      if (one != null) {
        all.add(one);
      }
    }
    return Disposal.all(all);
  }

  @Override
  final boolean stop() {
    if (taken) {
      return false; // what is being closed goes on
    }
    core.unwatch(this);
    return true;
  }

  /** All results, or the first failure. */
  static final class All<T extends @Nullable Object> extends JoinWhole<T, List<T>> {

    private final List<T> values = new ArrayList<>();
    private @Nullable Failures failures;
    private @Nullable CancellationException aborted;

    All(JoinCore<T> core) {
      super(core);
    }

    @Override
    boolean isDecidedBy(boolean completed, boolean failed) {
      return failed;
    }

    @Override
    List<T> settle(List<JoinEntry<T>> all) {
      for (JoinEntry<T> entry : all) {
        try {
          values.add(result(entry.handle()));
        } catch (CancellationException abort) {
          aborted = aborted == null ? abort : aborted;
        } catch (Throwable failure) {
          failed(failure);
        }
      }
      return failures == null && aborted == null ? List.of() : values;
    }

    private void failed(Throwable failure) {
      if (failures == null) {
        failures = new Failures(failure);
      } else if (!failures.add(failure)) {
        report(failure);
      }
    }

    @Override
    void closeFailed(Throwable failure) {
      if (failures == null || !failures.add(failure)) {
        report(failure);
      }
    }

    @Override
    List<T> outcome() {
      if (failures != null) {
        throw Codegen.<RuntimeException>sneak(failures.first());
      }
      if (aborted != null) {
        throw aborted;
      }
      return Collections.unmodifiableList(values);
    }

    @Override
    public String toString() {
      return "all of a join set";
    }
  }

  /** The first value, or else the first failure. */
  static final class First<T extends @Nullable Object> extends JoinWhole<T, T> {

    private boolean won;
    private @Nullable T value;
    private @Nullable Failures failures;

    First(JoinCore<T> core) {
      super(core);
    }

    @Override
    boolean isDecidedBy(boolean completed, boolean failed) {
      return completed;
    }

    @Override
    List<T> settle(List<JoinEntry<T>> all) {
      List<T> late = new ArrayList<>();
      for (JoinEntry<T> entry : all) {
        try {
          T result = result(entry.handle());
          if (won) {
            late.add(result);
          } else {
            won = true;
            value = result;
          }
        } catch (Throwable failure) {
          failed(failure, wasSeen(entry));
        }
      }
      return late;
    }

    /** One that has failed before there was a winner was beaten; later it was its clean-up. */
    private void failed(Throwable failure, boolean beaten) {
      if (won && !beaten) {
        if (!(failure instanceof CancellationException)) {
          report(failure);
        }
      } else if (failures == null) {
        failures = new Failures(failure);
      } else if (!failures.add(failure) && !won) {
        report(failure);
      }
    }

    @Override
    void closeFailed(Throwable failure) {
      report(failure);
    }

    @Override
    @SuppressWarnings("NullAway") // a value that won is a T
    T outcome() {
      if (won) {
        return value;
      }
      if (failures == null) {
        throw new IllegalStateException(
            "joinFirst was called on a join set without tasks; spawn one before.");
      }
      throw Codegen.<RuntimeException>sneak(failures.first());
    }

    @Override
    public String toString() {
      return "first of a join set";
    }
  }
}

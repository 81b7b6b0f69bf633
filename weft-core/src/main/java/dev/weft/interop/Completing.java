package dev.weft.interop;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Discards;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A future that gives its outcome to a completable one; as a task it never fails. */
final class Completing<T extends @Nullable Object> extends RawFuture<Void> {

  /*
   * The result is completed in the last poll, so that actions which depend on it run where user code may
   * run. `ended` is set before, so that this completion isn't taken for one from outside, which aborts.
   */

  private final RawFuture<T> inner;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private final Discards discards = new Discards();
  private volatile boolean ended;
  private boolean discarding; // a value that came after the result was completed from outside
  private volatile @Nullable Throwable refusal;

  Completing(Future<T> future) {
    this.inner = RawFuture.own(future);
  }

  CompletableFuture<T> result() {
    return result;
  }

  /** From now on, whoever completes the result aborts the task. */
  void startedAs(JoinHandle<?> handle) {
    var _ =
        result.whenComplete(
            (value, failure) -> {
              if (!ended) {
                handle.abort();
              }
            });
  }

  /** The executor refuses to go on: that will be the outcome. */
  void refused(Throwable thrown) {
    refusal = thrown;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // the answer of a RawFuture<T> is PENDING or a T
  public @Nullable Object pollRaw(Context cx) throws Exception {
    if (discarding) {
      return goOnDiscarding(cx);
    }
    Object value;
    try {
      value = inner.pollRaw(cx);
    } catch (Cancellation cancelled) {
      end();
      throw cancelled; // the task reports what went wrong in its clean-up
    } catch (Throwable failure) {
      ended = true;
      if (!result.completeExceptionally(failure)) {
        Discards.report(failure, cx);
      }
      return null;
    }
    if (value == PENDING) {
      return PENDING;
    }
    ended = true;
    if (!result.complete((T) value)) {
      discards.add(value, cx);
    }
    return goOnDiscarding(cx);
  }

  private @Nullable Object goOnDiscarding(Context cx) {
    discarding = !discards.areDone(cx);
    return discarding ? PENDING : null;
  }

  private void end() {
    ended = true;
    Throwable refused = refusal;
    boolean _ = refused == null ? result.cancel(false) : result.completeExceptionally(refused);
  }

  @Override
  public boolean cancel() {
    if (ended) {
      return !discarding;
    }
    try {
      if (!inner.cancel()) {
        return false;
      }
    } catch (Throwable failure) {
      ended = true;
      boolean _ = result.completeExceptionally(failure);
      throw failure; // the task ends with it
    }
    end();
    return true;
  }

  @Override
  public boolean claim() {
    return inner.claim();
  }

  @Override
  public @Nullable StackTraceElement location() {
    return inner.location();
  }

  @Override
  public String toString() {
    return inner.toString();
  }
}

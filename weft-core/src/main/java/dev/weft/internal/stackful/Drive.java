package dev.weft.internal.stackful;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Drives one future on the calling thread, without a runtime, until it completes. */
final class Drive<T extends @Nullable Object> implements Waker {

  /*
   * State: `notified` is set by wakes from any thread and cleared before each poll, so that a wake
   * during a poll leads to another one. Everything else belongs to the driving thread.
   *
   * An interrupt cancels the future, once. Further ones are remembered as one.
   */

  private final Thread driver = Thread.currentThread();
  private final RawFuture<T> future;
  private final Context cx = Context.of(this);
  private volatile boolean notified = true;
  private boolean interrupted;

  Drive(Future<T> future) {
    this.future = RawFuture.own(future);
  }

  T run() throws Exception {
    try {
      while (true) {
        if (notified) {
          notified = false;
          Object result = future.pollRaw(cx);
          if (result != RawFuture.PENDING) {
            return finish(result);
          }
        }
        if (Thread.interrupted()) {
          cancel();
        } else if (!notified) {
          LockSupport.park(this);
        }
      }
    } catch (Exception | Cancellation failure) {
      if (interrupted) {
        throw interruption(failure);
      }
      throw failure;
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // pollRaw yields PENDING or a T, which may be null
  private T finish(@Nullable Object result) {
    if (interrupted) {
      driver.interrupt(); // the value counts, and the caller still learns of the interrupt
    }
    return (T) result;
  }

  private void cancel() throws InterruptedException {
    if (!interrupted) {
      interrupted = true;
      if (future.cancel()) {
        throw interruption(null);
      }
      notified = true;
    }
  }

  private InterruptedException interruption(@Nullable Throwable failure) {
    if (failure instanceof InterruptedException already) {
      return already;
    }
    var interrupt = new InterruptedException("The thread was interrupted while it awaited.");
    if (failure != null && !(failure instanceof Cancellation)) {
      interrupt.addSuppressed(failure);
    }
    return interrupt;
  }

  @Override
  public void wake() {
    notified = true;
    LockSupport.unpark(driver);
  }
}

package dev.weft.process;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.task.Abandonable;
import dev.weft.io.RuntimeClosedException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A blocking call on the pool that is polled, given up and polled again; one at a time. */
final class PoolCall {

  /*
   * State: `job` while a call is under way or its end hasn't been seen; `wait` while somebody waits for
   * it. Giving up drops the wait only. The call itself reports through fields of whoever gave it; what
   * it wrote there is visible after its end was seen.
   *
   * No interrupt ends a call on a pipe, and the pipe may be held open by programs that live for days. So the
   * end of the runtime leaves such a call and its thread behind.
   */

  private final Object owner;
  private @Nullable JoinHandle<@Nullable Void> job;
  private @Nullable RawFuture<@Nullable Void> wait;

  /**
   * Creates a place for calls.
   *
   * @param owner for messages
   */
  PoolCall(Object owner) {
    this.owner = owner;
  }

  /** Whether there is a call whose end hasn't been seen. */
  boolean isUnderWay() {
    return job != null;
  }

  void start(Context cx, Abandonable<@Nullable Void> call) {
    job = cx.runtime().spawnBlocking(call);
  }

  /** Whether the call has ended, or there is none. */
  boolean pollEnd(Context cx) throws IOException {
    JoinHandle<@Nullable Void> running = job;
    if (running == null) {
      return true;
    }
    if (wait == null) {
      wait = RawFuture.own(running);
    }
    try {
      if (wait.pollRaw(cx) == RawFuture.PENDING) {
        return false;
      }
    } catch (CancellationException aborted) {
      end();
      throw new RuntimeClosedException(owner + " can't be used: its runtime is closed.");
    } catch (IOException | RuntimeException failure) {
      end();
      throw failure;
    } catch (Exception other) {
      throw new AssertionError("The call throws nothing else.", other);
    }
    end();
    return true;
  }

  private void end() {
    job = null;
    wait = null;
  }

  /** Gives up waiting. */
  void forget() {
    RawFuture<@Nullable Void> waiting = wait;
    wait = null;
    if (waiting != null) {
      waiting.cancel();
    }
  }
}

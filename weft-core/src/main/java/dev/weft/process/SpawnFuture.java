package dev.weft.process;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.RuntimeClosedException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** One start of a program. */
final class SpawnFuture extends LeafFuture<Child> {

  /*
   * Idea: the start is a call on the pool that can't be broken off, so one that was cancelled is waited
   * for, and what it has started is killed and waited for. Where the wait itself is cut short, at the
   * end of the runtime, `abandoned` makes the call do the killing.
   *
   * State: `job` once the call was given to the pool; `child` once it is known what it has started.
   * `process` and `abandoned` are shared with the call, under this object's lock.
   */

  private final ProcessBuilder builder;
  private final Wiring wiring;
  private final Exit.Wait wait = new Exit.Wait();
  private @Nullable JoinHandle<Process> job;
  private @Nullable RawFuture<Process> start;
  private @Nullable Child child;
  private boolean cancelled;
  private @Nullable Process process;
  private boolean abandoned;

  SpawnFuture(ProcessBuilder builder, Wiring wiring) {
    this.builder = builder;
    this.wiring = wiring;
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    Child started = child;
    if (started == null) {
      if (start == null) {
        job = cx.runtime().spawnBlocking(this::startNow);
        start = RawFuture.own(job);
      }
      Object answer = ask(start, cx);
      if (answer == PENDING) {
        return PENDING;
      }
      started = new Child((Process) answer, wiring);
      child = started;
    }
    if (cancelled) {
      started.closeNow();
      if (started.exit().poll(wait, cx) == null) {
        return PENDING;
      }
      throw new Cancellation(this + " was cancelled.");
    }
    started.guard(cx.runtime());
    return started;
  }

  private Object ask(RawFuture<Process> start, Context cx) throws Exception {
    try {
      return Objects.requireNonNull(start.pollRaw(cx));
    } catch (CancellationException aborted) {
      abandon();
      if (cancelled) {
        throw new Cancellation(this + " was cancelled.");
      }
      throw new RuntimeClosedException(
          wiring.program() + " can't be started: the runtime is closed.");
    }
  }

  private Process startNow() throws IOException {
    Process started = builder.start();
    if (keep(started)) {
      return started;
    }
    return started.destroyForcibly();
  }

  private synchronized boolean keep(Process started) {
    process = started;
    return !abandoned;
  }

  private synchronized void abandon() {
    abandoned = true;
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Override
  protected boolean cancelLeaf() {
    if (job == null) {
      return true;
    }
    cancelled = true;
    abandon();
    job.abort(); // Drops a call that hasn't begun.
    return false;
  }

  @Override
  public String toString() {
    return "Command.spawn(" + wiring.program() + ")";
  }
}

package dev.weft.interop;

import dev.weft.Async;
import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.codegen.RawFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One job of an executor service: a stackful block that tells when it has ended, however it does.
 */
final class ServiceJob extends RawFuture<Void> {

  /*
   * NEW -> RUNNING   the block begins
   * NEW -> DROPPED   it never will: shutdownNow() has handed the job back, or its task was released
   *
   * A job may be told to stop before its handle is known; then startedAs() passes it on.
   */

  private enum Stage {
    NEW,
    RUNNING,
    DROPPED
  }

  private final Runnable command;
  private final Consumer<ServiceJob> onEnd;
  private final RawFuture<Void> block;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.NEW);
  private volatile boolean stopping;
  private volatile @Nullable JoinHandle<?> handle;

  ServiceJob(Runnable command, Consumer<ServiceJob> onEnd) {
    this.command = command;
    this.onEnd = onEnd;
    this.block = RawFuture.own(Async.stackful(this::run));
  }

  private void run() {
    if (stage.compareAndSet(Stage.NEW, Stage.RUNNING)) {
      command.run();
    }
  }

  void startedAs(JoinHandle<?> task) {
    handle = task;
    if (stopping) {
      task.abort();
    }
  }

  boolean isDropped() {
    return stage.get() == Stage.DROPPED;
  }

  /** Stops it; the command if it hadn't begun, else null. */
  @Nullable Runnable stop() {
    boolean unstarted = stage.compareAndSet(Stage.NEW, Stage.DROPPED);
    stopping = true;
    JoinHandle<?> task = handle;
    if (task != null) {
      task.abort();
    }
    return unstarted ? command : null;
  }

  @Override
  public @Nullable Object pollRaw(Context cx) throws Exception {
    boolean pending = false;
    try {
      Object answer = block.pollRaw(cx);
      pending = answer == PENDING;
      return answer;
    } finally {
      if (!pending) {
        ended();
      }
    }
  }

  @Override
  public boolean cancel() {
    if (!block.cancel()) {
      return false;
    }
    ended();
    return true;
  }

  /** Whoever waits for a job that was dropped by a close of the runtime must learn of it. */
  private void ended() {
    if (stage.compareAndSet(Stage.NEW, Stage.DROPPED) && command instanceof Future<?> waitedFor) {
      boolean _ = waitedFor.cancel(false);
    }
    onEnd.accept(this);
  }

  @Override
  public boolean claim() {
    return block.claim();
  }

  @Override
  public @Nullable StackTraceElement location() {
    return block.location();
  }

  @Override
  public String toString() {
    return command.toString();
  }
}

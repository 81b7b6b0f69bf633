package dev.weft.kv.store.rocks;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The task that waits for a thread of the blocking pool on which the rounds are run. */
final class Runner extends LeafFuture<Void> {

  /*
   * `settled` goes to true once: by the thread that begins to run, or by whoever finds that none will.
   * Whoever sets it owes the rounds the end of this runner, so it is counted down exactly once.
   */

  private final Rounds rounds;
  private final AtomicBoolean settled = new AtomicBoolean();
  private @Nullable RawFuture<Void> job;

  Runner(Rounds rounds) {
    this.rounds = rounds;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (job == null) {
      job = RawFuture.own(cx.runtime().spawnBlocking(this::run));
    }
    try {
      return job.pollRaw(cx);
    } catch (RejectedExecutionException | CancellationException noThread) {
      giveUp();
      return null;
    }
  }

  private @Nullable Void run() {
    if (settled.compareAndSet(false, true)) {
      rounds.runAsRunner();
    }
    return null;
  }

  /** No thread will run it, unless one already does. */
  void giveUp() {
    if (settled.compareAndSet(false, true)) {
      rounds.givenUp(
          new IOException(
              "The storage got no thread of the runtime's blocking pool: it is full or closed."));
    }
  }

  @Override
  protected boolean cancelLeaf() {
    giveUp();
    return true;
  }
}

package dev.weft.net.tls;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.codegen.RawFuture;
import dev.weft.io.RuntimeClosedException;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** The slow parts of a handshake, which take milliseconds, run on the blocking pool. */
final class DelegatedTasks {

  private final SSLEngine engine;
  private @Nullable JoinHandle<Void> job;
  private @Nullable RawFuture<Void> result;

  DelegatedTasks(SSLEngine engine) {
    this.engine = engine;
  }

  /**
   * Runs what the engine has; returns whether it is done. Nobody else uses the engine meanwhile.
   */
  boolean poll(Context cx) throws Exception {
    RawFuture<Void> running = result;
    if (running == null) {
      job = cx.runtime().<Void>spawnBlocking(this::run);
      running = RawFuture.own(job);
      result = running;
    }
    try {
      if (running.pollRaw(cx) == RawFuture.PENDING) {
        return false;
      }
    } catch (CancellationException aborted) {
      throw new RuntimeClosedException("the handshake can't go on: the runtime is closed");
    }
    job = null;
    result = null;
    return true;
  }

  /** Whether they run at the moment. */
  boolean isRunning() {
    return result != null;
  }

  private @Nullable Void run() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run(); // keeps its failure for the engine's next call
    }
    return null;
  }

  /** Gives up; what runs on the pool runs to its end, and nobody looks at it. */
  void cancel() {
    if (result != null) {
      result.cancel();
    }
    if (job != null) {
      job.abort();
    }
  }
}

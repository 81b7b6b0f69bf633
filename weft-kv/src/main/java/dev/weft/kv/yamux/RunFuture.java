package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** The run of a session, from its start until its connection is closed. */
final class RunFuture extends LeafFuture<Void> {

  private final RunnerSide session;
  private final Runner runner;
  private boolean running;

  RunFuture(RunnerSide session, Runner runner) {
    this.session = session;
    this.runner = runner;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (!running) {
      if (!session.start()) {
        if (session.isClosing()) {
          return null; // closed before it ran
        }
        throw new IllegalStateException("This session was run before; it runs once.");
      }
      running = true;
    }
    return runner.poll(cx) ? null : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    if (running) {
      runner.cancel();
    }
    return !running;
  }
}

package dev.weft.process;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One run of a program from its start to its end.
 *
 * @param <R> type of the result
 */
final class RunFuture<R> extends LeafFuture<R> {

  /*
   * State: `running` once it has started; then `failure` or `cancelled` once it was
   * killed for that. Every way out waits for the end of the child, so that none is left.
   *
   * The pipes may be held open behind the child's end by programs that it has started, for days. They are
   * read on while bytes come, and given up once a thread has waited in them for PATIENCE in vain: then the
   * child's own bytes are here, as they were in the pipe when it ended. While the pool has no thread for the
   * read, nothing is given up.
   */

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final SpawnFuture starting;
  private final int maxBytes;
  private final Finish<R> finish;
  private final Exit.Wait wait = new Exit.Wait();
  private @Nullable Running running;
  private @Nullable IOException failure;
  private boolean cancelled;
  private @Nullable Sleep patience;
  private int collectedBytes; // when the patience began

  RunFuture(SpawnFuture starting, int maxBytes, Finish<R> finish) {
    this.starting = starting;
    this.maxBytes = maxBytes;
    this.finish = finish;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (running == null) {
      if (!(starting.pollRaw(cx) instanceof Child child)) {
        return PENDING;
      }
      running = new Running(child, maxBytes);
    }
    Running now = running;
    boolean collected = collect(now, cx);
    ExitStatus status = now.child.exit().poll(wait, cx);
    if (status == null || !(collected || isGivenUp(now, cx))) {
      return PENDING;
    }
    endPatience();
    now.child.closeNow();
    if (failure != null) {
      throw failure;
    }
    if (cancelled) {
      throw new Cancellation(this + " was cancelled.");
    }
    return finish.result(status, now.stdout.bytes(), now.stderr.bytes());
  }

  /** Whether there is nothing to be collected any more. */
  private boolean collect(Running now, Context cx) {
    if (cancelled || failure != null) {
      return true;
    }
    try {
      boolean first = now.stdout.poll(cx);
      boolean second = now.stderr.poll(cx);
      return first && second;
    } catch (IOException failed) {
      failure = failed;
      now.child.closeNow();
      return true;
    }
  }

  /** Whether nothing has come for long, though the child has ended. */
  private boolean isGivenUp(Running now, Context cx) throws Exception {
    Sleep waiting = patience;
    int bytes = now.stdout.size() + now.stderr.size();
    if (waiting == null || bytes != collectedBytes) {
      waiting = begin(bytes);
    }
    if (waiting.pollRaw(cx) == PENDING) {
      return false;
    }
    if (now.stdout.isQuiet() && now.stderr.isQuiet()) {
      now.stdout.cancel();
      now.stderr.cancel();
      return true;
    }
    return begin(bytes).pollRaw(cx) != PENDING;
  }

  private Sleep begin(int bytes) {
    endPatience();
    collectedBytes = bytes;
    Sleep next = Sleep.after(PATIENCE);
    patience = next;
    return next;
  }

  private void endPatience() {
    if (patience != null) {
      boolean _ = patience.cancel();
      patience = null;
    }
  }

  @Override
  protected boolean cancelLeaf() {
    cancelled = true;
    Running now = running;
    if (now == null) {
      return starting.cancel();
    }
    endPatience();
    now.stdout.cancel();
    now.stderr.cancel();
    now.child.closeNow();
    boolean ended = now.child.exit().status() != null;
    if (ended) {
      now.child.exit().forget(wait);
    }
    return ended;
  }

  @Override
  public String toString() {
    return "run of " + (running == null ? starting : running.child);
  }

  private static final class Running {
    private final Child child;
    private final Collector stdout;
    private final Collector stderr;

    Running(Child child, int maxBytes) {
      this.child = child;
      this.stdout = new Collector(child.outputOrNull(), maxBytes);
      this.stderr = new Collector(child.errorOrNull(), maxBytes);
    }
  }

  /** Makes the result. */
  interface Finish<R> {
    R result(ExitStatus status, byte[] stdout, byte[] stderr);
  }
}

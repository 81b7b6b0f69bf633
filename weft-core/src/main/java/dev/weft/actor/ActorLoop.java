package dev.weft.actor;

import dev.weft.Async;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.CompiledBody;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Discards;
import dev.weft.internal.stackful.StackfulBlocks;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The life of an actor: takes one message after another, and ends with its children. */
final class ActorLoop<M> extends RawFuture<Void> {

  /*
   * State: `step` is what is polled.
   *
   *   STARTING -> RECEIVING        the behavior has made a handler
   *   RECEIVING <-> HANDLING       `work` is the handler of `current`
   *   any -> CLEARING              children are stopped, and `work` waits for one after another
   *   CLEARING, at an end          messages that nobody handles are closed if they can be, then ENDED
   *   CLEARING -> PAUSING          a restart: `work` is the back-off
   *   PAUSING -> STARTING
   *   CLEARING -> ENDED            whoever watches is told
   *
   * Requests to stop and failures of children are looked at between two messages, and when the loop is
   * woken while it waits for one. All fields belong to the task.
   */

  private enum Step {
    STARTING,
    RECEIVING,
    HANDLING,
    CLEARING,
    PAUSING,
    ENDED
  }

  private final ActorCell<M> cell;
  private Step step = Step.STARTING;
  private @Nullable Handler<M> handler;
  private @Nullable Envelope<M> current;
  private @Nullable RawFuture<?> work;
  private Iterator<ActorCell<?>> clearing = List.<ActorCell<?>>of().iterator();
  private @Nullable Throwable cause;
  private boolean restarting;
  private boolean cancelled;
  private int restarts;
  private final ArrayDeque<Object> dropped = new ArrayDeque<>(0); // to be closed
  private final Discards discards = new Discards();
  private boolean claimed;

  ActorLoop(ActorCell<M> cell) {
    this.cell = cell;
  }

  @Override
  public @Nullable Object pollRaw(Context cx) {
    cell.listen(cx.waker());
    while (step != Step.ENDED) {
      boolean goesOn =
          switch (step) {
            case STARTING -> start();
            case RECEIVING -> receive(cx);
            case HANDLING -> handle(cx);
            case CLEARING -> clear(cx);
            case PAUSING -> pause(cx);
            case ENDED -> false;
          };
      if (!goesOn || (step != Step.ENDED && !PollContext.mayGoOn(cx))) {
        return PENDING;
      }
    }
    if (cancelled) {
      throw new Cancellation(cell + " was aborted.");
    }
    return null;
  }

  private boolean start() {
    try {
      handler =
          Objects.requireNonNull(
              cell.actor().behavior().apply(cell), () -> "The behavior of " + cell + " gave null.");
      step = Step.RECEIVING;
    } catch (Throwable failure) {
      failed(failure);
    }
    return true;
  }

  private boolean receive(Context cx) {
    Throwable escalated = cell.nextEscalated();
    if (cell.isStopping()) {
      end(null);
      return true;
    }
    if (escalated != null) {
      failed(escalated);
      return true;
    }
    Object next = cell.receiver().pollRecv(cx);
    if (next == PENDING) {
      return false;
    }
    begin(next);
    return true;
  }

  @SuppressWarnings("unchecked") // the mailbox has nothing else
  private void begin(@Nullable Object next) {
    Envelope<M> envelope = (Envelope<M>) next;
    Handler<M> own = handler;
    if (envelope == null || own == null) {
      end(null);
      return;
    }
    current = envelope;
    work = block(own, envelope.message());
    step = Step.HANDLING;
  }

  @SuppressWarnings("NullAway") // the only Void is null
  private static <M> RawFuture<?> block(Handler<M> handler, M message) {
    if (handler instanceof CompiledBody compiled) {
      return compiled.start(message);
    }
    return RawFuture.own(
        StackfulBlocks.<Void>uncompiled(
            handler,
            () -> {
              handler.handle(message);
              return null;
            }));
  }

  private boolean handle(Context cx) {
    RawFuture<?> handling = work;
    try {
      if (handling != null && handling.pollRaw(cx) == PENDING) {
        return false;
      }
      restarts = 0;
      handled(null);
      step = Step.RECEIVING;
    } catch (Throwable failure) {
      handled(failure);
      failed(failure);
    }
    if (cancelled && step == Step.RECEIVING) {
      end(aborted());
    }
    return true;
  }

  private void handled(@Nullable Throwable failure) {
    Envelope<M> done = current;
    current = null;
    work = null;
    if (done != null && failure != null) {
      done.fail(failure instanceof Cancellation ? cell.stopped() : failure);
    }
  }

  private void failed(Throwable failure) {
    if (cancelled || failure instanceof Cancellation) {
      end(failure instanceof Cancellation ? aborted() : failure);
    } else if (cell.actor().supervision() instanceof Supervision.Restart(int limit, _)
        && restarts < limit
        && !cell.isStopping()) {
      restarting = true;
      handler = null;
      clearChildren();
    } else {
      end(failure);
    }
  }

  /** Takes no more messages, and ends once the children have. */
  private void end(@Nullable Throwable why) {
    cause = why;
    restarting = false;
    handler = null;
    refuse();
    clearChildren();
  }

  private void refuse() {
    for (M message : cell.refuse()) {
      if (message instanceof AutoCloseable) {
        dropped.add(message);
      }
    }
  }

  /** Closes the messages that nobody handles; whether all are closed. */
  private boolean haveClosed(Context cx) {
    refuse(); // what was on its way
    while (!dropped.isEmpty()) {
      discards.add(dropped.remove(), cx);
    }
    return discards.areDone(cx);
  }

  private void clearChildren() {
    step = Step.CLEARING;
    work = null;
    clearing = List.<ActorCell<?>>copyOf(cell.children()).iterator();
    for (ActorCell<?> child : cell.children()) {
      if (cancelled) {
        child.abort();
      } else {
        child.stop();
      }
    }
  }

  private boolean clear(Context cx) {
    while (work != null || clearing.hasNext()) {
      RawFuture<?> waiting = work == null ? RawFuture.own(clearing.next().watch()) : work;
      work = waiting;
      if (isPending(waiting, cx)) {
        return false;
      }
      work = null;
    }
    cell.children().clear();
    if (restarting) {
      restart();
      return true;
    }
    cell.noLongerTakesOut();
    if (!haveClosed(cx)) {
      return false;
    }
    finish();
    return true;
  }

  private void restart() {
    restarting = false;
    cell.forgetEscalated(); // of children that have gone with the old handler
    if (cell.actor().supervision() instanceof Supervision.Restart rule) {
      work = RawFuture.own(Async.sleep(rule.pause(restarts++)));
    }
    step = Step.PAUSING;
  }

  private boolean pause(Context cx) {
    if (cell.isStopping() || cancelled) {
      RawFuture<?> sleeping = work;
      if (sleeping != null) {
        boolean _ = sleeping.cancel();
      }
      end(cancelled ? aborted() : null);
      return true;
    }
    if (work != null && isPending(work, cx)) {
      return false;
    }
    work = null;
    step = Step.STARTING;
    return true;
  }

  /** For waits that don't fail. */
  private static boolean isPending(RawFuture<?> future, Context cx) {
    try {
      return future.pollRaw(cx) == PENDING;
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
  }

  private void finish() {
    step = Step.ENDED;
    boolean escalate = cell.actor().supervision() instanceof Supervision.Escalate;
    cell.terminated(cause, escalate && !cancelled);
  }

  /** Whether messages are to be closed, which takes a poll. */
  private boolean closing() {
    cell.noLongerTakesOut();
    refuse();
    return !dropped.isEmpty() || !discards.isEmpty();
  }

  private CancellationException aborted() {
    return new CancellationException(cell + " was aborted.");
  }

  @Override
  public boolean cancel() {
    if (step == Step.ENDED) {
      return true;
    }
    if (!cancelled) {
      cancelled = true;
      cancelStep();
    }
    return step == Step.ENDED;
  }

  private void cancelStep() {
    RawFuture<?> running = work;
    if (step == Step.HANDLING && running != null && !running.cancel()) {
      return; // it cleans up first
    }
    if (step == Step.HANDLING) {
      handled(new Cancellation(cell + " was aborted."));
    } else if (step == Step.RECEIVING) {
      cell.receiver().cancelRecv();
    } else if (step == Step.PAUSING && running != null) {
      boolean _ = running.cancel();
    }
    if (step == Step.CLEARING) {
      restarting = false;
      cell.children().forEach(ActorCell::abort);
      cause = cause == null ? aborted() : cause;
      refuse();
    } else {
      end(aborted());
    }
    if (!clearing.hasNext() && work == null && !closing()) {
      finish();
    }
  }

  @Override
  public boolean claim() {
    boolean first = !claimed;
    claimed = true;
    return first;
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<?> running = work;
    return running == null ? null : running.location();
  }
}

package dev.weft.internal.stackful;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.task.PollSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A stackful block that hands values out and takes values in on its way: a coroutine. */
public final class CoroutineBlock extends StackfulBlock<@Nullable Object>
    implements Abandoned.Owned {

  /*
   * Idea: a coroutine is a stackful block that awaits its resumer. To yield is to await one particular
   * future, the Emission: its first poll says that a value has come out, and the poll is pending, so
   * the block's thread rests; its next poll, after the next resume, completes with what the resumer
   * passes in. So all that a block's thread needs (in place or handed off, calls of the JDK that
   * block, interrupts, deep stacks, cancellation and clean-up) is that of other blocks.
   *
   * To resume is to await a Switch, a future whose poll polls the block: in a stackful task that
   * suspends the task's block, so that the worker below runs the coroutine, in place and in the task's
   * turn; on any other thread the Switch is driven there. The body may await other futures as well;
   * they are polled by the same poll and have the resumer wait. Only where that would stall a worker,
   * in the middle of a poll, is such an await refused in the body.
   *
   * Cancelling the resumer: in a compiled block to resume is a plain call, which no cancellation ends. So that
   * code does the same on both backends, a Resumption is an await only as far as the body waits: a
   * request from before it began, or from within the body, is passed to the body once that waits, and
   * else stays for the resumer's next await. A loop that only resumes would then never hear of it, so
   * such resumes use up the task's budget, as the turns of a compiled loop come to a pre-emption point.
   *
   * State: IDLE -> BUSY by CAS by who resumes or closes, BUSY -> IDLE at a yield, BUSY -> ENDED; the last
   * two by who polls the Switch. While it is BUSY, the fields belong to that one, and between two
   * polls to the block's thread, as handed over by the block's step.
   */

  /** Yields that a body may try while it is being closed until it is given up. */
  private static final int IGNORED_CLOSES = 100;

  private static final int IDLE = 0;
  private static final int BUSY = 1;
  private static final int ENDED = 2;

  private volatile int state = IDLE;
  private final Emission emission = new Emission();
  private @Nullable Object in;
  private @Nullable Object out;
  private boolean resumed;
  private boolean emitted;
  private boolean closing;
  private int ignored;
  private boolean stalls;
  private @Nullable CoroutineBlock caller; // who reads these two for a message reads them racily
  private @Nullable Thread resumer;

  /**
   * Makes a coroutine that hasn't started.
   *
   * @param threads where its thread comes from
   * @param kind what to call it in messages
   * @param written what the user wrote, for messages
   * @param body what to run
   */
  public CoroutineBlock(SystemVirtualThreads threads, String kind, Object written, Body body) {
    super(threads, kind, written, () -> start(body));
  }

  /** What a coroutine runs. */
  @FunctionalInterface
  public interface Body {
    /** Runs with what the first resume passes in; the value is what the last resume returns. */
    @Nullable Object run(CoroutineBlock self, @Nullable Object first) throws Exception;
  }

  // ---- on the block's thread

  private static @Nullable Object start(Body body) throws Exception {
    if (!(currentBlock() instanceof CoroutineBlock self)) {
      throw new AssertionError("not on the thread of a coroutine");
    }
    return body.run(self, self.takeInput());
  }

  private @Nullable Object takeInput() {
    Object taken = in;
    in = null;
    resumed = false;
    return taken;
  }

  /**
   * Hands a value to the resumer and waits for the next resume.
   *
   * @param value what that resume returns
   * @return what the next one passes in
   * @throws Cancellation if the coroutine is closed instead
   * @throws IllegalStateException outside the body, and while it is being closed
   */
  @SuppressWarnings("NamedLikeContextualKeyword") // always called on a receiver
  public @Nullable Object yield(@Nullable Object value) {
    if (currentBlock() != this) {
      throw new IllegalStateException(
          this
              + " was asked to yield outside its body, on "
              + Thread.currentThread()
              + "; only code that the body runs on its own thread may yield.");
    }
    out = value;
    try {
      return super.await(emission);
    } catch (Exception failure) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }

  @Override
  <V extends @Nullable Object> V await(Future<V> future) throws Exception {
    if (stalls && !(future instanceof Switch)) {
      throw new IllegalStateException(
          this
              + " awaits in its body, but is resumed in the middle of a task's poll, whose worker"
              + " that would stall; resume it in a stackful block or in spawnBlocking.");
    }
    return super.await(future);
  }

  // ---- for the resumer

  /**
   * Runs the body until it yields or ends.
   *
   * @param input what the body gets from its yield, or as its argument
   * @return what it has yielded or returned
   * @throws Exception the very exception that the body has thrown
   * @throws IllegalStateException if it runs or has ended
   */
  public @Nullable Object next(@Nullable Object input) throws Exception {
    int seen = (int) STATE.compareAndExchange(this, IDLE, BUSY);
    if (seen != IDLE) {
      throw seen == ENDED
          ? new IllegalStateException(this + " has ended and can't be resumed.")
          : running("resumed");
    }
    begin();
    in = input;
    resumed = true;
    return drive(new Resumption(this));
  }

  /**
   * Ends it: the yield at which it rests throws a {@link Cancellation}, and its clean-up runs to
   * its end. Does nothing to one that hasn't started or has ended.
   *
   * @throws Exception what its clean-up has thrown
   * @throws IllegalStateException if it runs, or goes on yielding
   */
  @Override
  public void close() throws Exception {
    int seen = (int) STATE.compareAndExchange(this, IDLE, BUSY);
    if (seen == ENDED) {
      return;
    }
    if (seen == BUSY) {
      throw running("closed");
    }
    begin();
    Object _ = drive(new Closing(this));
  }

  /** Whether it has returned, thrown or been closed. */
  @Override
  public boolean isEnded() {
    return state == ENDED;
  }

  private void begin() {
    StackfulBlock<?> here = currentBlock();
    caller = here instanceof CoroutineBlock coroutine ? coroutine : null;
    resumer = Thread.currentThread();
    stalls = caller == null ? here == null && PollSite.current() != null : caller.stalls;
  }

  private @Nullable Object drive(Switch next) throws Exception {
    StackfulBlock<?> here = currentBlock();
    try {
      return here == null ? new Drive<>(next).run() : here.await(next);
    } finally {
      if (!next.begun) { // cancelled before it could begin
        rest(IDLE);
      }
    }
  }

  private void rest(int next) {
    caller = null;
    resumer = null;
    resumed = false;
    in = null;
    state = next;
  }

  private IllegalStateException running(String done) {
    CoroutineBlock above = currentBlock() instanceof CoroutineBlock here ? here : null;
    while (above != null && above != this) {
      above = above.caller;
    }
    Thread other = resumer;
    return new IllegalStateException(
        above == this
            ? this + " is running and can't be " + done + " by itself or by what it has resumed."
            : this
                + " is running, resumed by "
                + (other == null ? "another thread" : other)
                + ", and can't be "
                + done
                + " at the same time.");
  }

  // ---- in the poll of a switch

  private @Nullable Object pollNext(Context cx) throws Exception {
    Object result = pollBody(cx);
    if (result == PENDING && emitted) {
      emitted = false;
      Object value = out;
      out = null;
      rest(IDLE);
      return value;
    }
    return result;
  }

  private @Nullable Object pollBody(Context cx) throws Exception {
    Object result;
    try {
      result = pollRaw(cx);
    } catch (Throwable failure) {
      rest(ENDED);
      throw failure;
    }
    if (result != PENDING) {
      rest(ENDED);
    }
    return result;
  }

  private @Nullable Object pollClose(Context cx) throws Exception {
    Object result;
    try {
      result = pollBody(cx);
    } catch (Cancellation done) {
      return null;
    }
    if (result == PENDING && emitted) {
      dropped();
      rest(ENDED);
      throw new IllegalStateException(
          this + " was given up: it yielded " + ignored + " times while it was being closed.");
    }
    return result == PENDING ? PENDING : null;
  }

  /** What the body awaits in a yield. */
  private final class Emission extends RawFuture<@Nullable Object> {

    @Override
    public @Nullable Object pollRaw(Context cx) {
      if (resumed) {
        return takeInput();
      }
      if (closing && ++ignored < IGNORED_CLOSES) {
        throw new IllegalStateException(
            CoroutineBlock.this + " yields while it is being closed; it may only clean up.");
      }
      emitted = true;
      return PENDING;
    }

    @Override
    public boolean claim() {
      return false;
    }
  }

  /** A time in which the coroutine runs, as its resumer awaits it. */
  private abstract static sealed class Switch extends RawFuture<@Nullable Object> {
    final CoroutineBlock block;
    boolean begun;

    Switch(CoroutineBlock block) {
      this.block = block;
    }

    @Override
    public boolean claim() {
      return false;
    }

    @Override
    public @Nullable StackTraceElement location() {
      return block.location();
    }
  }

  private static final class Resumption extends Switch {
    private boolean polling;
    private boolean asked; // to be cancelled, of which the body doesn't know

    Resumption(CoroutineBlock block) {
      super(block);
    }

    @Override
    public @Nullable Object pollRaw(Context cx) throws Exception {
      if (asked && !begun) {
        requireBudget(cx);
      }
      begun = true;
      while (true) {
        polling = true;
        Object result;
        try {
          result = block.pollNext(cx);
        } finally {
          polling = false;
        }
        if (result != PENDING || !asked) {
          return result;
        }
        asked = false;
        boolean _ = block.cancel();
      }
    }

    private void requireBudget(Context cx) {
      PollContext task = PollContext.of(cx);
      if (task == null) {
        return;
      }
      task.spend();
      if (!task.hasBudget()) {
        throw new Cancellation(block + " was not resumed, as who resumes it was cancelled.");
      }
    }

    @Override
    public boolean cancel() {
      if (begun && !polling) {
        return block.cancel();
      }
      asked = true;
      return false;
    }
  }

  private static final class Closing extends Switch {

    Closing(CoroutineBlock block) {
      super(block);
    }

    @Override
    public @Nullable Object pollRaw(Context cx) throws Exception {
      if (!begun) {
        begun = true;
        block.closing = true;
        if (block.cancel()) {
          block.rest(ENDED);
          return null;
        }
      }
      return block.pollClose(cx);
    }

    @Override
    public boolean cancel() {
      return false; // nobody could make up for it
    }
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(CoroutineBlock.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

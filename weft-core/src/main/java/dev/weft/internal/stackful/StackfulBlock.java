package dev.weft.internal.stackful;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.StackfulBody;
import dev.weft.Waker;
import dev.weft.codegen.AsyncState;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LogicalFrames;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.codegen.UserFrames;
import dev.weft.internal.task.Carrier;
import dev.weft.internal.task.PollSite;
import dev.weft.spi.RuntimeThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A block whose body runs on a virtual thread of its own.
 *
 * @param <T> type of the block's value
 */
public sealed class StackfulBlock<T extends @Nullable Object> extends AsyncState<T>
    permits CoroutineBlock {

  /*
   * Idea: the virtual thread runs user code between two awaits and nothing else. An await leaves its
   * future in `awaited` and parks. The future is begun and polled by whoever polls the block, so the
   * single-owner rule, the cancellation protocol and the leaves' view of their thread are those of a
   * compiled block; all state of AsyncState is touched by the poller alone.
   *
   * State: `step` says who may go on. The one whose turn it is owns `awaited`, `result` and `failure`;
   * the write of `step` hands them over.
   *
   *   NEW      -> RUNNING   poller: the first poll creates and starts the thread
   *   RUNNING  -> AWAITING  thread: `awaited` is there
   *   AWAITING -> RUNNING   poller: `result` or `failure` is there
   *   RUNNING  -> ENDED     thread: the body has returned or thrown
   *
   * In place (there is a Mount): the poller runs the thread's continuation itself. When that returns,
   * the thread awaits or has ended, or else it is stuck in a call of the JDK (or yielded), and the
   * poll is pending: the Mount wakes the task as soon as the JDK lets the thread go on. Meanwhile
   * other blocks of the task may run, as nothing of this one does; only where the thread is in line for
   * a lock of Weft's own the poll waits with it (see OwnLock). A continuation runs at most once
   * in a poll without an await in between, so that Thread.yield() in a loop can't hold the worker.
   *
   * Hand-off (no Mount): the thread runs on the JDK's scheduler, so user code goes on after the poll
   * has returned. The block holds the task's turn for that time, and whoever finds it taken polls
   * nothing. A thread that is stuck in a call of the JDK keeps the turn, as nobody tells us of it.
   * Ordering at its end: first the turn is given back, then `step` is written, then the task is woken.
   * Were `step` written first, a poll could come in between, take the turn anew for the next run, and
   * lose it to the late give-back. Between turn and step another block may run: this thread runs no
   * user code any more. Polls write `waker` before they read `step`, the thread writes `step` before
   * it reads `waker`, all volatile: so either the poll sees the step or the thread wakes the newer one.
   * With a Mount but polled on a virtual thread, the Mount forwards the continuation; that run, once it
   * has returned, does the same in the same order (see ranElsewhere).
   *
   * Fairness in hand-off: a block that finds the turn taken leaves its waker with the holder, whose next
   * poll wakes it; that poll comes, since the end of a turn wakes the holder. A block that never waits
   * yields after BUDGET turns, since each turn is a poll with a budget of its own. A block that awaits
   * the holder itself, however deep, goes on polling what it awaits, so that a timeout can interrupt it.
   *
   * Carried context (see ContextCarrier): thread-locals belong to the block's own thread, so where the
   * runtime has a carrier they are handed over with `step`: the poller leaves the task's in `carried`
   * before it lets the thread go on, and takes it over from there, once, when the thread awaits or has
   * ended (`brought`).
   *
   * Interrupts: the flag of the thread is looked at on the thread, before and while it parks, and
   * cleared at once, so that parking doesn't spin. One that came from cancelRequested() has done its
   * work. Any other one is an abort of the task, which the poller requests; outside any task it
   * cancels the block.
   *
   * Deep stacks: parking copies the stack to the heap, which takes stack again; on a stack that is nearly
   * used up park() throws StackOverflowError. In place the thread takes its await back. In hand-off the
   * poller may be at it already, so the thread asks it to, and spins meanwhile, being unable to park.
   *
   * A class initialiser or native frame below an await pins the thread: it parks with the thread below
   * it. In hand-off that costs the JDK a carrier. In place it would stop the only thread that could
   * poll; once somebody unparks it (who watches long polls, an interrupt), the await fails, see
   * leaveOrRefuse. So it does where there is no memory to copy the stack to, unless there is by then.
   */

  private static final ThreadLocal<@Nullable StackfulBlock<?>> CURRENT = new ThreadLocal<>();

  private static final int NEW = 0;
  private static final int RUNNING = 1;
  private static final int AWAITING = 2;
  private static final int ENDED = 3;

  private final SystemVirtualThreads threads;
  private final String kind;
  private final Class<?> written;

  // Handed over by `step`.
  private volatile int step = NEW;
  private @Nullable StackfulBody<T> body;
  private @Nullable Future<?> awaited;
  private @Nullable Object result;
  private @Nullable Throwable failure;
  private @Nullable Object carried;
  private boolean brought;

  // Written by the poller while the thread doesn't run, for the thread.
  private @Nullable PollContext context;
  private @Nullable Object locals;
  private @Nullable Carrier carrier; // from the first run on
  private int runs;

  // Any thread.
  private volatile @Nullable Waker waker; // written by the poller
  private volatile boolean interruptSeen; // set by the thread, cleared by the poller
  private volatile @Nullable StackOverflowError cantPark; // likewise

  // The poller's own; dumps read `thread` racily.
  private @Nullable Thread thread;
  private @Nullable Mount mount;
  private boolean interruptSent;
  private boolean runningHere;
  private int turnsInRow;
  private boolean answered;
  private boolean turnBelow;
  private @Nullable List<Waker> waiters;

  /**
   * Makes a block.
   *
   * @param threads where its thread comes from
   * @param kind what to call it in messages
   * @param written what the user wrote, for messages
   * @param body what to run
   */
  StackfulBlock(SystemVirtualThreads threads, String kind, Object written, StackfulBody<T> body) {
    this.threads = threads;
    this.kind = kind;
    this.written = written.getClass();
    this.body = body;
  }

  // ---- what user code on the thread sees

  /** The block whose thread calls. */
  public static @Nullable StackfulBlock<?> currentBlock() {
    return Thread.currentThread().isVirtual() ? CURRENT.get() : null;
  }

  /** The context of the task that runs the block whose thread calls; null outside both. */
  public static @Nullable PollContext currentContext() {
    StackfulBlock<?> block = currentBlock();
    return block == null ? null : block.context;
  }

  /** The task-local values for the block whose thread calls; null outside any block. */
  public static @Nullable Object currentLocals() {
    StackfulBlock<?> block = currentBlock();
    return block == null ? null : block.locals;
  }

  // ---- on the thread

  private void runBody() {
    CURRENT.set(this);
    Mount own = mount;
    if (own != null) {
      PollSite.Ref _ = PollSite.bind(own.site());
    }
    carryIn();
    try {
      result = takeBody().run();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    noticeInterrupt();
    carryOut();
    handOver(ENDED);
  }

  /** Forgets the body, so that what it has captured lives as long as its frames need it. */
  private StackfulBody<T> takeBody() {
    StackfulBody<T> taken = Objects.requireNonNull(body);
    body = null;
    return taken;
  }

  /** Suspends this block, on whose thread it is called, until the future has completed. */
  @SuppressWarnings({"unchecked", "NullAway"}) // a Future<V> yields a V, which may be null
  <V extends @Nullable Object> V await(Future<V> future) throws Exception {
    Objects.requireNonNull(future, "await got null in place of a future.");
    noticeInterrupt();
    awaited = future;
    int run = runs;
    carryOut();
    handOver(AWAITING);
    while (step == AWAITING) {
      try {
        LockSupport.park(this);
      } catch (StackOverflowError tooDeep) {
        takeBack(tooDeep);
      }
      if (mount != null && runs == run && step == AWAITING) {
        leaveOrRefuse(run);
      }
      noticeInterrupt();
    }
    carryIn();
    noticeInterrupt();
    Object value = result;
    Throwable thrown = failure;
    result = null;
    failure = null;
    if (thrown != null) {
      LogicalFrames.addAgain(thrown);
      throw Codegen.<RuntimeException>sneak(thrown);
    }
    return (V) value;
  }

  private void carryIn() {
    Carrier own = carrier;
    if (own != null) {
      own.restore(carried);
      carried = null;
    }
  }

  private void carryOut() {
    Carrier own = carrier;
    if (own != null) {
      carried = own.capture();
      brought = true;
    }
  }

  /** A park has returned without a run by the poller: on a spare permit, or since it is pinned. */
  @SuppressWarnings("ThreadPriorityCheck") // it is a probe, not a hint to the scheduler
  private void leaveOrRefuse(int run) {
    try {
      Thread.yield(); // does nothing when pinned; otherwise the poller runs this thread again
    } catch (OutOfMemoryError lacking) { // it can't be put aside
      awaited = null;
      step = RUNNING;
      throw lacking;
    }
    if (runs == run) {
      awaited = null;
      step = RUNNING;
      throw new IllegalStateException(
          "await can't suspend "
              + this
              + " below a class initialiser or a native frame; await before or after it.");
    }
  }

  /** The JDK's copying of a deep stack has overflowed that stack: the thread can't park. */
  private void takeBack(StackOverflowError tooDeep) {
    if (mount != null) {
      awaited = null; // nobody has seen it: the poller is below on this stack
      step = RUNNING;
      throw tooDeep;
    }
    cantPark = tooDeep;
    wakeTask();
    while (step == AWAITING) {
      Thread.onSpinWait(); // the poller answers with this error, as soon as the future lets go
    }
  }

  private void noticeInterrupt() {
    if (Thread.interrupted()) {
      interruptSeen = true;
      if (step == AWAITING) {
        wakeTask();
      }
    }
  }

  private void handOver(int next) {
    if (mount != null) {
      step = next; // who runs the thread looks at it when the run returns
      return;
    }
    PollContext task = context;
    if (task != null) {
      task.setTurn(null);
    }
    step = next;
    wakeTask();
  }

  /** Wakes the task that polls the block. Any thread. */
  void wakeTask() {
    Waker now = waker;
    if (now != null) {
      now.wake();
    }
  }

  // ---- in the poll

  @Override
  protected @Nullable Object resume(Context cx) throws Throwable {
    PollContext task = PollContext.of(cx);
    if (waker != cx.waker()) {
      waker = cx.waker();
    }
    if (task != null && isTurnOfAnother(task, cx.waker())) {
      pollBelow(cx, task);
      return PENDING;
    }
    wakeWaiters(task);
    boolean here = !Thread.currentThread().isVirtual();
    if (thread == null) {
      carrier = Carrier.of(task);
      create(here);
    }
    Mount own = mount;
    if (own == null) {
      return pollHandedOff(cx, task);
    }
    return own.attend() ? pollMounted(own, here, cx, task) : PENDING;
  }

  /**
   * What took the turn is part of what this block awaits: a timeout in there may have to cancel it.
   */
  private void pollBelow(Context cx, PollContext task) {
    if (turnBelow && !answered && mount == null && step == AWAITING) {
      answered = answer(cx, task);
    }
  }

  private void create(boolean here) {
    if (here && threads.isInPlace()) {
      mount = new Mount(this, threads.jdkScheduler(), threads.forwards());
      thread = threads.unstarted(mount, this::runBody);
    } else {
      thread = threads.unstarted(this::runBody);
    }
  }

  private @Nullable Object pollMounted(
      Mount own, boolean here, Context cx, @Nullable PollContext task) throws Throwable {
    while (true) {
      int now = step;
      if (now == ENDED) {
        return outcome();
      }
      boolean due = own.take();
      if (now == AWAITING) {
        if (!due && answer(cx, task)) {
          goOn();
          due = own.take();
        }
      } else if (now == NEW) {
        goOn();
        due = own.take();
      }
      if (!due) {
        if (own.leave()) {
          return PENDING;
        }
      } else if (!here) {
        takeTurn(task);
        own.runElsewhere();
        return PENDING;
      } else if (runHere(own, task) == RUNNING) {
        return stuck(own, cx, task);
      }
    }
  }

  /** The thread is in a call of the JDK, which will hand it to the mount again, or has already. */
  private Object stuck(Mount own, Context cx, @Nullable PollContext task) {
    if (!own.leave()) {
      comeBack(cx, task);
    }
    return PENDING;
  }

  private int runHere(Mount own, @Nullable PollContext task) {
    setContext(task);
    if (task != null && task.turnHolder() == this) {
      task.setTurn(null);
    }
    boolean users = !(Thread.currentThread() instanceof RuntimeThread);
    InterruptWatch watch = users ? InterruptWatch.enter() : null;
    runningHere = true;
    try {
      do {
        own.runHere(PollSite.current(), thread);
      } while (step == RUNNING && waitsForOwnLock() && own.takeNext());
    } finally {
      runningHere = false;
      if (watch != null) {
        watch.leave();
      }
    }
    return step;
  }

  /** Whether the thread will go on at once, and this one must not come in its way; see OwnLock. */
  private boolean waitsForOwnLock() {
    Thread own = thread;
    return own != null && OwnLock.isAwaitedBy(own);
  }

  /** A forwarded run has returned. On the thread that it ran on, while polls keep off. */
  void ranElsewhere() {
    PollContext task = context;
    if (task != null && step != RUNNING) {
      task.setTurn(null);
    }
  }

  private @Nullable Object pollHandedOff(Context cx, @Nullable PollContext task) throws Throwable {
    int now = step;
    if (now == ENDED) {
      return outcome();
    }
    if (now == NEW) {
      takeTurn(task);
      goOn();
    } else if (now == AWAITING && answer(cx, task)) {
      if (answered) {
        answered = false;
      } else if (++turnsInRow >= PollContext.BUDGET) {
        turnsInRow = 0;
        answered = true;
        comeBack(cx, task);
        return PENDING;
      }
      takeTurn(task);
      goOn();
    }
    return PENDING;
  }

  /** Takes over the context that the thread has left. */
  private void takeOver() {
    if (brought && carrier != null) {
      brought = false;
      carrier.restore(carried);
      carried = null;
    }
  }

  /** Finds out how the await ends; false while that is open. */
  private boolean answer(Context cx, @Nullable PollContext task) {
    takeOver();
    if (answered) {
      return true;
    }
    try {
      passInterrupt(task);
      Future<?> next = awaited;
      awaited = null;
      if (cantPark != null && isReleased(next)) {
        failure = cantPark;
        cantPark = null;
        return true;
      }
      if (next != null) {
        begin(next, cx);
      }
      Object value = pollCurrent(cx);
      if (value == PENDING) {
        turnsInRow = 0;
        turnBelow = task != null && task.turnHeld();
        return false;
      }
      result = value;
    } catch (Throwable thrown) {
      failure = thrown;
    }
    return true;
  }

  /** Whether an await that has just failed on the thread holds nothing. */
  private boolean isReleased(@Nullable Future<?> notBegun) {
    RawFuture<?> begun = current();
    return notBegun != null || begun == null || begun.cancel();
  }

  private void passInterrupt(@Nullable PollContext task) {
    if (!interruptSeen) {
      return;
    }
    interruptSeen = false;
    if (interruptSent) {
      interruptSent = false;
    } else if (task != null) {
      task.requestAbort();
    } else {
      boolean _ = cancel();
    }
  }

  private void takeTurn(@Nullable PollContext task) {
    setContext(task);
    if (task != null) {
      task.setTurn(this);
    }
  }

  private void setContext(@Nullable PollContext task) {
    context = task;
    locals = task == null ? null : task.locals();
    runs++;
  }

  private void goOn() {
    Thread own = Objects.requireNonNull(thread);
    boolean fresh = step == NEW;
    if (carrier != null) {
      carried = carrier.capture();
    }
    step = RUNNING;
    if (fresh) {
      own.start();
    } else {
      LockSupport.unpark(own);
    }
  }

  private @Nullable Object outcome() throws Throwable {
    takeOver();
    PollContext task = context;
    Object value = result;
    Throwable thrown = failure;
    if (task != null) {
      passInterrupt(task);
    }
    release();
    if (thrown != null) {
      LogicalFrames.addAgain(thrown);
      throw thrown;
    }
    return value;
  }

  @Override
  protected void dropped() {
    release(); // the thread stays parked for ever
  }

  /** Lets go of everything: threads that user code started on ours keep the block alive. */
  private void release() {
    body = null;
    result = null;
    failure = null;
    awaited = null;
    context = null;
    locals = null;
    carried = null;
    waker = null;
    thread = null;
    waiters = null;
  }

  private static void comeBack(Context cx, @Nullable PollContext task) {
    if (task == null) {
      cx.waker().wake();
    } else {
      task.yield(cx.waker());
    }
  }

  // ---- turns

  private boolean isTurnOfAnother(PollContext task, Waker waiter) {
    Object holder = task.turnHolder();
    if (holder == null || holder == this) {
      return false;
    }
    if (holder instanceof StackfulBlock<?> block) {
      block.addWaiter(waiter);
    }
    return true;
  }

  private void addWaiter(Waker waiter) {
    List<Waker> all = waiters;
    if (all == null) {
      all = new ArrayList<>(1);
      waiters = all;
    }
    if (!all.contains(waiter)) {
      all.add(waiter);
    }
  }

  private void wakeWaiters(@Nullable PollContext task) {
    List<Waker> all = waiters;
    if (all != null && (task == null || task.turnHolder() != this)) {
      waiters = null;
      all.forEach(Waker::wake);
    }
  }

  // ---- cancellation and messages

  @Override
  protected void cancelRequested() {
    Thread own = thread;
    if (own != null && step == RUNNING && !runningHere) {
      interruptSent = true;
      own.interrupt();
    }
  }

  @Override
  public @Nullable StackTraceElement location() {
    Thread own = thread;
    return own == null ? null : UserFrames.first(own.getStackTrace());
  }

  @Override
  public String toString() {
    String name = written.getName();
    int lambda = name.indexOf("$$Lambda");
    return kind + " in " + (lambda < 0 ? name : name.substring(0, lambda));
  }
}

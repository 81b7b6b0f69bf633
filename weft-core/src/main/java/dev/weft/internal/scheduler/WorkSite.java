package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskRegister;
import dev.weft.spi.Clock;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.PartHost;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.RuntimeThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A place where a scheduler polls its tasks: what is alike in all of them. */
abstract class WorkSite extends PollSite {

  /*
   * `ticks` is odd during a poll; a monitor sees from two looks at it whether a poll is long, and the
   * same number again means the same poll.
   */

  private final RuntimeParts parts;
  private final int index;
  private final RandomSource random;
  private final @Nullable PollObserver observer;
  private final WorkerStats stats;
  private @Nullable TaskRegister register;
  private long ticks;
  private volatile @Nullable Thread thread;

  WorkSite(RuntimeParts parts, int index) {
    this.parts = parts;
    this.index = index;
    this.random = parts.random().split();
    this.observer = PollObserver.ifWanted(parts);
    this.stats = WorkerStats.asleep(parts.realNanos());
  }

  /** The calling thread polls here from now on. */
  final void occupy() {
    thread = Thread.currentThread();
    register = parts.live().lend();
    register(register);
    stats.busy(parts.realNanos());
  }

  /** Nobody polls here any more. */
  final void vacate() {
    thread = null;
    TaskRegister own = register;
    if (own != null) {
      register = null;
      register(null);
      parts.live().giveBack(own);
    }
    stats.idle(parts.realNanos());
  }

  /** A thread of the runtime begins to poll here, and sleeps in the parker. */
  final void begin(Parker parker) {
    ((RuntimeThread) Thread.currentThread()).setSite(this);
    parker.bind();
    occupy();
    parts.threadStarted();
  }

  /** The thread that began ends. */
  final void end() {
    parts.threadStopped();
    vacate();
    ((RuntimeThread) Thread.currentThread()).setSite(null);
  }

  final void poll(TaskCell<?> task) {
    tick();
    try {
      if (observer == null) {
        task.run(this);
      } else {
        observer.poll(task, this);
      }
    } catch (Throwable broken) { // a waker of the user's own threw; other tasks need this thread
      parts.unobserved().report(broken);
    }
    tick();
    stats.polled();
  }

  private void tick() {
    TICKS.setOpaque(
        this, ticks + 1); // pairs with the opaque read in ticks(): a hint, no order needed
  }

  final long ticks() {
    return (long) TICKS.getOpaque(this); // pairs with tick(): a hint, no order needed
  }

  /** Counts and announces that the thread falls asleep; the end has to be told to {@link #woke}. */
  final Events.Span fallingAsleep() {
    stats.parked();
    parts.parks();
    stats.idle(parts.realNanos());
    return parts.events().park(index);
  }

  /** Counts and announces that it has slept. */
  final void woke(Events.Span sleep) {
    sleep.finish();
    stats.busy(parts.realNanos());
    stats.unparked();
    parts.unparks();
  }

  /** Whether the task that is polled here may take its time. */
  boolean mayBlock() {
    return false;
  }

  /** The thread that polls here, or null. Any thread may ask. */
  final @Nullable Thread thread() {
    return thread;
  }

  /** Where the code is that runs here; that of a stackful block is on a thread of its own. */
  final StackTraceElement[] stack() {
    Thread inBlock = carried();
    Thread below = thread;
    Thread running = inBlock == null ? below : inBlock;
    return running == null ? new StackTraceElement[0] : running.getStackTrace();
  }

  final int index() {
    return index;
  }

  final WorkerStats stats() {
    return stats;
  }

  final RuntimeParts parts() {
    return parts;
  }

  /** The counters for users. */
  final Weft.WorkerMetrics metrics(int localDepth, int inboxDepth) {
    return new Weft.WorkerMetrics(
        index,
        stats.polls(),
        stats.steals(),
        stats.stolen(),
        stats.parks(),
        stats.unparks(),
        stats.yields(),
        localDepth,
        inboxDepth,
        stats.lifoHits(),
        stats.overflows(),
        stats.busyNanos(parts.realNanos()),
        observer == null ? List.of() : observer.times());
  }

  // ---- services for the task that is polled here

  @Override
  public final Weft runtime() {
    return parts.weft();
  }

  @Override
  public final Clock clock() {
    return parts.clock();
  }

  @Override
  public final DriverProvider sockets() {
    return parts.sockets();
  }

  @Override
  public final RandomSource random() {
    return random;
  }

  @Override
  public final <T extends RuntimePart> T part(
      Class<T> type, Function<? super PartHost, ? extends T> maker) {
    return parts.extras().part(type, maker);
  }

  private static final VarHandle TICKS;

  static {
    try {
      TICKS = MethodHandles.lookup().findVarHandle(WorkSite.class, "ticks", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

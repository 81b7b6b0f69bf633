package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.Clock;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.FileDriver;
import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import dev.weft.spi.TimerEntry;
import dev.weft.spi.TimerQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Carries out operations on the blocking pool of a runtime, many in one hop. */
final class FilePool implements FileBackend, RuntimePart {

  /*
   * Waking a thread costs more than reading a small file that is cached. So operations wait in one queue,
   * and a runner, which is one job of the pool, takes them until there are none: tasks that wait for
   * their files at the same time share its hop. Each runner takes one operation at a time, so whatever
   * hasn't begun can be taken by another one.
   *
   * There are no more runners than workers as long as operations are short. While some wait, a timer looks
   * every PATIENCE_NANOS how many have begun since: if hardly any, those under way block (a slow disk, a
   * pipe), and one runner is added, so that others side by side can go on. One at a time, as one that is
   * starting may be enough; they stay until the queue is empty.
   *
   * A wake costs several system calls if a worker sleeps. So while more operations wait, a runner keeps the
   * wakes of those that have ended until there are WAKES of them; should it be held up by the next operation, the
   * timer gives them out. Where no timer is set, wakes aren't kept.
   *
   * Ordering: a runner puts an ended operation into `ended`, then looks whether a timer is set; a timer that is
   * the last one says so, then looks into `ended`. Who submits puts the operation into the queue, then looks at `runners`; a runner that finds
   * nothing leaves `runners`, then looks into the queue again: one of them sees the other. `begun` is a hint.
   * Dropped operations are taken out of the queue once there are more of them than of others, which costs
   * each O(1); who runs meets the rest and passes them over.
   */

  /** How long operations may wait for some that block, before one thread more is used: 1 ms. */
  static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** So many operations are worth what it takes to link native calls. */
  static final int PREPARED_AFTER = 64;

  private static final int FEW_DROPPED = 32;
  private static final int WAKES = 32;

  /** So many operations of one runner within the patience are short ones. */
  private static final int SHORT_ONES = 4;

  private final PartHost host;
  private final int usual;
  private final Queue<FileOp<?>> queue = new ConcurrentLinkedQueue<>();
  private final Queue<FileOp<?>> ended = new ConcurrentLinkedQueue<>(); // to be woken
  private final AtomicInteger runners = new AtomicInteger();
  private final AtomicInteger starting = new AtomicInteger(); // haven't looked at the queue yet
  private final AtomicInteger dropped = new AtomicInteger(); // since the last sweep
  private final AtomicInteger lacking = new AtomicInteger(); // operations without a driver's help
  private final AtomicBoolean watched = new AtomicBoolean(); // a timer is set
  private final LongAdder begun = new LongAdder();

  FilePool(PartHost host) {
    this.host = host;
    this.usual = host.workers();
  }

  /** That of the runtime which polls. */
  static FileBackend of(Context cx) {
    return of(TaskContext.services(cx));
  }

  private static FilePool of(Services services) {
    return services.part(FilePool.class, FilePool::new);
  }

  /**
   * The driver's own way to files, if it has one; while it isn't prepared, each call counts as an
   * operation that could have used it, and after some it is prepared on another thread.
   */
  static @Nullable FileDriver driver(Services services) {
    FileDriver driver = services.driver().files();
    if (driver == null) {
      of(services).lack(services.sockets());
    }
    return driver;
  }

  private void lack(DriverProvider provider) {
    if (lacking.get() <= PREPARED_AFTER && lacking.incrementAndGet() == PREPARED_AFTER) {
      boolean _ = host.execute(provider::prepareFiles);
    }
  }

  @Override
  public void submit(FileOp<?> op) {
    queue.add(op);
    addRunner(usual);
  }

  private void addRunner(int most) {
    int now = runners.get();
    while (now < most) {
      if (runners.compareAndSet(now, now + 1)) {
        starting.getAndIncrement();
        startRunner();
        return;
      }
      now = runners.get();
    }
  }

  @Override
  public void watch(Context cx) {
    if (watched.get()) {
      return;
    }
    if (!(PollContext.of(cx) instanceof TaskContext task)) {
      lookForBlocked(0); // a plain thread has no timers to wait with
    } else if (watched.compareAndSet(false, true)) {
      Services services = task.services();
      setTimer(services.timers(), services.clock());
    }
  }

  private void setTimer(TimerQueue timers, Clock clock) {
    timers.add(new Look(timers, clock, clock.nanoTime() + PATIENCE_NANOS, begun.sum()));
  }

  /** Adds a runner if hardly any operation has begun lately. */
  private void lookForBlocked(long begunLately) {
    int now = runners.get();
    if (starting.get() == 0 && begunLately < (long) SHORT_ONES * now) {
      addRunner(now + 1);
    }
  }

  private void startRunner() {
    boolean taken = false;
    try {
      taken = host.execute(this::runAll);
    } finally {
      if (!taken) {
        starting.getAndDecrement();
        if (runners.decrementAndGet() == 0) {
          refuseAll();
        }
      }
    }
  }

  /** The runtime has ended, or the system has no thread: who waits has to be told. */
  private void refuseAll() {
    for (FileOp<?> op = queue.poll(); op != null; op = queue.poll()) {
      op.refuse(new RuntimeClosedException(op + " can't begin: the runtime has no thread for it."));
    }
  }

  private void runAll() {
    starting.getAndDecrement();
    do {
      int kept = 0;
      for (FileOp<?> op = queue.poll(); op != null; op = queue.poll()) {
        begun.increment();
        boolean _ = Thread.interrupted(); // a flag that is set would close the channel
        if (op.run()) {
          ended.add(op);
          kept++;
        }
        if (kept >= WAKES || !watched.get() || queue.isEmpty()) {
          kept = 0;
          wakeEnded();
        }
      }
      wakeEnded();
      runners.getAndDecrement();
    } while (!queue.isEmpty() && rejoin());
  }

  private void wakeEnded() {
    for (FileOp<?> op = ended.poll(); op != null; op = ended.poll()) {
      op.wakeOwner();
    }
  }

  /** Goes on as a runner, unless others do. */
  private boolean rejoin() {
    int now = runners.get();
    while (now < usual) {
      if (runners.compareAndSet(now, now + 1)) {
        return true;
      }
      now = runners.get();
    }
    return false;
  }

  @Override
  public void dropped() {
    int count = dropped.incrementAndGet();
    if (count % FEW_DROPPED == 0 && count > queue.size() / 2) {
      dropped.set(0);
      queue.removeIf(FileOp::isDropped);
    }
  }

  /** How many operations are kept that no runner has taken. */
  int waiting() {
    return queue.size();
  }

  /** Nothing is left to do: the tasks that waited for operations have ended. */
  @Override
  public void close() {
    queue.removeIf(FileOp::isDropped);
  }

  /** A look at what has begun, after a while. */
  private final class Look extends TimerEntry {

    private final TimerQueue timers;
    private final Clock clock;
    private final long deadlineNanos;
    private final long begunBefore;

    Look(TimerQueue timers, Clock clock, long deadlineNanos, long begunBefore) {
      this.timers = timers;
      this.clock = clock;
      this.deadlineNanos = deadlineNanos;
      this.begunBefore = begunBefore;
    }

    @Override
    public long deadlineNanos() {
      return deadlineNanos;
    }

    @Override
    protected void fired() {
      wakeEnded();
      if (queue.isEmpty()) {
        watched.set(false); // who finds it set after this looked must not rely on it
        wakeEnded();
        if (queue.isEmpty() || !watched.compareAndSet(false, true)) {
          return;
        }
      } else {
        lookForBlocked(begun.sum() - begunBefore);
      }
      setTimer(timers, clock);
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      throw new AssertionError("Nobody polls this timer.");
    }
  }
}

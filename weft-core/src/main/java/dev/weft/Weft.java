package dev.weft;

import dev.weft.internal.gate.Gate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A runtime: worker threads that poll tasks, with their timers, their sockets and a pool for
 * blocking calls. A process may have many; they share nothing.
 *
 * {@snippet class="dev.weft.snippets.WeftSnippets" region="hello"}
 *
 * <p><em>Threads:</em> all methods may be called from any thread, except where one says otherwise.
 */
public interface Weft extends AutoCloseable {

  /** How tasks are spread over threads. */
  enum Scheduler {
    /** One queue per worker; idle workers steal from busy ones. The default. */
    WORK_STEALING,
    /**
     * One queue that all workers take from, first in, first out. The fairest order; the queue is
     * what they contend for.
     */
    GLOBAL_QUEUE,
    /**
     * One thread per core that shares nothing: a task is polled by one worker from beginning to
     * end, and other workers only send it wakes. Tasks are dealt out in turn, or by {@link
     * SpawnOptions}. Nobody helps a worker that is stuck: {@link Async#blockInPlace} is refused
     * there, and the {@linkplain Builder#watchdog watchdog} reports.
     */
    SHARDED,
    /**
     * Everything runs on the thread that is inside {@link Weft#blockOn}; no thread of its own runs
     * tasks, and one watches that thread.
     */
    CURRENT_THREAD
  }

  /** How pending timers are kept. */
  enum Timer {
    /** A hierarchical wheel: constant time to set, to cancel and to fire. The default. */
    WHEEL,
    /**
     * A heap: logarithmic time to set and to fire, constant time on average to cancel. The least
     * memory for a runtime with few timers; of many, a cancelled one stays in memory until it comes
     * to the top or they are the larger part.
     */
    HEAP,
    /**
     * A sorted tree: logarithmic time to set and to cancel. Timers with the same deadline share a
     * node, and all that is due at once is taken out in one step.
     */
    TREE
  }

  /** How the operating system is asked for input and output. */
  enum Driver {
    /** The best that works here; the choice and its reason are in {@link Metrics}. */
    AUTO,
    /**
     * Linux's io_uring. Needs {@code --enable-native-access}; where the system forbids it, the next
     * best is taken.
     */
    IO_URING,
    /** Linux's epoll. Needs {@code --enable-native-access}. */
    EPOLL,
    /** The JDK's selectors: works everywhere and needs no permission. */
    NIO
  }

  /** What a full queue of blocking jobs does to the next one. */
  enum WhenFull {
    /** The job waits, without holding a thread, until there is room. */
    WAIT,
    /** The job's handle fails with {@link java.util.concurrent.RejectedExecutionException}. */
    REJECT
  }

  /** Which of two lanes a task is in. */
  enum Priority {
    /** Every task that doesn't ask for more. */
    NORMAL,
    /**
     * Polled before the others that wait, but for one normal poll after so many in a row, so that
     * neither lane starves. Needs {@link Builder#priorityLanes}.
     */
    HIGH
  }

  /**
   * Starts a runtime with default settings: one worker per processor that the JVM may use.
   *
   * @return a running runtime; close it
   */
  static Weft create() {
    return builder().build();
  }

  /**
   * Settings for a new runtime.
   *
   * @return a builder with the defaults
   */
  static Builder builder() {
    return Gate.get().builder();
  }

  /**
   * The runtime that runs the calling code.
   *
   * @return the runtime of the current task, worker or {@link #blockOn} call
   * @throws IllegalStateException outside any runtime
   */
  static Weft current() {
    return Gate.get().current();
  }

  /**
   * Runs a future on the calling thread and waits for it. On a virtual thread it parks.
   *
   * @param future what to run
   * @param <T> type of the result
   * @return its result
   * @throws Exception the future's own exception
   * @throws InterruptedException if the caller was interrupted; the future has been cancelled and
   *     has cleaned up
   * @throws IllegalStateException on a worker or inside another {@code blockOn}, which it would
   *     stall, and on a closed runtime
   */
  <T extends @Nullable Object> T blockOn(Future<T> future) throws Exception;

  /**
   * Starts a task.
   *
   * @param future what it runs
   * @param <T> type of its result
   * @return its handle; if the runtime is closed, that of an aborted task
   * @throws IllegalStateException if the future was spawned before
   */
  <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future);

  /**
   * Starts a task that has a name, a worker of its own, or a priority:
   *
   * {@snippet class="dev.weft.snippets.WeftSnippets" region="options"}
   *
   * @param future what it runs
   * @param options how
   * @param <T> type of its result
   * @return its handle; if the runtime is closed, that of an aborted task
   * @throws IllegalArgumentException if there is no such worker
   * @throws IllegalStateException if the future was spawned before, or if the priority is {@link
   *     Priority#HIGH} on a runtime without {@link Builder#priorityLanes}
   */
  <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future, SpawnOptions options);

  /**
   * Runs a blocking call on a thread of the blocking pool.
   *
   * <p><em>Cancellation:</em> {@link JoinHandle#abort()} drops a job that hasn't started and
   * interrupts one that has; what ignores interrupts runs on, and its result is discarded.
   *
   * @param call what to run
   * @param <T> type of its result
   * @return its handle; if the runtime is closed, that of an aborted job
   */
  <T extends @Nullable Object> JoinHandle<T> spawnBlocking(Callable<T> call);

  /**
   * The time of this runtime's clock, to which all deadlines refer; compare two values by
   * subtracting them.
   *
   * @return nanoseconds since some fixed moment, which may be negative and may overflow
   */
  long nanoTime();

  /**
   * What this runtime is doing.
   *
   * @return a snapshot, taken without stopping anything
   */
  Metrics metrics();

  /**
   * The tasks that are alive, with the source line at which each of them waits where it is known.
   *
   * @return a snapshot, taken without stopping anything
   */
  Dump dump();

  /**
   * Lets running tasks finish, then closes. New tasks are refused from now on.
   *
   * @param limit how long to wait before {@link #close()} cancels the rest; zero or more
   * @return whether all tasks finished by themselves
   * @throws IllegalStateException on a thread of this runtime
   */
  boolean shutdown(Duration limit);

  /**
   * Cancels all tasks, waits until they have cleaned up, and stops. Closing twice does nothing.
   *
   * @throws IllegalStateException on a thread of this runtime
   */
  @Override
  void close();

  /** Settings of a runtime that is to be built. A bad value is refused at once. */
  interface Builder {

    /**
     * Number of worker threads.
     *
     * @param n from 1 to 1024; default: the processors that the JVM may use
     * @return this builder
     */
    Builder workers(int n);

    /**
     * How tasks are spread over threads.
     *
     * @param scheduler default {@link Scheduler#WORK_STEALING}
     * @return this builder
     */
    Builder scheduler(Scheduler scheduler);

    /**
     * How timers are kept.
     *
     * @param timer default {@link Timer#WHEEL}
     * @return this builder
     */
    Builder timer(Timer timer);

    /**
     * How the operating system is asked for input and output.
     *
     * @param driver default {@link Driver#AUTO}, or what the system property {@code weft.driver}
     *     says
     * @return this builder
     */
    Builder driver(Driver driver);

    /**
     * How long a cancelled block may clean up undisturbed.
     *
     * @param grace zero or more; default 10 seconds
     * @return this builder
     */
    Builder grace(Duration grace);

    /**
     * Where failures go that nobody waits for. A task that ends with a {@link
     * java.util.concurrent.CancellationException} while {@link Weft#close} aborts what it awaits is
     * none.
     *
     * @param handler called on a thread of the runtime; default: a line in the system log
     * @return this builder
     */
    Builder onUnhandled(Consumer<? super Throwable> handler);

    /**
     * Most threads of the pool for blocking calls.
     *
     * @param n at least 1; default 512
     * @return this builder
     */
    Builder blockingThreads(int n);

    /**
     * How long an idle thread of the blocking pool is kept.
     *
     * @param keepAlive zero or more; default 10 seconds
     * @return this builder
     */
    Builder blockingKeepAlive(Duration keepAlive);

    /**
     * How many blocking jobs may wait for a thread.
     *
     * @param limit at least 1; default 65,536
     * @param whenFull what happens to the next job; default {@link WhenFull#WAIT}
     * @return this builder
     */
    Builder blockingQueue(int limit, WhenFull whenFull);

    /**
     * Name of the runtime, the prefix of its threads' names.
     *
     * @param name not blank; default {@code weft}
     * @return this builder
     */
    Builder name(String name);

    /**
     * Hook on each thread of the runtime before its first work.
     *
     * @param hook its exceptions go to {@link #onUnhandled}
     * @return this builder
     */
    Builder onThreadStart(Runnable hook);

    /**
     * Hook on each thread of the runtime after its last work.
     *
     * @param hook its exceptions go to {@link #onUnhandled}
     * @return this builder
     */
    Builder onThreadStop(Runnable hook);

    /**
     * Hook on a worker that is about to sleep for want of work.
     *
     * @param hook must be quick; its exceptions go to {@link #onUnhandled}
     * @return this builder
     */
    Builder onPark(Runnable hook);

    /**
     * Hook on a worker that has slept.
     *
     * @param hook must be quick; its exceptions go to {@link #onUnhandled}
     * @return this builder
     */
    Builder onUnpark(Runnable hook);

    /**
     * Hook on a worker before each poll. Without such hooks a poll costs nothing more.
     *
     * @param hook gets the task's number and must be quick; its exceptions go to {@link
     *     #onUnhandled}
     * @return this builder
     */
    Builder beforePoll(LongConsumer hook);

    /**
     * Hook on a worker after each poll, also one that failed.
     *
     * @param hook gets the task's number and must be quick; its exceptions go to {@link
     *     #onUnhandled}
     * @return this builder
     */
    Builder afterPoll(LongConsumer hook);

    /**
     * Takes along with each task what other libraries keep in thread-locals, such as the MDC of a
     * logger. May be called several times, for several carriers; without one a poll costs nothing
     * more.
     *
     * @param carrier must be quick; its exceptions go to {@link #onUnhandled}
     * @return this builder
     */
    Builder contextCarrier(ContextCarrier carrier);

    /**
     * When a single poll counts as too long and is reported, once: such a poll keeps its worker.
     *
     * @param threshold default 100 milliseconds, seen to within about 10 milliseconds; zero reports
     *     nothing
     * @return this builder
     */
    Builder watchdog(Duration threshold);

    /**
     * Where long polls are reported to.
     *
     * @param listener called on a thread of the runtime that polls no tasks, while the poll goes
     *     on; its exceptions go to {@link #onUnhandled}; default: a line in the system log with the
     *     worker's stack, ten of them in ten seconds at most
     * @return this builder
     */
    Builder onLongPoll(Consumer<? super LongPoll> listener);

    /**
     * Has the time of each poll measured, for {@link WorkerMetrics#pollTimes}: two looks at the
     * clock a poll.
     *
     * @return this builder
     */
    Builder pollTimes();

    /**
     * Gives tasks of {@link Priority#HIGH} a lane of their own, which is looked into before each
     * poll.
     *
     * @return this builder
     */
    Builder priorityLanes();

    /**
     * How long a worker without work looks for some before it sleeps. Spares system calls where
     * work comes often, and costs processor time where it doesn't; at most half of the workers look
     * at a time.
     *
     * @param limit zero or more; default zero. Only {@link Scheduler#WORK_STEALING} and {@link
     *     Scheduler#GLOBAL_QUEUE} look
     * @return this builder
     */
    Builder spin(Duration limit);

    /**
     * How late a timer may be made so that it fires along with others. That is done only to a timer
     * with many others near it, eight in a millisecond or two on one worker; any other is met as
     * well as the system can, and none is ever early. It spares a worker that has thousands of
     * timers a second from falling asleep and waking up for each of them.
     *
     * @param limit zero or more; default 500 microseconds, and zero where {@link
     *     dev.weft.spi.RuntimeOptions#clock} replaces the clock
     * @return this builder
     */
    Builder timerSlack(Duration limit);

    /**
     * Starts the runtime.
     *
     * @return a running runtime; close it
     */
    Weft build();
  }

  /**
   * Counters of a runtime.
   *
   * @param scheduler which scheduler runs
   * @param driver which driver runs
   * @param driverReason why that driver was chosen
   * @param workers number of workers
   * @param liveTasks tasks that haven't ended
   * @param spawnedTasks tasks ever spawned
   * @param polls task polls done
   * @param steals successful steals
   * @param parks times a worker went to sleep
   * @param unparks times a worker was woken
   * @param injectDepth tasks in the queue shared by all workers
   * @param blockingThreads threads of the blocking pool
   * @param blockingQueued jobs that wait for one of them
   * @param yields polls that yielded, by themselves or because their budget was used up
   * @param takeOvers times that a stuck worker's driver was turned for it
   * @param longPolls polls that the watchdog has reported
   * @param perWorker one entry a worker, those that make up for stuck ones included; what one of
   *     these has counted is only in the sums above once it has ended
   */
  record Metrics(
      Scheduler scheduler,
      Driver driver,
      String driverReason,
      int workers,
      long liveTasks,
      long spawnedTasks,
      long polls,
      long steals,
      long parks,
      long unparks,
      int injectDepth,
      int blockingThreads,
      int blockingQueued,
      long yields,
      long takeOvers,
      long longPolls,
      List<WorkerMetrics> perWorker) {
    /** Copies the list. */
    public Metrics {
      perWorker = List.copyOf(perWorker);
    }
  }

  /**
   * Counters of one worker, each read by itself while the worker goes on.
   *
   * @param index its number, the one of its thread's name
   * @param polls task polls done
   * @param steals successful steals by it
   * @param stolenTasks tasks that these brought
   * @param parks times it went to sleep
   * @param wakes times it came out of its sleep
   * @param yields polls that yielded, by themselves or because their budget was used up
   * @param localDepth runnable tasks that it keeps
   * @param inboxDepth tasks that others have sent to it and that it hasn't looked at
   * @param lifoHits polls of the task that was woken last, ahead of the others
   * @param overflows times its queue was full and half of it went to the shared one
   * @param busyNanos time since it was started that it didn't sleep
   * @param pollTimes how many polls took 2<sup>i</sup> nanoseconds or more, but less than twice as
   *     much, at index i; empty without {@link Builder#pollTimes}
   */
  record WorkerMetrics(
      int index,
      long polls,
      long steals,
      long stolenTasks,
      long parks,
      long wakes,
      long yields,
      int localDepth,
      int inboxDepth,
      long lifoHits,
      long overflows,
      long busyNanos,
      List<Long> pollTimes) {
    /** Copies the list. */
    public WorkerMetrics {
      pollTimes = List.copyOf(pollTimes);
    }
  }

  /**
   * How a task is to be spawned; a value that can be kept and used again.
   *
   * @param name what dumps and reports call it, or {@code null}
   * @param worker the number of the only worker that may poll it, or {@code null} for any
   * @param key tasks with equal keys are polled by one and the same worker; {@code null} for any
   * @param priority its lane
   */
  record SpawnOptions(
      @Nullable String name, @Nullable Integer worker, @Nullable Object key, Priority priority) {

    /** Checks that not both a worker and a key are given. */
    public SpawnOptions {
      Objects.requireNonNull(priority, "priority");
      if (worker != null && key != null) {
        throw new IllegalArgumentException(
            "SpawnOptions got worker "
                + worker
                + " and key "
                + key
                + "; a task is placed by one of them at most.");
      }
    }

    /**
     * A task like those of {@link Weft#spawn(Future)}.
     *
     * @return options that ask for nothing
     */
    public static SpawnOptions defaults() {
      return new SpawnOptions(null, null, null, Priority.NORMAL);
    }

    /**
     * These options with a name.
     *
     * @param name what dumps and reports call the task
     * @return new options
     */
    public SpawnOptions name(String name) {
      return new SpawnOptions(Objects.requireNonNull(name, "name"), worker, key, priority);
    }

    /**
     * These options with a worker that alone may poll the task. While that worker is stuck, the
     * task waits.
     *
     * @param worker from 0 to one less than the runtime has workers
     * @return new options
     */
    public SpawnOptions worker(int worker) {
      return new SpawnOptions(name, worker, key, priority);
    }

    /**
     * These options with a key: all tasks with equal keys are polled by the same worker, never at
     * the same time.
     *
     * @param key by its {@link Object#hashCode} the worker is chosen
     * @return new options
     */
    public SpawnOptions key(Object key) {
      return new SpawnOptions(name, worker, Objects.requireNonNull(key, "key"), priority);
    }

    /**
     * These options with a priority.
     *
     * @param priority which lane
     * @return new options
     */
    public SpawnOptions priority(Priority priority) {
      return new SpawnOptions(name, worker, key, priority);
    }
  }

  /**
   * A poll that takes too long, while it does.
   *
   * @param thread name of the thread that it keeps
   * @param task the task that is polled; its location is the line of the block or future at which
   *     the poll is
   * @param lasting how long it has taken so far, at least
   * @param stack where the thread is, innermost frame first; that of the virtual thread for a
   *     stackful block
   */
  record LongPoll(String thread, TaskInfo task, Duration lasting, List<StackTraceElement> stack) {
    /** Copies the list. */
    public LongPoll {
      stack = List.copyOf(stack);
    }

    @Override
    public String toString() {
      return task + " keeps " + thread + " for more than " + lasting.toMillis() + " ms";
    }
  }

  /**
   * The live tasks of a runtime.
   *
   * @param tasks one entry a task, in no order
   */
  record Dump(List<TaskInfo> tasks) {
    /** Copies the list. */
    public Dump {
      tasks = List.copyOf(tasks);
    }

    @Override
    public String toString() {
      var text = new StringBuilder();
      for (TaskInfo task : tasks) {
        text.append(task).append('\n');
      }
      return text.toString();
    }
  }

  /**
   * One live task.
   *
   * @param id its number
   * @param state {@code idle}, {@code scheduled} or {@code running}
   * @param future what it runs
   * @param location where it waits in the source, if known
   * @param name what it was called at its spawn, or {@code null}
   */
  record TaskInfo(
      long id,
      String state,
      String future,
      @Nullable StackTraceElement location,
      @Nullable String name) {
    @Override
    public String toString() {
      String called = name == null ? "" : " '" + name + "'";
      String where = location == null ? "" : " at " + location;
      return "task " + id + called + " " + state + " " + future + where;
    }
  }
}

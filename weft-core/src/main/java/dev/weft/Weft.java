package dev.weft;

import dev.weft.internal.gate.Gate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
     * Everything runs on the thread that is inside {@link Weft#blockOn}; no thread of its own, but
     * one that watches it once a {@link Preemptible} block runs.
     */
    CURRENT_THREAD
  }

  /** How pending timers are kept. */
  enum Timer {
    /** A hierarchical wheel: constant time to set and to cancel. The default. */
    WHEEL
  }

  /** How the operating system is asked for input and output. */
  enum Driver {
    /** The best that works here; the choice and its reason are in {@link Metrics}. */
    AUTO,
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
      long takeOvers) {}

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
   */
  record TaskInfo(long id, String state, String future, @Nullable StackTraceElement location) {
    @Override
    public String toString() {
      String where = location == null ? "" : " at " + location;
      return "task " + id + " " + state + " " + future + where;
    }
  }
}

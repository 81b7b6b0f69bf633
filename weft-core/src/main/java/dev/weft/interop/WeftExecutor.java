package dev.weft.interop;

import dev.weft.Weft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A runtime, seen as an {@link java.util.concurrent.ExecutorService}. Each job runs as a stackful
 * task: it may {@link dev.weft.Async#await}, a blocking call of the JDK parks it, and the runtime's
 * timers and sockets are there. A job that only computes keeps a worker until it ends; one that
 * blocks in native code belongs into {@link Weft#spawnBlocking}.
 *
 * {@snippet class="dev.weft.snippets.InteropSnippets" region="service"}
 *
 * <p><em>Life:</em> a view has a life of its own. Ending it ends its jobs and leaves the runtime
 * running. Closing the runtime ends the jobs as well: those that hadn't begun are cancelled, so
 * that nobody waits for them for ever, and further ones are rejected.
 *
 * <p><em>Cancellation:</em> {@code cancel(true)} of a submitted job, and {@link #shutdownNow}, stop
 * it at its next await and interrupt it once in a blocking call of the JDK. A job that throws to
 * {@link #execute} is reported to the runtime's handler.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; those that wait, not on a worker.
 */
public final class WeftExecutor extends AbstractExecutorService {

  /*
   * A job is in `jobs` from before its spawn until its task has ended, in whatever way. Under the monitor:
   * `jobs` and `down`; no foreign code is called there.
   */

  private final Weft weft;
  private final Set<ServiceJob> jobs = new HashSet<>();
  private final CountDownLatch terminated = new CountDownLatch(1);
  private boolean down;

  private WeftExecutor(Weft weft) {
    this.weft = weft;
  }

  /**
   * A new view.
   *
   * @param weft where the jobs run
   * @return a view that takes jobs
   */
  public static WeftExecutor of(Weft weft) {
    return new WeftExecutor(Objects.requireNonNull(weft, "weft"));
  }

  /**
   * Starts a job.
   *
   * @param command what to run
   * @throws RejectedExecutionException after a shutdown of this view or a close of the runtime
   */
  @Override
  public void execute(Runnable command) {
    var job = new ServiceJob(Objects.requireNonNull(command, "command"), this::ended);
    synchronized (this) {
      if (down) {
        throw rejection(command, "this view was shut down");
      }
      jobs.add(job);
    }
    job.startedAs(weft.spawn(job).detach());
    if (job.isDropped() && !isShutdown()) {
      throw rejection(command, weft + " is closed");
    }
  }

  private RejectedExecutionException rejection(Runnable command, String why) {
    return new RejectedExecutionException(this + " can't take " + command + ": " + why + ".");
  }

  private void ended(ServiceJob job) {
    synchronized (this) {
      jobs.remove(job);
      if (!down || !jobs.isEmpty()) {
        return;
      }
    }
    terminated.countDown();
  }

  /** Takes no more jobs; those that it has taken run to their ends. */
  @Override
  public void shutdown() {
    synchronized (this) {
      down = true;
      if (!jobs.isEmpty()) {
        return;
      }
    }
    terminated.countDown();
  }

  /**
   * Takes no more jobs, and stops those that it has taken.
   *
   * @return the jobs that hadn't begun and won't
   */
  @Override
  public List<Runnable> shutdownNow() {
    List<ServiceJob> all;
    synchronized (this) {
      all = List.copyOf(jobs);
    }
    shutdown();
    List<Runnable> unstarted = new ArrayList<>();
    for (ServiceJob job : all) {
      Runnable command = job.stop();
      if (command != null) {
        unstarted.add(command);
      }
    }
    return unstarted;
  }

  @Override
  public synchronized boolean isShutdown() {
    return down;
  }

  @Override
  public boolean isTerminated() {
    return terminated.getCount() == 0;
  }

  @Override
  public boolean awaitTermination(long timeout, @Nullable TimeUnit unit)
      throws InterruptedException {
    return terminated.await(timeout, Objects.requireNonNull(unit, "unit"));
  }

  @Override
  public String toString() {
    return "WeftExecutor[" + weft + "]";
  }
}

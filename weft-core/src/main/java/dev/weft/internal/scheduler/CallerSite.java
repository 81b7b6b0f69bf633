package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.spi.Clock;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.PartHost;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.TimerQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The thread inside {@code blockOn}: it polls the root and borrows a worker's driver and timers.
 */
final class CallerSite extends PollSite {

  /*
   * The root isn't a worker's task: a wake of it unparks this thread. A socket that the root attaches is
   * with the lender, which may sleep outside its driver as long as that has no sockets; so it is woken
   * after a poll that used its driver. Timers call a lender that sleeps too long by themselves.
   */

  private final RuntimeParts parts;
  private final Turn lender;
  private final RandomSource random;
  private boolean borrowed;

  CallerSite(RuntimeParts parts, Turn lender) {
    this.parts = parts;
    this.lender = lender;
    this.random = parts.random().split();
  }

  void run(RootTask<?> root) {
    TaskCell<?> cell = root.cell();
    boolean interrupted = false;
    try (var _ = new SiteBinding(this)) {
      while (!cell.isFinished()) {
        if (cell.isNotified()) {
          poll(cell);
        } else if (Thread.interrupted()) {
          interrupted = true;
          cell.abort();
        } else {
          LockSupport.park(root);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt(); // blockOn turns it into its exception
      }
    }
  }

  /** Polls the root once on the calling thread, which is bound to this site. */
  void poll(TaskCell<?> cell) {
    borrowed = false;
    cell.run(this);
    if (borrowed) {
      lender.lookAgain();
    }
  }

  @Override
  protected void watch(TaskCell<?> task) {
    parts.watch().watch(this, task);
  }

  @Override
  public Weft runtime() {
    return parts.weft();
  }

  @Override
  public Clock clock() {
    return parts.clock();
  }

  @Override
  public TimerQueue timers() {
    return lender.timers();
  }

  @Override
  public Driver driver() {
    borrowed = true;
    return lender.driver();
  }

  @Override
  public DriverProvider sockets() {
    return parts.sockets();
  }

  @Override
  public RandomSource random() {
    return random;
  }

  @Override
  public <T extends RuntimePart> T part(
      Class<T> type, Function<? super PartHost, ? extends T> maker) {
    return parts.extras().part(type, maker);
  }
}

package dev.weft.internal.combine;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import dev.weft.internal.task.Unobserved;
import dev.weft.spi.Clock;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.PartHost;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** A runtime of real tasks that run when the test says so, on the test's thread. */
final class Tasks implements TaskOwner, Spawner {

  private final TestServices services = new TestServices(new ManualClock());
  private final Queue<TaskCell<?>> ready = new ConcurrentLinkedQueue<>();
  private final List<Throwable> unhandled = new ArrayList<>();
  private final Unobserved unobserved = new Unobserved(unhandled::add);
  private final PollSite site = new Site();
  private long ids;
  private boolean closed;
  int live;
  int polls;
  boolean outOfMemory; // for whoever has to keep a failure

  @Override
  public synchronized <T> JoinHandle<T> spawn(Future<T> future) {
    var cell = new TaskCell<>(this, ++ids, future);
    live++;
    if (closed) {
      cell.abortUnstarted();
    } else {
      ready.add(cell);
    }
    return cell;
  }

  void close() {
    closed = true;
  }

  /** Polls one task once; false if none is ready. */
  boolean step() {
    TaskCell<?> next = ready.poll();
    if (next == null) {
      return false;
    }
    polls++;
    next.run(site);
    return true;
  }

  void runAll() {
    for (int i = 0; i < 10_000_000; i++) {
      if (!step()) {
        return;
      }
    }
    throw new AssertionError("The tasks never come to rest.");
  }

  /** Failures that were handed over, or that nobody joined when the runtime closes. */
  List<Throwable> unhandled() {
    unobserved.reportAll();
    return unhandled;
  }

  @Override
  public void schedule(TaskCell<?> task) {
    ready.add(task);
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    ready.add(task);
  }

  @Override
  public synchronized void ended(TaskCell<?> task) {
    live--;
  }

  @Override
  public Weft weft() {
    throw new AssertionError("No test asks for the runtime.");
  }

  @Override
  public Clock clock() {
    return services.clock();
  }

  @Override
  public long graceNanos() {
    return 10_000_000_000L;
  }

  @Override
  public Unobserved unobserved() {
    if (outOfMemory) {
      throw new OutOfMemoryError("none");
    }
    return unobserved;
  }

  private final class Site extends PollSite {
    @Override
    public Weft runtime() {
      return weft();
    }

    @Override
    public Clock clock() {
      return services.clock();
    }

    @Override
    public TimerQueue timers() {
      return services.timers();
    }

    @Override
    public Driver driver() {
      return services.driver();
    }

    @Override
    public DriverProvider sockets() {
      return services.sockets();
    }

    @Override
    public RandomSource random() {
      return services.random();
    }

    @Override
    public <T extends RuntimePart> T part(
        Class<T> type, Function<? super PartHost, ? extends T> maker) {
      throw new AssertionError("No part was expected: " + type);
    }
  }
}

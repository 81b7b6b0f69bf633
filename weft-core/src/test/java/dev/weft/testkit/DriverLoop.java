package dev.weft.testkit;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.reactor.NioProvider;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The smallest runtime that has real sockets: tasks that are polled on the calling thread, and a
 * driver that is turned when none of them is woken. The clock is manual.
 *
 * <pre>
 * try (var loop = new DriverLoop()) {
 *   TcpListener listener = loop.run(TcpListener.bind("127.0.0.1", 0));
 *   DriverLoop.Task&lt;TcpStream&gt; client = loop.spawn(TcpStream.connect(listener.localAddress()));
 *   TcpStream server = loop.run(listener.accept());
 *   loop.join(client).closeAsync();
 * }
 * </pre>
 */
public final class DriverLoop implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int POLLS_PER_TURN = 61;

  private final Queue<Task<?>> woken = new ConcurrentLinkedQueue<>();
  private final TestServices services = new TestServices(new ManualClock());
  private final Driver driver;
  private int polls;

  public DriverLoop() throws IOException {
    this(new NioProvider("a test asked for it"));
  }

  public DriverLoop(DriverProvider provider) throws IOException {
    driver = provider.open();
    services.driver(driver).sockets(provider);
  }

  public TestServices services() {
    return services;
  }

  public Driver driver() {
    return driver;
  }

  /** Starts a task, which makes progress while the loop runs something. */
  public <T> Task<T> spawn(Future<T> future) {
    var task = new Task<>(this, future);
    task.wake();
    return task;
  }

  /** Runs until the future is done, and returns its result. */
  public <T> T run(Future<T> future) throws Exception {
    return join(spawn(future));
  }

  /** Runs until the task is done, and returns its result. */
  public <T> T join(Task<T> task) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!task.isDone()) {
      if (!step(deadline - System.nanoTime())) {
        throw new AssertionError(task + " isn't done within " + LIMIT + ".");
      }
    }
    return task.result();
  }

  /** Runs until nothing is woken and the driver has no event at the moment. */
  public void settle() throws Exception {
    do {
      while (!woken.isEmpty()) {
        step(1);
      }
    } while (driver.turn(0) > 0 || !woken.isEmpty());
  }

  private boolean step(long nanosLeft) throws IOException {
    Task<?> task = woken.poll();
    if (task != null) {
      task.pollOnce();
      if (++polls % POLLS_PER_TURN == 0) {
        driver.turn(0);
      }
      return true;
    }
    if (nanosLeft <= 0) {
      return false;
    }
    driver.turn(nanosLeft);
    return true;
  }

  @Override
  public void close() {
    driver.close();
  }

  /** A task of a loop. */
  public static final class Task<T> extends TaskContext {

    private final DriverLoop loop;
    private final RawFuture<T> future;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private Poll<T> answer = Poll.pending();
    private Throwable failure;
    private int polled;

    private Task(DriverLoop loop, Future<T> future) {
      this.loop = loop;
      this.future = RawFuture.own(future);
    }

    private void pollOnce() {
      scheduled.set(false);
      if (isDone()) {
        return;
      }
      polled++;
      setBudget(BUDGET);
      try {
        answer = future.poll(this);
      } catch (Throwable thrown) {
        failure = thrown;
      }
    }

    public boolean isDone() {
      return failure != null || answer.isReady();
    }

    /** How often it was polled. */
    public int polls() {
      return polled;
    }

    private T result() throws Exception {
      if (failure instanceof Exception exception) {
        throw exception;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      return ((Poll.Ready<T>) answer).value();
    }

    /** Cancels the task's future. */
    public boolean cancel() {
      return future.cancel();
    }

    @Override
    public void wake() {
      if (!scheduled.getAndSet(true)) {
        loop.woken.add(this);
        loop.driver.wakeup();
      }
    }

    @Override
    public Services services() {
      return loop.services;
    }

    @Override
    public Weft runtime() {
      return loop.services.runtime();
    }

    @Override
    public boolean abortPending() {
      return false;
    }

    @Override
    public void deliverAbort() {
      throw new AssertionError("No abort was requested.");
    }

    @Override
    public void requestAbort() {
      throw new AssertionError("A loop's tasks are cancelled, not aborted.");
    }

    @Override
    public long nanoTime() {
      return loop.services.clock().nanoTime();
    }

    @Override
    public long graceNanos() {
      return Duration.ofSeconds(10).toNanos();
    }

    @Override
    public void wakeAt(long deadlineNanos, Waker waker) {
      loop.services.timers().add(new TestTimer(deadlineNanos, waker::wake));
    }

    @Override
    public void reportUnhandled(Throwable thrown) {
      throw new AssertionError("unhandled", thrown);
    }

    @Override
    public String toString() {
      return "Task of " + future + (isDone() ? " (done)" : " (pending)");
    }
  }
}

package dev.weft.testkit;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import dev.weft.spi.TimerQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task that a test polls by hand.
 *
 * <pre>
 * var task = new TestTask();
 * var sleep = Sleep.after(Duration.ofMillis(5));
 * assertThat(task.poll(sleep).isReady()).isFalse();
 * task.advance(Duration.ofMillis(5));
 * assertThat(task.wakes()).isEqualTo(1);
 * assertThat(task.poll(sleep).isReady()).isTrue();
 * </pre>
 *
 * <p>Several tasks that share {@link TestServices} are tasks of one worker. One thread polls at a
 * time; wakes may come from any.
 */
public final class TestTask extends TaskContext {

  private final TestServices services;
  private final WakeCounter counter = new WakeCounter();
  private final AtomicBoolean abort = new AtomicBoolean();
  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private long graceNanos = Duration.ofSeconds(10).toNanos();
  private Future<?> polled;

  public TestTask() {
    this(new ManualClock());
  }

  public TestTask(ManualClock clock) {
    this(new TestServices(clock));
  }

  public TestTask(TestServices services) {
    this.services = services;
  }

  /** Polls once, with the full budget, as a worker does. */
  public <T> Poll<T> poll(Future<T> future) throws Exception {
    setBudget(BUDGET);
    polled = future;
    return future.poll(this);
  }

  /** Polls once with what is left of the budget. */
  public <T> Poll<T> pollOn(Future<T> future) throws Exception {
    polled = future;
    return future.poll(this);
  }

  /** Polls once a future that must be ready, and returns its value. */
  public <T> T ready(Future<T> future) throws Exception {
    if (poll(future) instanceof Poll.Ready<T>(T value)) {
      return value;
    }
    throw new AssertionError(future + " is pending.");
  }

  /** Polls once a future that must be pending. */
  public void pending(Future<?> future) throws Exception {
    if (poll(future) instanceof Poll.Ready<?>(Object value)) {
      throw new AssertionError(future + " is ready with " + value + ".");
    }
  }

  /**
   * Polls as often as it is woken, moving the clock from timer to timer when it isn't, and returns
   * the value. Fails when nothing is left that could wake it.
   */
  public <T> T run(Future<T> future) throws Exception {
    RawFuture<T> owned = RawFuture.own(future);
    while (true) {
      counter.takeWakes();
      if (poll(owned) instanceof Poll.Ready<T>(T value)) {
        return value;
      }
      while (counter.wakes() == 0) {
        if (!advanceToNextTimer()) {
          throw new AssertionError(future + " is pending, and nothing can wake it.");
        }
      }
    }
  }

  /** Moves the clock in one leap and fires what is due; returns how many timers fired. */
  public int advance(Duration duration) {
    return timers().fire(clock().advance(duration));
  }

  /** Moves the clock to the next timer and fires what is due; false if there is no timer. */
  public boolean advanceToNextTimer() {
    long wait = timers().nanosUntilNext(clock().nanoTime());
    if (wait == TimerQueue.NONE) {
      return false;
    }
    timers().fire(clock().advanceNanos(Math.max(0, wait)));
    return true;
  }

  public ManualClock clock() {
    return services.clock();
  }

  public TimerQueue timers() {
    return services.timers();
  }

  public int wakes() {
    return counter.wakes();
  }

  /** How often the task was woken since this was asked last. */
  public int takeWakes() {
    return counter.takeWakes();
  }

  /** Blocks until another thread has woken the task so often in all. */
  public void awaitWakes(int atLeast) throws InterruptedException {
    counter.awaitWakes(atLeast, Duration.ofSeconds(10));
  }

  /** Whether the poll that just ended gave up its turn; resets the mark. */
  public boolean yielded() {
    return takeYielding();
  }

  /** What was reported as unhandled, in order. */
  public List<Throwable> unhandled() {
    return unhandled;
  }

  public TestTask grace(Duration grace) {
    graceNanos = grace.toNanos();
    return this;
  }

  @Override
  public Services services() {
    return services;
  }

  @Override
  public Weft runtime() {
    return services.runtime();
  }

  @Override
  public void wake() {
    counter.wake();
  }

  @Override
  public boolean abortPending() {
    return abort.get();
  }

  @Override
  public void deliverAbort() {
    if (abort.getAndSet(false) && polled != null) {
      polled.cancel();
    }
  }

  @Override
  public void requestAbort() {
    abort.set(true);
    wake();
  }

  @Override
  public long nanoTime() {
    return clock().nanoTime();
  }

  @Override
  public long graceNanos() {
    return graceNanos;
  }

  @Override
  public void wakeAt(long deadlineNanos, Waker waker) {
    timers().add(new TestTimer(deadlineNanos, waker::wake));
  }

  @Override
  public void reportUnhandled(Throwable failure) {
    unhandled.add(failure);
  }
}

package dev.weft.internal.stackful;

import dev.weft.Context;
import dev.weft.Future;
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
import dev.weft.spi.RuntimeThread;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The smallest scheduler that runs real tasks: a few threads and one queue. */
final class Workers implements TaskOwner, AutoCloseable {

  private static final int LIMIT_SECONDS = Boolean.getBoolean("weft.stress") ? 300 : 20;

  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final List<RuntimeThread> threads = new ArrayList<>();
  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private final Unobserved unobserved = new Unobserved(unhandled::add);
  private final AtomicLong ids = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final ManualClock clock = new ManualClock();
  private long graceNanos = Duration.ofSeconds(10).toNanos();
  private volatile boolean stopped;

  Workers(int count) {
    for (int i = 0; i < count; i++) {
      var thread = new RuntimeThread("test-worker-" + i, this::loop);
      threads.add(thread);
      thread.start();
    }
  }

  Workers grace(Duration grace) {
    graceNanos = grace.toNanos();
    return this;
  }

  private void loop() {
    ((RuntimeThread) Thread.currentThread()).setSite(new Site(clock));
    try {
      while (!stopped) {
        queue.take().run();
      }
    } catch (InterruptedException stop) {
      // the end
    }
  }

  <T> TaskCell<T> spawn(Future<T> future) {
    var task = new TaskCell<>(this, ids.incrementAndGet(), future);
    schedule(task);
    return task;
  }

  /** Runs a future as a task and waits for it, on a plain thread. */
  <T> T run(Future<T> future) throws Exception {
    return get(spawn(future));
  }

  /** Waits for a task on the calling plain thread. */
  <T> T get(TaskCell<T> task) throws Exception {
    var done = new CountDownLatch(1);
    if (!task.poll(Context.of(done::countDown)).isReady()
        && !done.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(task.info() + " doesn't end");
    }
    return task.result();
  }

  /** Runs something on a worker, outside any task. */
  void onWorker(Runnable action) {
    queue.add(action);
  }

  List<Throwable> unhandled() {
    return unhandled;
  }

  @Override
  public void schedule(TaskCell<?> task) {
    queue.add(() -> task.run(PollSite.current()));
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    schedule(task);
  }

  @Override
  public void ended(TaskCell<?> task) {
    ended.incrementAndGet();
  }

  @Override
  public Weft weft() {
    throw new IllegalStateException("no runtime in this test");
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public long graceNanos() {
    return graceNanos;
  }

  @Override
  public Unobserved unobserved() {
    return unobserved;
  }

  @Override
  public void close() {
    stopped = true;
    threads.forEach(Thread::interrupt);
    try {
      for (RuntimeThread thread : threads) {
        thread.join(10_000);
      }
    } catch (InterruptedException interrupt) {
      throw new AssertionError(interrupt);
    }
  }

  private static final class Site extends PollSite {

    private final TestServices services;

    Site(ManualClock clock) {
      services = new TestServices(clock);
    }

    @Override
    public Weft runtime() {
      return services.runtime();
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

package dev.weft.bench.program.jdk;

import dev.weft.bench.program.Spread;
import dev.weft.bench.program.TaskProgram;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/** A thread for each task: virtual ones, or those of the operating system. */
public final class ThreadProgram {

  private static final Duration LONG = Duration.ofHours(1);

  private final ThreadFactory threads;

  private ThreadProgram(ThreadFactory threads) {
    this.threads = threads;
  }

  /**
   * The program.
   *
   * @param args {@code virtual} or {@code platform}
   * @throws Exception if a work failed
   */
  public static void main(String[] args) throws Exception {
    ThreadFactory threads =
        switch (args[0]) {
          case "virtual" -> Thread.ofVirtual().factory();
          case "platform" -> Thread.ofPlatform().daemon().factory();
          default -> throw new IllegalArgumentException("There are no threads " + args[0] + ".");
        };
    Thread first = threads.newThread(() -> {});
    first.start();
    first.join();
    TaskProgram.firstTaskDone();
    new ThreadProgram(threads).works().serve();
  }

  private TaskProgram works() {
    var starting = new ThreadStarts(threads);
    var messages = new ThreadMessages(threads);
    var channels = new ThreadChannels(threads);
    return new TaskProgram()
        .add("spawn", n -> run(() -> starting.spawnAll(n)))
        .add("chain", n -> run(() -> starting.chain(n)))
        .add("oneshot", n -> run(() -> starting.oneshots(n)))
        .add("skynet-joins", n -> run(() -> starting.skynet(n)))
        .add("skynet-channels", n -> run(() -> messages.skynet(n)))
        .add("pingpong-1", n -> run(() -> messages.pingPong(1, n)))
        .add("pingpong-1000", n -> run(() -> messages.pingPong(1_000, n / 1_000)))
        .add("mpsc", n -> run(() -> messages.mpsc(n)))
        .add("channels-spsc", n -> run(() -> channels.spsc(n)))
        .add("channels-rendezvous", n -> run(() -> channels.rendezvous(n)))
        .add("channels-mpmc", n -> run(() -> channels.mpmc(n)))
        .add("channels-unbounded", n -> run(() -> channels.unbounded(n)))
        .add("channels-broadcast", n -> run(() -> channels.broadcast(n)))
        .add("select-timeout", n -> run(() -> channels.inTime(n)))
        .add("yield", n -> run(() -> messages.yields(n)))
        .add("mutex", n -> run(() -> messages.mutex(n)))
        .add("memory", n -> sleep(n, new CountDownLatch(n), new CountDownLatch(n), false))
        .add("timers", n -> sleep(n, new CountDownLatch(0), new CountDownLatch(n), true));
  }

  /** Does a work on one of the threads, as the other models do. */
  private void run(ThreadBody body) throws InterruptedException {
    Thread root = threads.newThread(body.guarded());
    root.start();
    root.join();
  }

  private void sleep(int tasks, CountDownLatch started, CountDownLatch ended, boolean toTheEnd)
      throws InterruptedException {
    for (int i = 0; i < tasks; i++) {
      Duration delay = toTheEnd ? Duration.ofMillis(Spread.millis(i)) : LONG;
      ThreadBody sleeper =
          () -> {
            started.countDown();
            Thread.sleep(delay);
            ended.countDown();
          };
      threads.newThread(sleeper.guarded()).start();
    }
    (toTheEnd ? ended : started).await();
  }
}

package dev.weft.internal.scheduler;

import dev.weft.ContextCarrier;
import dev.weft.Weft;
import dev.weft.internal.reactor.DriverChoice;
import dev.weft.spi.Clock;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimeOptions;
import dev.weft.spi.ThreadSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Gathers and checks the settings of a runtime. */
final class WeftBuilder implements RuntimeOptions {

  private static final int MAX_WORKERS = 1024;
  private static final long MAX_NANOS = Long.MAX_VALUE / 4; // 73 years: sums of two don't overflow
  private static final String DRIVER_PROPERTY = "weft.driver";

  private String name = "weft";
  private int workers = Math.min(MAX_WORKERS, Runtime.getRuntime().availableProcessors());
  private Weft.Scheduler scheduler = Weft.Scheduler.WORK_STEALING;
  private Weft.Timer timer = Weft.Timer.WHEEL;
  private Weft.@Nullable Driver driver;
  private long graceNanos = TimeUnit.SECONDS.toNanos(10);
  private Consumer<? super Throwable> onUnhandled = new UnhandledLog();
  private int blockingThreads = 512;
  private long keepAliveNanos = TimeUnit.SECONDS.toNanos(10);
  private int blockingQueueLimit = 65_536;
  private Weft.WhenFull whenFull = Weft.WhenFull.WAIT;
  private @Nullable Runnable onThreadStart;
  private @Nullable Runnable onThreadStop;
  private @Nullable Runnable onPark;
  private @Nullable Runnable onUnpark;
  private @Nullable LongConsumer beforePoll;
  private @Nullable LongConsumer afterPoll;
  private final List<ContextCarrier> carriers = new ArrayList<>(0);
  private long watchdogNanos = TimeUnit.MILLISECONDS.toNanos(100);
  private @Nullable Consumer<? super Weft.LongPoll> onLongPoll;
  private boolean pollTimes;
  private boolean priorityLanes;
  private long spinNanos;
  private long timerSlackNanos = TimeUnit.MICROSECONDS.toNanos(500);
  private Clock clock = SystemSpi.CLOCK;
  private @Nullable RandomSource random;
  private ThreadSource threads = SystemSpi.THREADS;
  private @Nullable DriverProvider sockets;

  @Override
  public RuntimeOptions workers(int n) {
    check(n >= 1 && n <= MAX_WORKERS, "workers", n, "1 to " + MAX_WORKERS);
    workers = n;
    return this;
  }

  @Override
  public RuntimeOptions scheduler(Weft.Scheduler scheduler) {
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    return this;
  }

  @Override
  public RuntimeOptions timer(Weft.Timer timer) {
    this.timer = Objects.requireNonNull(timer, "timer");
    return this;
  }

  @Override
  public RuntimeOptions driver(Weft.Driver driver) {
    this.driver = Objects.requireNonNull(driver, "driver");
    return this;
  }

  @Override
  public RuntimeOptions grace(Duration grace) {
    graceNanos = nanos("grace", grace);
    return this;
  }

  @Override
  public RuntimeOptions onUnhandled(Consumer<? super Throwable> handler) {
    onUnhandled = Objects.requireNonNull(handler, "handler");
    return this;
  }

  @Override
  public RuntimeOptions blockingThreads(int n) {
    check(n >= 1, "blockingThreads", n, "1 or more");
    blockingThreads = n;
    return this;
  }

  @Override
  public RuntimeOptions blockingKeepAlive(Duration keepAlive) {
    keepAliveNanos = nanos("blockingKeepAlive", keepAlive);
    return this;
  }

  @Override
  public RuntimeOptions blockingQueue(int limit, Weft.WhenFull whenFull) {
    check(limit >= 1, "blockingQueue", limit, "1 or more");
    blockingQueueLimit = limit;
    this.whenFull = Objects.requireNonNull(whenFull, "whenFull");
    return this;
  }

  @Override
  public RuntimeOptions name(String name) {
    Objects.requireNonNull(name, "name");
    check(!name.isBlank(), "name", "'" + name + "'", "text that isn't blank");
    this.name = name;
    return this;
  }

  @Override
  public RuntimeOptions onThreadStart(Runnable hook) {
    onThreadStart = Objects.requireNonNull(hook, "hook");
    return this;
  }

  @Override
  public RuntimeOptions onThreadStop(Runnable hook) {
    onThreadStop = Objects.requireNonNull(hook, "hook");
    return this;
  }

  @Override
  public RuntimeOptions onPark(Runnable hook) {
    onPark = Objects.requireNonNull(hook, "hook");
    return this;
  }

  @Override
  public RuntimeOptions onUnpark(Runnable hook) {
    onUnpark = Objects.requireNonNull(hook, "hook");
    return this;
  }

  @Override
  public RuntimeOptions beforePoll(LongConsumer hook) {
    beforePoll = Objects.requireNonNull(hook, "hook");
    return this;
  }

  @Override
  public RuntimeOptions afterPoll(LongConsumer hook) {
    afterPoll = Objects.requireNonNull(hook, "hook");
    return this;
  }

  @Override
  public RuntimeOptions contextCarrier(ContextCarrier carrier) {
    carriers.add(Objects.requireNonNull(carrier, "carrier"));
    return this;
  }

  @Override
  public RuntimeOptions watchdog(Duration threshold) {
    watchdogNanos = nanos("watchdog", threshold);
    return this;
  }

  @Override
  public RuntimeOptions onLongPoll(Consumer<? super Weft.LongPoll> listener) {
    onLongPoll = Objects.requireNonNull(listener, "listener");
    return this;
  }

  @Override
  public RuntimeOptions pollTimes() {
    pollTimes = true;
    return this;
  }

  @Override
  public RuntimeOptions priorityLanes() {
    priorityLanes = true;
    return this;
  }

  @Override
  public RuntimeOptions spin(Duration limit) {
    spinNanos = nanos("spin", limit);
    return this;
  }

  @Override
  public RuntimeOptions timerSlack(Duration limit) {
    timerSlackNanos = nanos("timerSlack", limit);
    return this;
  }

  @Override
  public RuntimeOptions clock(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    return this;
  }

  @Override
  public RuntimeOptions random(RandomSource random) {
    this.random = Objects.requireNonNull(random, "random");
    return this;
  }

  @Override
  public RuntimeOptions threads(ThreadSource threads) {
    this.threads = Objects.requireNonNull(threads, "threads");
    return this;
  }

  @Override
  public RuntimeOptions sockets(DriverProvider provider) {
    this.sockets = Objects.requireNonNull(provider, "provider");
    return this;
  }

  @Override
  public Weft build() {
    return new WeftRuntime(
        new Settings(
            name,
            workers,
            scheduler,
            timer,
            graceNanos,
            onUnhandled,
            blockingThreads,
            keepAliveNanos,
            blockingQueueLimit,
            whenFull,
            new Hooks(onThreadStart, onThreadStop, onPark, onUnpark, beforePoll, afterPoll),
            List.copyOf(carriers),
            watchdogNanos,
            onLongPoll,
            pollTimes,
            priorityLanes,
            spinNanos,
            clock == SystemSpi.CLOCK ? timerSlackNanos : 0, // a held time must not hold timers
            clock,
            random == null ? SystemSpi.random() : random,
            threads,
            sockets == null ? provider() : sockets));
  }

  private DriverProvider provider() {
    return new DriverChoice(scheduler == Weft.Scheduler.SHARDED)
        .choose(driver == null ? driverOfProperty() : driver);
  }

  /** The one place that reads the property. */
  private static Weft.Driver driverOfProperty() {
    String value = System.getProperty(DRIVER_PROPERTY, "auto");
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "auto" -> Weft.Driver.AUTO;
      case "io_uring" -> Weft.Driver.IO_URING;
      case "epoll" -> Weft.Driver.EPOLL;
      case "nio" -> Weft.Driver.NIO;
      default ->
          throw new IllegalArgumentException(
              "The system property "
                  + DRIVER_PROPERTY
                  + " is '"
                  + value
                  + "'; it accepts auto, io_uring, epoll and nio.");
    };
  }

  private static long nanos(String what, Duration duration) {
    Objects.requireNonNull(duration, what);
    check(!duration.isNegative(), what, duration, "zero or more");
    return Math.min(MAX_NANOS, WeftRuntime.saturatedNanos(duration));
  }

  private static void check(boolean good, String what, Object value, String accepted) {
    if (!good) {
      throw new IllegalArgumentException(
          "Weft.Builder." + what + " got " + value + "; it accepts " + accepted + ".");
    }
  }
}

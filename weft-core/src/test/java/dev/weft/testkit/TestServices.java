package dev.weft.testkit;

import dev.weft.Weft;
import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.PartHost;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.Services;
import dev.weft.spi.TimerQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** What a {@link TestTask} offers: a manual clock, a real timer wheel, and what a test adds. */
public final class TestServices implements Services {

  private final ManualClock clock;
  private final TimerQueue timers;
  private final RandomSource random = new SeededRandom(1);
  private Driver driver;
  private DriverProvider sockets;
  private Weft runtime;
  private PartHost host;
  private final Map<Class<?>, RuntimePart> parts = new HashMap<>();

  public TestServices(ManualClock clock) {
    this(clock, new WheelTimerQueue(clock.nanoTime()));
  }

  public TestServices(ManualClock clock, TimerQueue timers) {
    this.clock = clock;
    this.timers = timers;
  }

  public TestServices driver(Driver driver) {
    this.driver = driver;
    return this;
  }

  public TestServices sockets(DriverProvider sockets) {
    this.sockets = sockets;
    return this;
  }

  public TestServices runtime(Weft runtime) {
    this.runtime = runtime;
    return this;
  }

  /** Gives the parts of a runtime what they are made from. */
  public TestServices host(PartHost host) {
    this.host = host;
    return this;
  }

  @Override
  public Weft runtime() {
    return given(runtime, "runtime");
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public TimerQueue timers() {
    return timers;
  }

  @Override
  public Driver driver() {
    return given(driver, "driver");
  }

  @Override
  public DriverProvider sockets() {
    return given(sockets, "sockets");
  }

  @Override
  public RandomSource random() {
    return random;
  }

  @Override
  public synchronized <T extends RuntimePart> T part(
      Class<T> type, Function<? super PartHost, ? extends T> maker) {
    return type.cast(parts.computeIfAbsent(type, _ -> maker.apply(given(host, "host"))));
  }

  private static <T> T given(T part, String name) {
    if (part == null) {
      throw new IllegalStateException(
          "This test gave TestServices no " + name + "; call TestServices." + name + "(…) first.");
    }
    return part;
  }
}

package dev.weft.internal.task;

import dev.weft.Weft;
import dev.weft.spi.Clock;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.PartHost;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.TimerQueue;
import java.util.function.Function;

/** A place to poll in a model; futures there need nothing from it. */
final class StubSite extends PollSite {

  @Override
  public Weft runtime() {
    throw unsupported();
  }

  @Override
  public Clock clock() {
    throw unsupported();
  }

  @Override
  public TimerQueue timers() {
    throw unsupported();
  }

  @Override
  public Driver driver() {
    throw unsupported();
  }

  @Override
  public DriverProvider sockets() {
    throw unsupported();
  }

  @Override
  public RandomSource random() {
    throw unsupported();
  }

  @Override
  public <T extends RuntimePart> T part(
      Class<T> type, Function<? super PartHost, ? extends T> maker) {
    throw unsupported();
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("a model has no services");
  }
}

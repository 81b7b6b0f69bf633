package dev.weft.internal.reactor.linux;

import dev.weft.internal.reactor.DriverContract;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import org.junit.jupiter.api.condition.EnabledIf;

/** Rings that overflow and buffers that run out do no harm. */
@EnabledIf("dev.weft.testkit.Drivers#haveRings")
class TinyRingDriverTest extends DriverContract {

  @Override
  protected DriverProvider provider() {
    return FaultyDrivers.tinyRing();
  }

  @Override
  protected boolean isWaiting(Driver driver) {
    return ((LinuxDriver) driver).isWaiting();
  }
}

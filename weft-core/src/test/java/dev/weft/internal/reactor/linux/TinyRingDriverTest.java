package dev.weft.internal.reactor.linux;

import dev.weft.Weft;
import dev.weft.internal.reactor.DriverContract;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import org.junit.jupiter.api.condition.EnabledIf;

/** Rings that overflow and buffers that run out do no harm. */
@EnabledIf("dev.weft.testkit.Drivers#haveRings")
class TinyRingDriverTest extends DriverContract {

  @Override
  protected DriverProvider provider() {
    Kernel kernel = Kernels.real();
    return new LinuxProvider(
        kernel, Weft.Driver.IO_URING, "test", () -> RingPoller.open(kernel, false, 4, 8, 2));
  }

  @Override
  protected boolean isWaiting(Driver driver) {
    return ((LinuxDriver) driver).isWaiting();
  }
}

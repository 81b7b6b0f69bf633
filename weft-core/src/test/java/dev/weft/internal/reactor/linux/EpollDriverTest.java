package dev.weft.internal.reactor.linux;

import dev.weft.internal.reactor.DriverContract;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.weft.testkit.Drivers#haveEpoll")
class EpollDriverTest extends DriverContract {

  @Override
  protected DriverProvider provider() {
    return LinuxProvider.epoll(Kernels.real(), "test");
  }

  @Override
  protected boolean isWaiting(Driver driver) {
    return ((LinuxDriver) driver).isWaiting();
  }
}

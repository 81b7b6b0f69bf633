package dev.weft.internal.reactor.linux;

import dev.weft.Weft;
import dev.weft.spi.DriverProvider;

/** Drivers whose kernel fails when a test wants, for tests of other packages. */
public final class FaultyDrivers {

  private FaultyDrivers() {}

  public static DriverProvider epoll(long seed) {
    return LinuxProvider.epoll(new MoodyKernel(Kernels.real(), seed), "test");
  }

  public static DriverProvider ring(long seed) {
    return LinuxProvider.ring(new MoodyKernel(Kernels.real(), seed), false, "test");
  }

  /** A ring that overflows and has buffers for two pieces of data; no file is cached. */
  public static DriverProvider tinyRing() {
    Kernel kernel = new ColdKernel(Kernels.real());
    return new LinuxProvider(
        kernel, Weft.Driver.IO_URING, "test", () -> RingPoller.open(kernel, false, 4, 8, 2));
  }
}

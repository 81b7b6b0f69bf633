package dev.weft.internal.reactor.linux;

import dev.weft.spi.Driver;

/** Drivers of this package, as tests of other packages see them. */
public final class LinuxDrivers {

  private LinuxDrivers() {}

  /** Whether a turn of the driver waits. */
  public static boolean isWaiting(Driver driver) {
    return ((LinuxDriver) driver).isWaiting();
  }
}

package dev.weft.internal.reactor.linux;

import dev.weft.Weft;
import dev.weft.spi.DriverProvider;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Drivers with rings whose buffers can be counted, for tests of other packages. */
public final class WatchedRings {

  private final Kernel kernel = Kernels.real();
  private final Collection<RingPoller> opened = new ConcurrentLinkedQueue<>();

  public DriverProvider provider() {
    return new LinuxProvider(kernel, Weft.Driver.IO_URING, "test", this::open);
  }

  private Poller open() throws IOException {
    RingPoller poller = RingPoller.open(kernel, false);
    opened.add(poller);
    return poller;
  }

  /** How many buffers aren't the kernel's. */
  public int buffersTaken() {
    return opened.stream().mapToInt(RingPoller::buffersTaken).sum();
  }
}

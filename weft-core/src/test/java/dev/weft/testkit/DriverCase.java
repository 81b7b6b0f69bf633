package dev.weft.testkit;

import dev.weft.Weft;
import dev.weft.fs.AsyncFiles;
import dev.weft.internal.reactor.linux.FaultyDrivers;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.RuntimeOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A driver as tests of sockets run on it: each kind, and those of Linux in adverse conditions. */
public enum DriverCase {
  NIO(Weft.Driver.NIO),
  EPOLL(Weft.Driver.EPOLL),
  /** Calls are interrupted, or find nothing although there is something. */
  EPOLL_WITH_FAULTS(Weft.Driver.EPOLL),
  IO_URING(Weft.Driver.IO_URING),
  /** Rings overflow and buffers run out. */
  IO_URING_TINY(Weft.Driver.IO_URING),
  /** Calls are interrupted or come back busy. */
  IO_URING_WITH_FAULTS(Weft.Driver.IO_URING);

  private static final long SEED = 42;

  private final Weft.Driver kind;

  DriverCase(Weft.Driver kind) {
    this.kind = kind;
  }

  /** Those that work on this machine; NIO always is among them. */
  public static List<DriverCase> working() {
    return Stream.of(values()).filter(each -> Drivers.working().contains(each.kind)).toList();
  }

  /** Those that work on this machine and tell of each event once and at once. */
  public static List<DriverCase> withoutFaults() {
    return working().stream()
        .filter(each -> each != EPOLL_WITH_FAULTS && each != IO_URING_WITH_FAULTS)
        .toList();
  }

  /** Those whose ways to files differ: by channels, by calls, and by rings. */
  public static List<DriverCase> files() {
    return working();
  }

  /** A runtime of one worker on this driver, which has opened all that it needs for files. */
  public Weft openRuntime() throws Exception {
    Weft.Builder builder = Weft.builder().workers(1);
    Weft weft = ((RuntimeOptions) builder).sockets(prepared()).build();
    weft.blockOn(AsyncFiles.readAll(Path.of(System.getProperty("java.home"), "release")));
    return weft;
  }

  /** A runtime on this driver. */
  public Weft runtime(Weft.Scheduler scheduler) {
    Weft.Builder builder = Weft.builder().scheduler(scheduler).workers(2);
    return ((RuntimeOptions) builder).sockets(prepared()).build();
  }

  /** Those of Linux's own that work on this machine. */
  public static List<DriverCase> linux() {
    return working().stream().filter(DriverCase::isLinux).toList();
  }

  /** Whether it is one of Linux's own, which have abstract names and Unix datagrams. */
  public boolean isLinux() {
    return kind != Weft.Driver.NIO;
  }

  private DriverProvider prepared() {
    DriverProvider provider = provider();
    provider.prepareFiles();
    return provider;
  }

  public DriverProvider provider() {
    return switch (this) {
      case NIO, EPOLL, IO_URING -> Drivers.provider(kind);
      case EPOLL_WITH_FAULTS -> FaultyDrivers.epoll(SEED);
      case IO_URING_TINY -> FaultyDrivers.tinyRing();
      case IO_URING_WITH_FAULTS -> FaultyDrivers.ring(SEED);
    };
  }
}

package dev.weft.testkit;

import dev.weft.Weft;
import dev.weft.internal.reactor.DriverChoice;
import dev.weft.spi.DriverProvider;
import java.util.List;
import java.util.stream.Stream;

/** The kinds of driver that work on this machine, for tests that hold for each of them. */
public final class Drivers {

  private static final List<Weft.Driver> WORKING =
      Stream.of(Weft.Driver.values()).filter(Drivers::works).toList();

  private Drivers() {}

  private static boolean works(Weft.Driver kind) {
    return kind != Weft.Driver.AUTO && provider(kind).kind() == kind;
  }

  /** All of them; NIO always is among them. */
  public static List<Weft.Driver> working() {
    return WORKING;
  }

  /** For {@code @EnabledIf}: whether this system has epoll and lets this process use it. */
  public static boolean haveEpoll() {
    return WORKING.contains(Weft.Driver.EPOLL);
  }

  /** For {@code @EnabledIf}: whether this system has io_uring and lets this process use it. */
  public static boolean haveRings() {
    return WORKING.contains(Weft.Driver.IO_URING);
  }

  public static DriverProvider provider(Weft.Driver kind) {
    return new DriverChoice(false).choose(kind);
  }
}

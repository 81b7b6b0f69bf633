package dev.weft.internal.reactor;

import dev.weft.Weft;
import dev.weft.internal.reactor.linux.Abi;
import dev.weft.internal.reactor.linux.LinuxProvider;
import dev.weft.internal.reactor.linux.NativeSupport;
import dev.weft.internal.reactor.linux.SystemNativeSupport;
import dev.weft.spi.DriverProvider;
import java.io.IOException;

/** Chooses the driver of a runtime. */
public final class DriverChoice {

  /*
   * AUTO takes a native driver only where nobody would see a warning of the JVM for it, and it decides
   * that without touching anything native: linking the first call costs 100 ms, which a runtime without
   * sockets shouldn't pay. It takes epoll, which every Linux has, so that there is nothing to try out.
   *
   * A driver that was asked for by name is tried at once, and if it doesn't work the next best is taken,
   * with a warning: a program that was written for one machine should still run on another.
   */

  private final NativeSupport support;
  private final boolean singleIssuer;

  /**
   * Chooses among what works in this process.
   *
   * @param singleIssuer whether each driver will always be turned by the same thread
   */
  public DriverChoice(boolean singleIssuer) {
    this(new SystemNativeSupport(), singleIssuer);
  }

  DriverChoice(NativeSupport support, boolean singleIssuer) {
    this.support = support;
    this.singleIssuer = singleIssuer;
  }

  /**
   * Chooses a provider.
   *
   * @param wanted what was asked for
   * @return a provider that works here, with the reason for it
   */
  public DriverProvider choose(Weft.Driver wanted) {
    // Not a switch: that is one more class to load at each start.
    if (wanted == Weft.Driver.NIO) {
      return new NioProvider("it was asked for");
    }
    return wanted == Weft.Driver.AUTO ? best() : named(wanted);
  }

  private DriverProvider best() {
    Abi abi = support.abi();
    if (abi == null) {
      return new NioProvider("there is no native driver for " + support.system());
    }
    if (!support.isAccessEnabled()) {
      return new NioProvider(
          "native access isn't enabled; --enable-native-access=ALL-UNNAMED gives epoll");
    }
    return LinuxProvider.epoll(abi, "this is Linux and native access is enabled");
  }

  private DriverProvider named(Weft.Driver wanted) {
    Abi abi = support.abi();
    String why;
    if (abi == null) {
      why = "there is no native driver for " + support.system();
    } else {
      try {
        return wanted == Weft.Driver.IO_URING ? ring(abi) : epoll(abi);
      } catch (IOException | IllegalCallerException refused) {
        why = text(refused);
      }
    }
    return warned(wanted, new NioProvider(wanted + " was asked for, but " + why));
  }

  private DriverProvider ring(Abi abi) throws IOException {
    try {
      support.probeRing(abi);
      return LinuxProvider.ring(abi, singleIssuer, "it was asked for");
    } catch (IOException refused) {
      support.probeEpoll(abi);
      String why = Weft.Driver.IO_URING + " was asked for, but " + text(refused);
      return warned(Weft.Driver.IO_URING, LinuxProvider.epoll(abi, why));
    }
  }

  private DriverProvider epoll(Abi abi) throws IOException {
    support.probeEpoll(abi);
    return LinuxProvider.epoll(abi, "it was asked for");
  }

  private static DriverProvider warned(Weft.Driver wanted, DriverProvider taken) {
    System.getLogger("dev.weft.reactor")
        .log(
            System.Logger.Level.WARNING,
            "The driver {0} can''t be used here, so {1} is: {2}.",
            wanted,
            taken.kind(),
            taken.reason());
    return taken;
  }

  private static String text(Exception refused) {
    String message = refused.getMessage();
    return message == null ? refused.getClass().getSimpleName() : message;
  }
}

package dev.weft.internal.reactor;

import dev.weft.spi.DriverProvider;
import java.util.concurrent.atomic.AtomicBoolean;

/** Logs once which driver a runtime has and why. */
public final class ChoiceNotice {

  /*
   * At the first socket, not before: to get the system's logger going takes longer than to start a
   * runtime.
   */

  private final AtomicBoolean given = new AtomicBoolean();

  /** Not given yet. */
  public ChoiceNotice() {}

  /**
   * Logs it the first time.
   *
   * @param chosen whose kind and reason are logged
   */
  public void give(DriverProvider chosen) {
    if (!given.get() && !given.getAndSet(true)) {
      System.getLogger("dev.weft.reactor")
          .log(
              System.Logger.Level.DEBUG,
              "Sockets are driven by {0}: {1}.",
              chosen.kind(),
              chosen.reason());
    }
  }
}

package dev.weft.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** How the program logs: one line an event, on standard error. */
final class Logging {

  private static final String FORMAT = "java.util.logging.SimpleFormatter.format";

  // The library's notice to those who compile async blocks is of no use to who runs the program. A
  // logger that nobody holds may be collected, and its level with it.
  private static final Logger LIBRARY = Logger.getLogger("dev.weft");
  private static final Logger SERVER = Logger.getLogger("dev.weft.kv");

  private Logging() {}

  /** Sets it up, unless the user has done so by the usual properties. */
  static void setUp() {
    if (System.getProperty("java.util.logging.config.file") != null
        || System.getProperty("java.util.logging.config.class") != null) {
      return;
    }
    if (System.getProperty(FORMAT) == null) {
      System.setProperty(FORMAT, "%1$tFT%1$tT.%1$tL %4$s %5$s%6$s%n");
    }
    LIBRARY.setLevel(Level.WARNING);
    SERVER.setLevel(Level.INFO);
  }
}

package dev.weft.cli;

import java.util.logging.Handler;
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

  /** Logs of the server what is as bad or worse; what the usual properties say wins. */
  static void setLevel(ServeSettings.LogLevel level) {
    if (isSetByUser()) {
      return;
    }
    Level wanted =
        switch (level) {
          case OFF -> Level.OFF;
          case ERROR -> Level.SEVERE;
          case WARNING -> Level.WARNING;
          case INFO -> Level.INFO;
          case DEBUG -> Level.FINE;
        };
    SERVER.setLevel(wanted);
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      if (handler.getLevel().intValue() > wanted.intValue()) {
        handler.setLevel(wanted); // the one for standard error stops at info
      }
    }
  }

  private static boolean isSetByUser() {
    return System.getProperty("java.util.logging.config.file") != null
        || System.getProperty("java.util.logging.config.class") != null;
  }

  /** Sets it up, unless the user has done so by the usual properties. */
  static void setUp() {
    if (isSetByUser()) {
      return;
    }
    if (System.getProperty(FORMAT) == null) {
      System.setProperty(FORMAT, "%1$tFT%1$tT.%1$tL %4$s %5$s%6$s%n");
    }
    LIBRARY.setLevel(Level.WARNING);
    SERVER.setLevel(Level.INFO);
  }
}

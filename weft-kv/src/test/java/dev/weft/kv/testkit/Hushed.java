package dev.weft.kv.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps what a logger says from the console, where it is expected, and for the tests to see. */
public final class Hushed implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

  private static final int KEPT = 1_000;

  private final Logger logger;
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Handler keeper =
      new Handler() {
        @Override
        public void publish(LogRecord said) {
          if (messages.size() < KEPT) {
            messages.add(said.getLevel() + " " + new SimpleFormatter().formatMessage(said));
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  public Hushed(String name) {
    logger = Logger.getLogger(name);
  }

  /** What was said since the test began. */
  public List<String> messages() {
    return messages;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    logger.setUseParentHandlers(false);
    logger.addHandler(keeper);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    messages.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    logger.removeHandler(keeper);
    logger.setUseParentHandlers(true);
  }
}

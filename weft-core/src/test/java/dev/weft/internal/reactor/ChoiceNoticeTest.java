package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ChoiceNoticeTest {

  @Test
  void notice_isGivenOnceWithKindAndReason() {
    Logger logger = Logger.getLogger("dev.weft.reactor");
    Level before = logger.getLevel();
    List<String> lines = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage() + List.of(line.getParameters()));
          }

          @Override
          public void flush() {
            // Nothing is kept back.
          }

          @Override
          public void close() {
            // As above.
          }
        };
    logger.setLevel(Level.FINE);
    logger.addHandler(handler);
    try {
      var notice = new ChoiceNotice();
      notice.give(new NioProvider("a test wants it"));
      notice.give(new NioProvider("never said"));
      assertThat(lines).hasSize(1);
      assertThat(lines.getFirst()).contains("NIO", "a test wants it");
    } finally {
      logger.removeHandler(handler);
      logger.setLevel(before);
    }
  }
}

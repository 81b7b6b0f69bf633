package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hmset;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.kv.proto.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class RequestLogTest {

  @Test
  void line_ofEachKindOfRequest_namesWhatItIsAboutAndNoValue() {
    assertThat(RequestLog.line("p", hget("t", "k"), 404, 35))
        .isEqualTo("p hget table=t 8 B 404 35 us");
    assertThat(RequestLog.line("p", hset("t", "k", text("secret")), 200, 1))
        .startsWith("p hset table=t ")
        .doesNotContain("secret");
    assertThat(RequestLog.line("p", hmset("t", pair("k", text("secret"))), 200, 1))
        .startsWith("p hmset table=t 1 keys ")
        .doesNotContain("secret");
    assertThat(RequestLog.line("p", publish("a", text("secret")), 200, 1))
        .startsWith("p publish topic=a ")
        .doesNotContain("secret");
    assertThat(RequestLog.line("p", CommandRequest.getDefaultInstance(), 400, 1))
        .isEqualTo("p none 0 B 400 1 us");
  }

  @Test
  void name_withControlCharactersOrTooLong_isOneShortWord() {
    assertThat(RequestLog.line("p", hget("a\nb c", "k"), 404, 1)).contains(" table=a?b?c ");
    assertThat(RequestLog.line("p", hget("x".repeat(100), "k"), 404, 1))
        .contains(" table=" + "x".repeat(64) + "… ");
  }

  @Test
  void log_atDebug_hasALineForEachRequest() throws Exception {
    List<String> lines = new ArrayList<>();
    Logger logger = Logger.getLogger("dev.weft.kv.requests");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    logger.setLevel(Level.FINE);
    try {
      InMemoryPeer peer = InMemoryServer.plain().connect();
      peer.ask(hget("t", "k"));
      peer.ask(hset("t", "k", text("v")));
    } finally {
      logger.setLevel(null);
      logger.setUseParentHandlers(true);
      logger.removeHandler(handler);
    }
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).isEqualTo("peer hget table=t 8 B 404 0 us");
  }
}

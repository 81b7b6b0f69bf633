package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.BufReader;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IoSnippetsTest {

  @Test
  void lines_counted_giveTheirWords() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(
              weft.blockOn(
                  IoSnippets.countWords(Io.fromBytes("a b\nc\n".getBytes(StandardCharsets.UTF_8)))))
          .isEqualTo(3);
    }
  }

  @Test
  void proxy_betweenTwo_countsBothWays() throws Exception {
    DuplexPair front = Io.duplex(100);
    DuplexPair back = Io.duplex(100);
    try (Weft weft = Weft.create()) {
      JoinHandle<String> proxy = weft.spawn(IoSnippets.proxy(front.second(), back.first()));
      weft.blockOn(front.first().writeAll(ByteBuffer.allocate(3)));
      weft.blockOn(front.first().shutdown());
      weft.blockOn(Io.readExactly(back.second(), ByteBuffer.allocate(3)));
      weft.blockOn(back.second().writeAll(ByteBuffer.allocate(5)));
      weft.blockOn(back.second().shutdown());
      assertThat(weft.blockOn(proxy)).isEqualTo("3 bytes there, 5 bytes back");
    }
  }

  @Test
  void stream_ofLines_countsTheLong() throws Exception {
    String text = "short\n" + "long ".repeat(20) + "\n";
    try (Weft weft = Weft.create()) {
      assertThat(
              weft.blockOn(
                  IoSnippets.longLines(
                      new BufReader(Io.fromBytes(text.getBytes(StandardCharsets.UTF_8))))))
          .isEqualTo(1);
    }
  }
}

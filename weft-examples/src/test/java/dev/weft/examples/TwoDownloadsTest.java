package dev.weft.examples;

import static dev.weft.Async.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.*;
import dev.weft.net.TcpListener;
import dev.weft.sync.AsyncSemaphore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TwoDownloadsTest {

  @Test
  void main_run_printsBothPages() throws Exception {
    assertThat(Output.of(() -> TwoDownloads.main(new String[0])))
        .containsExactly("This is /first.", "This is /second.");
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void downloads_joined_areUnderWayAtTheSameTime() throws Exception {
    var arrived = new AsyncSemaphore(0);
    // Neither page is given out before both have been asked for.
    TinySite.Pages pages =
        path ->
            async(
                () -> {
                  arrived.addPermits(1);
                  try (AsyncSemaphore.Permit _ = await(arrived.acquire(2))) {
                    return path;
                  }
                });
    var output = new Output();
    try (Weft weft = Weft.create()) {
      weft.blockOn(TwoDownloads.run(pages, output));
    }
    assertThat(output.lines()).containsExactly("/first", "/second");
  }

  @Test
  void download_ofSomethingElse_saysWhatWasAnswered() throws Exception {
    try (Weft weft = Weft.create()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      weft.spawn(teapot(listener)).detach();
      assertThatThrownBy(() -> weft.blockOn(TinySite.download(listener.localAddress(), "/coffee")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/coffee answered \"HTTP/1.0 418 I'm a teapot\"");
    }
  }

  private static Future<Void> teapot(TcpListener listener) {
    return async(
        () -> {
          try (var stream = await(listener.accept())) {
            await(
                stream.writeAll(
                    ByteBuffer.wrap(
                        "HTTP/1.0 418 I'm a teapot\r\n\r\n".getBytes(StandardCharsets.UTF_8))));
            await(stream.read(ByteBuffer.allocate(100)));
          }
        });
  }
}

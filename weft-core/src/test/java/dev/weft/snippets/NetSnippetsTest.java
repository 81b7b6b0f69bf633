package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.io.Io;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NetSnippetsTest {

  private static int serve(Weft weft, Function<TcpStream, Future<Void>> serve) throws Exception {
    var ready = new CompletableFuture<InetSocketAddress>();
    weft.spawn(NetSnippets.serveAll(0, ready::complete, serve)).detach();
    return ready.get(20, TimeUnit.SECONDS).getPort();
  }

  @Test
  void server_ofLines_answersEach() throws Exception {
    try (Weft weft = Weft.create()) {
      int port =
          serve(
              weft,
              stream -> NetSnippets.answerLines(stream, line -> line.toUpperCase(Locale.ROOT)));
      ByteBuffer answer = ByteBuffer.allocate(6);
      weft.blockOn(
          NetSnippets.ask(
              port, ByteBuffer.wrap("hello\n".getBytes(StandardCharsets.UTF_8)), answer));
      assertThat((char) answer.get(0)).isEqualTo('H');
    }
  }

  @Test
  void halves_ofAStream_sendAndReceive() throws Exception {
    String text = "all of this comes back ".repeat(10_000);
    try (Weft weft = Weft.create()) {
      int port = serve(weft, NetSnippetsTest::echo);
      TcpStream stream = weft.blockOn(TcpStream.connect("127.0.0.1", port));
      assertThat(
              weft.blockOn(
                  NetSnippets.sendAndReceive(stream, text.getBytes(StandardCharsets.UTF_8))))
          .isEqualTo(text);
    }
  }

  private static Future<Void> echo(TcpStream stream) {
    return async(
        () -> {
          try (stream) {
            await(Io.copy(stream, stream));
          }
        });
  }

  @Test
  void duplex_inMemory_carriesALine() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(NetSnippets.withoutNetwork())).isEqualTo("hello");
    }
  }

  @Test
  void options_ofAListener_areTaken() throws Exception {
    try (Weft weft = Weft.create()) {
      var any = new InetSocketAddress("127.0.0.1", 0);
      TcpListener listener = weft.blockOn(TcpListener.bind(any, NetSnippets.options()));
      assertThat(listener.localAddress().getPort()).isPositive();
    }
  }
}

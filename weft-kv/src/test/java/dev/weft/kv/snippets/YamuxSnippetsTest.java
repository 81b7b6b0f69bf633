package dev.weft.kv.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

final class YamuxSnippetsTest {

  @Test
  void clientAndServer_exchangeBytes() throws Exception {
    try (Weft weft = Weft.create();
        TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0))) {
      var serving = weft.spawn(async(() -> await(YamuxSnippets.serve(await(listener.accept())))));
      ByteBuffer request = ByteBuffer.wrap(new byte[] {1, 2, 3});
      int port = listener.localAddress().getPort();
      ByteBuffer answer = weft.blockOn(YamuxSnippets.client(port, request));
      assertThat(answer).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      weft.blockOn(serving);
    }
  }

  @Test
  void detection_ofPlainBytes_leavesThemToTheReader() throws Exception {
    try (Weft weft = Weft.create();
        TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
        SocketChannel socket = SocketChannel.open(listener.localAddress())) {
      TcpStream connection = weft.blockOn(listener.accept());
      var serving = weft.spawn(YamuxSnippets.serveEither(connection));
      socket.write(ByteBuffer.wrap("plain".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
      socket.shutdownOutput();
      weft.blockOn(serving);
      weft.blockOn(connection.closeAsync());
      assertThat(Channels.newInputStream(socket).readNBytes(5)).asString().isEqualTo("plain");
    }
  }
}

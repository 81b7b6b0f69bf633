package dev.weft.examples;

import static dev.weft.Async.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.*;
import dev.weft.io.BufReader;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EchoServerTest {

  /** Sends, says that this is all, and reads to the end. */
  private static Future<String> call(InetSocketAddress server, String text) {
    return async(
        () -> {
          try (TcpStream stream = await(TcpStream.connect(server))) {
            await(stream.writeAll(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
            await(stream.shutdown());
            return new String(
                await(new BufReader(stream).readToEnd(1 << 20)), StandardCharsets.UTF_8);
          }
        });
  }

  @Test
  void clients_manyAtOnce_getTheirOwnBytes() throws Exception {
    try (Weft weft = Weft.create()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      weft.spawn(EchoServer.serve(listener)).detach();
      List<Future<String>> calls = new ArrayList<>();
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        texts.add(("client " + i + " ").repeat(1000));
        calls.add(call(listener.localAddress(), texts.get(i)));
      }
      assertThat(weft.blockOn(join(calls))).isEqualTo(texts);
    }
  }

  @Test
  void serve_aborted_closesTheConnections() throws Exception {
    try (Weft weft = Weft.create()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      JoinHandle<Void> server = weft.spawn(EchoServer.serve(listener));
      TcpStream client = weft.blockOn(TcpStream.connect(listener.localAddress()));
      ByteBuffer one = ByteBuffer.allocate(1);
      weft.blockOn(client.writeAll(ByteBuffer.wrap(new byte[] {7})));
      assertThat(weft.blockOn(client.read(one))).isOne();
      server.abort();
      assertThatThrownBy(() -> weft.blockOn(server)).isInstanceOf(CancellationException.class);
      assertThat(weft.blockOn(client.read(one.clear()))).isEqualTo(TcpStream.EOF);
    }
  }

  @Test
  void main_interrupted_ends() throws Exception {
    try (var server = new Server(EchoServer::main);
        Weft weft = Weft.create()) {
      var address = new InetSocketAddress("127.0.0.1", server.port());
      assertThat(weft.blockOn(call(address, "hello"))).isEqualTo("hello");
      assertThat(server.stop()).isInstanceOf(InterruptedException.class);
    }
  }
}

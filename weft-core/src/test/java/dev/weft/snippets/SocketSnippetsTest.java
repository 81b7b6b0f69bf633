package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.net.UdpSocket;
import dev.weft.net.UnixAddress;
import dev.weft.net.UnixDatagram;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

@Timeout(60)
class SocketSnippetsTest {

  private static Weft open() {
    return Weft.builder().driver(Weft.Driver.NIO).workers(2).build();
  }

  @Test
  void unixSocket_servesALineAndRemovesItsFile() throws Exception {
    Path folder = Files.createTempDirectory("wu");
    Path path = folder.resolve("s");
    try (Weft weft = open()) {
      weft.spawn(UnixSnippets.serve(path)).detach();
      Eventually.until("the server listens", () -> accepts(path));
      assertThat(weft.blockOn(UnixSnippets.ask(path, "hello"))).isEqualTo("hello");
    }
    assertThat(path).doesNotExist();
    Files.delete(folder);
  }

  /** The file is there a moment before anybody can connect. */
  private static boolean accepts(Path path) {
    try (var _ = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  @Test
  @EnabledIf("dev.weft.testkit.Drivers#haveEpoll")
  void unixDatagram_isAnswered() throws Exception {
    Path folder = Files.createTempDirectory("wu");
    Path path = folder.resolve("s");
    try (Weft weft = Weft.builder().driver(Weft.Driver.EPOLL).workers(2).build()) {
      weft.spawn(UnixSnippets.answer(path)).detach();
      Eventually.until("the server is bound", () -> Files.exists(path));
      ByteBuffer buffer = ByteBuffer.allocate(3);
      UnixDatagram client =
          weft.blockOn(
              UnixDatagram.connect(UnixAddress.of(folder.resolve("client")), UnixAddress.of(path)));
      weft.blockOn(client.send(ByteBuffer.wrap(new byte[] {1, 2, 3})));
      assertThat(weft.blockOn(client.recv(buffer))).isEqualTo(3);
      weft.blockOn(client.closeAsync());
    }
    assertThat(path).doesNotExist();
    Files.delete(folder);
  }

  @Test
  void udpSocket_echoes() throws Exception {
    try (Weft weft = open()) {
      var ready = new CompletableFuture<InetSocketAddress>();
      weft.spawn(UdpSnippets.echo(ready::complete)).detach();
      ByteBuffer answer = ByteBuffer.allocate(10);
      int count =
          weft.blockOn(
              UdpSnippets.ask(
                  ready.get(20, TimeUnit.SECONDS), ByteBuffer.wrap(new byte[] {1, 2, 3}), answer));
      assertThat(count).isEqualTo(3);
      assertThat(answer.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }
  }

  @Test
  void udpOptions_areSet() throws Exception {
    try (Weft weft = open()) {
      UdpSocket socket =
          weft.blockOn(
              UdpSocket.bind(new InetSocketAddress("127.0.0.1", 0), UdpSnippets.options()));
      assertThat(socket.option(StandardSocketOptions.SO_BROADCAST)).isTrue();
    }
  }
}

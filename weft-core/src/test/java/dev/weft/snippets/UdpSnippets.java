package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.net.Datagram;
import dev.weft.net.UdpOptions;
import dev.weft.net.UdpSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Datagrams. */
final class UdpSnippets {

  private UdpSnippets() {}

  static Future<Void> echo(Consumer<InetSocketAddress> ready) {
    return async(
        () -> {
          // @start region="serve"
          try (UdpSocket socket = await(UdpSocket.bind("127.0.0.1", 0))) {
            ready.accept(socket.localAddress());
            while (true) {
              List<Datagram> got = await(socket.recvMany(64)); // all that are there
              await(socket.sendMany(got)); // each to its sender
            }
          }
          // @end
        });
  }

  // @start region="ask"
  /** Sends until there is an answer, as datagrams may be lost. */
  static Future<Integer> ask(InetSocketAddress server, ByteBuffer question, ByteBuffer answer) {
    return async(
        () -> {
          try (UdpSocket socket = await(UdpSocket.connect(server, UdpOptions.defaults()))) {
            while (true) {
              await(socket.send(question.duplicate()));
              try {
                return await(timeout(Duration.ofSeconds(1), socket.recv(answer)));
              } catch (java.util.concurrent.TimeoutException lost) {
                continue;
              }
            }
          }
        });
  }

  // @end

  static UdpOptions options() {
    // @start region="options"
    UdpOptions options = UdpOptions.defaults().broadcast(true).receiveBuffer(1 << 20);
    // @end
    return options;
  }
}

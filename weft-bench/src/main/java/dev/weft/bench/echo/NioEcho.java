package dev.weft.bench.echo;

import dev.weft.bench.process.Control;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** An echo without any runtime: selector loops, and a thread that deals the connections out. */
public final class NioEcho {

  private NioEcho() {}

  /**
   * Serves until the input ends.
   *
   * @param args how many loops
   * @throws Exception if it can't listen
   */
  public static void main(String[] args) throws Exception {
    var loops = new NioLoop[Integer.parseInt(args[0])];
    for (int i = 0; i < loops.length; i++) {
      loops[i] = new NioLoop();
      Thread.ofPlatform().daemon().name("nio-echo-" + i).start(loops[i]);
    }
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), EchoServers.BACKLOG);
    Thread.ofPlatform().daemon().name("nio-accept").start(() -> accept(listener, loops));
    Control.say("ready", listener.socket().getLocalPort());
    Control.serveUntilEnd();
  }

  private static void accept(ServerSocketChannel listener, NioLoop[] loops) {
    for (int next = 0; listener.isOpen(); next = (next + 1) % loops.length) {
      try {
        SocketChannel client = listener.accept();
        client.configureBlocking(false);
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        loops[next].add(client);
      } catch (IOException gone) {
        // That client has left already.
      }
    }
  }
}

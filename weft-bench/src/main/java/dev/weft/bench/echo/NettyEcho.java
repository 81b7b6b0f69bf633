package dev.weft.bench.echo;

import dev.weft.bench.process.Control;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The echo server on Netty: as in its user guide, with its pooled buffers. */
final class NettyEcho {

  static final List<String> TRANSPORTS = List.of("epoll", "io_uring", "nio");

  private NettyEcho() {}

  /**
   * Serves until the input ends.
   *
   * @param args one of {@link #TRANSPORTS}
   */
  public static void main(String[] args) throws Exception {
    Throwable unavailable = unavailable(args[0]);
    if (unavailable != null) {
      EchoServers.sayLacks(unavailable);
      return;
    }
    IoHandlerFactory handlers = handlers(args[0]);
    EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, handlers);
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(EchoServers.WORKERS, handlers);
    try {
      Channel listener = listen(type(args[0]), acceptor, loops);
      Control.say("ready", ((InetSocketAddress) listener.localAddress()).getPort());
      Control.serveUntilEnd();
    } finally {
      var _ = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  private static @Nullable Throwable unavailable(String transport) {
    return switch (transport) {
      case "epoll" -> Epoll.unavailabilityCause();
      case "io_uring" -> IoUring.unavailabilityCause();
      default -> null;
    };
  }

  private static IoHandlerFactory handlers(String transport) {
    return switch (transport) {
      case "epoll" -> EpollIoHandler.newFactory();
      case "io_uring" -> IoUringIoHandler.newFactory();
      default -> NioIoHandler.newFactory();
    };
  }

  private static Class<? extends ServerSocketChannel> type(String transport) {
    return switch (transport) {
      case "epoll" -> EpollServerSocketChannel.class;
      case "io_uring" -> IoUringServerSocketChannel.class;
      default -> NioServerSocketChannel.class;
    };
  }

  private static Channel listen(
      Class<? extends ServerSocketChannel> type, EventLoopGroup acceptor, EventLoopGroup loops)
      throws InterruptedException {
    return new ServerBootstrap()
        .group(acceptor, loops)
        .channel(type)
        .option(ChannelOption.SO_BACKLOG, EchoServers.BACKLOG)
        .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel client) {
                client.pipeline().addLast(new Echo());
              }
            })
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .sync()
        .channel();
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      var _ = context.write(message, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable gone) {
      var _ = context.close();
    }
  }
}

package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection that its peer breaks off never looks as if it had ended in order. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ResetTest {

  private static final int MUCH = 20_000_000;
  private static final int ROUNDS = 150;

  @Parameter Weft.Driver kind;
  @TempDir Path folder;

  /** Who learns of it first. */
  private enum Order {
    WRITE_FIRST,
    READ_FIRST,
    BOTH_WAIT
  }

  private Weft open() {
    return Weft.builder().driver(kind).workers(2).onUnhandled(failed -> {}).build();
  }

  @Test
  void tcpReset_thatAWriteOrAReadTook_isNoEndForAnyLaterRead() throws Exception {
    try (Weft weft = open()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      for (Order order : Order.values()) {
        try (var peer = new Socket()) {
          peer.connect(listener.localAddress());
          TcpStream stream = weft.blockOn(weft.spawn(listener.accept()));
          broken(
              weft,
              stream,
              order,
              () -> {
                peer.setSoLinger(true, 0);
                peer.close();
              });
          weft.blockOn(stream.closeAsync());
        }
      }
    }
  }

  @Test
  void tcpReset_thatAWriteTakesWhileAReadIsAsked_isNoEndForThatRead() throws Exception {
    try (Weft weft = open()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      ByteBuffer much = ByteBuffer.allocate(MUCH);
      for (int i = 0; i < ROUNDS; i++) {
        try (var peer = new Socket()) {
          peer.connect(listener.localAddress());
          TcpStream stream = weft.blockOn(weft.spawn(listener.accept()));
          bothWait(
              weft,
              stream,
              much.clear(),
              () -> {
                peer.setSoLinger(true, 0);
                peer.close();
              });
          weft.blockOn(stream.closeAsync());
        }
      }
    }
  }

  @Test
  void unixReset_thatAWriteOrAReadTook_isNoEndForAnyLaterRead() throws Exception {
    Path path = folder.resolve("s");
    try (Weft weft = open()) {
      UnixListener listener = weft.blockOn(UnixListener.bind(path));
      for (Order order : Order.values()) {
        try (var peer = SocketChannel.open(StandardProtocolFamily.UNIX)) {
          peer.connect(UnixDomainSocketAddress.of(path));
          UnixStream stream = weft.blockOn(weft.spawn(listener.accept()));
          int _ = weft.blockOn(weft.spawn(stream.write(ByteBuffer.allocate(1)))); // stays unread
          broken(weft, stream, order, peer::close);
          weft.blockOn(stream.closeAsync());
        }
      }
    }
  }

  @Test
  void bytesBeforeAReset_thatAWriteTook_areReadAndThenItFails() throws Exception {
    try (Weft weft = open();
        var peer = new Socket()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      peer.connect(listener.localAddress());
      TcpStream stream = weft.blockOn(weft.spawn(listener.accept()));
      peer.getOutputStream().write(new byte[] {1, 2, 3});
      peer.setSoLinger(true, 0);
      peer.close();
      failingWrite(weft, stream);
      ByteBuffer target = ByteBuffer.allocate(9);
      assertThatThrownBy(
              () -> {
                while (weft.blockOn(weft.spawn(stream.read(target))) != AsyncRead.EOF) {
                  // what the system has kept comes
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void orderlyEnd_withAWriteThatNobodyTakes_staysAnEnd() throws Exception {
    Path path = folder.resolve("s");
    try (Weft weft = open();
        var peer = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      UnixListener listener = weft.blockOn(UnixListener.bind(path));
      peer.connect(UnixDomainSocketAddress.of(path));
      UnixStream stream = weft.blockOn(weft.spawn(listener.accept()));
      peer.close();
      failingWrite(weft, stream);
      assertThat(weft.blockOn(weft.spawn(stream.read(ByteBuffer.allocate(9)))))
          .isEqualTo(AsyncRead.EOF);
    }
  }

  private static <S extends AsyncRead & AsyncWrite> void broken(
      Weft weft, S stream, Order order, Breaking breaking) throws Exception {
    switch (order) {
      case WRITE_FIRST -> {
        breaking.run();
        failingWrite(weft, stream);
      }
      case READ_FIRST -> breaking.run();
      case BOTH_WAIT -> bothWait(weft, stream, ByteBuffer.allocate(MUCH), breaking);
    }
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> weft.blockOn(weft.spawn(stream.read(ByteBuffer.allocate(9)))))
          .as("%s, read %s", order, i)
          .isInstanceOf(IOException.class);
      failingWrite(weft, stream);
    }
  }

  private static <S extends AsyncRead & AsyncWrite> void bothWait(
      Weft weft, S stream, ByteBuffer much, Breaking breaking) throws Exception {
    JoinHandle<Void> write = weft.spawn(stream.writeAll(much));
    JoinHandle<Integer> read = weft.spawn(stream.read(ByteBuffer.allocate(9)));
    Eventually.until(
        "both wait",
        () -> weft.dump().tasks().stream().filter(t -> t.state().equals("idle")).count() == 2);
    breaking.run();
    assertThatThrownBy(() -> weft.blockOn(read)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> weft.blockOn(write)).isInstanceOf(IOException.class);
  }

  private static void failingWrite(Weft weft, AsyncWrite stream) {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) { // until the system has heard of the peer's end
                int _ = weft.blockOn(weft.spawn(stream.write(ByteBuffer.allocate(1))));
              }
            })
        .isInstanceOf(IOException.class);
  }

  /** Has the peer break the connection off. */
  private interface Breaking {
    void run() throws IOException;
  }
}

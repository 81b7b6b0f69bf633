package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.BufferPool;
import dev.weft.io.SocketClosedException;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Ends of connections with something under way. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TcpEndsTest {

  private static final int MUCH = 50_000_000;
  private static final int CONNECTIONS = 1_000;

  @Parameter Weft.Driver kind;

  /** What happens to a stream whose write waits for its peer. */
  private enum Step {
    SHUT_DOWN,
    CLOSE,
    ABORT_THE_WRITE,
    PEER_READS_ALL,
    PEER_RESETS
  }

  private Weft open() {
    return Weft.builder().driver(kind).workers(2).onUnhandled(failed -> {}).build();
  }

  @Test
  void writeUnderWay_inEveryOrderOfEnds_endsAndTheDescriptorIsGivenBack() throws Exception {
    inEveryOrder(Step.SHUT_DOWN); // opens what stays
    int base = Descriptors.count();
    inEveryOrder(Step.values());
    Eventually.until("descriptors are given back", () -> Descriptors.count() <= base);
  }

  private void inEveryOrder(Step... steps) throws Exception {
    try (Weft weft = open()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      for (Step first : steps) {
        for (Step second : steps) {
          for (Step third : steps) {
            ends(weft, listener, first, second, third, Step.CLOSE, Step.CLOSE);
          }
        }
      }
      Eventually.until("no task is left", () -> weft.metrics().liveTasks() == 0);
    }
  }

  private static void ends(Weft weft, TcpListener listener, Step... steps) throws Exception {
    try (var peer = new Socket()) {
      peer.connect(listener.localAddress());
      TcpStream stream = weft.blockOn(listener.accept());
      JoinHandle<Void> writing = weft.spawn(stream.writeAll(ByteBuffer.allocate(MUCH / 10)));
      Eventually.until("it waits", () -> isIdle(weft));
      for (Step step : steps) {
        take(weft, stream, writing, peer, step);
      }
      Eventually.until("the write has ended", writing::isFinished);
      assertThatThrownBy(() -> weft.blockOn(stream.write(ByteBuffer.allocate(1))))
          .isInstanceOf(SocketClosedException.class);
    }
  }

  private static boolean isIdle(Weft weft) {
    var tasks = weft.dump().tasks();
    return tasks.size() == 1 && tasks.getFirst().state().equals("idle");
  }

  private static void take(
      Weft weft, TcpStream stream, JoinHandle<Void> writing, Socket peer, Step step)
      throws Exception {
    switch (step) {
      case SHUT_DOWN -> {
        try {
          weft.blockOn(stream.shutdown());
        } catch (IOException resetBefore) {
          assertThat(resetBefore).hasMessageContaining(":");
        }
      }
      case CLOSE -> weft.blockOn(stream.closeAsync());
      case ABORT_THE_WRITE -> {
        writing.abort();
        Eventually.until("the write has ended", writing::isFinished);
      }
      case PEER_READS_ALL -> {
        if (!peer.isClosed()) {
          peer.getInputStream().skip(MUCH / 100);
        }
      }
      case PEER_RESETS -> {
        if (!peer.isClosed()) {
          peer.setSoLinger(true, 0);
          peer.close();
        }
      }
    }
  }

  @Test
  void resetConnection_readAgain_staysResetAndIsNoEnd() throws Exception {
    BufferPool pool = BufferPool.direct(16);
    try (Weft weft = open();
        var peer = new Socket()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      peer.connect(listener.localAddress());
      TcpStream stream = weft.blockOn(weft.spawn(listener.accept()));
      peer.setSoLinger(true, 0); // resets it
      peer.close();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> weft.blockOn(weft.spawn(stream.read(ByteBuffer.allocate(9)))))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("reset");
        assertThatThrownBy(() -> weft.blockOn(weft.spawn(stream.readPooled(pool))))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("reset");
      }
    }
  }

  @Test
  void readIntoAReadOnlyBuffer_isRefusedAndTheBytesStay() throws Exception {
    try (Weft weft = open();
        var peer = new Socket()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      peer.connect(listener.localAddress());
      TcpStream stream = weft.blockOn(weft.spawn(listener.accept()));
      peer.getOutputStream().write(new byte[] {1, 2, 3});
      peer.shutdownOutput();
      ByteBuffer target = ByteBuffer.allocate(9);
      for (ByteBuffer each : List.of(target, ByteBuffer.allocateDirect(9))) {
        assertThatThrownBy(() -> stream.read(each.asReadOnlyBuffer()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("target is read-only; accepted is a buffer that can be written to.");
        Future<Integer> polled =
            cx -> {
              int count = stream.pollRead(each.asReadOnlyBuffer(), cx);
              return count == AsyncRead.PENDING ? Poll.pending() : Poll.ready(count);
            };
        assertThatThrownBy(() -> weft.blockOn(weft.spawn(polled)))
            .isInstanceOf(IllegalArgumentException.class);
      }
      while (weft.blockOn(weft.spawn(stream.read(target))) != AsyncRead.EOF) {
        // all that was sent comes
      }
      assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }
  }

  @Test
  void runtime_closedWithAThousandConnectionsThatWait_closesThemAllSoon() throws Exception {
    closeWith(10);
    int base = Descriptors.count();
    closeWith(CONNECTIONS);
    Eventually.until("descriptors are given back", () -> Descriptors.count() <= base);
  }

  private void closeWith(int connections) throws Exception {
    List<JoinHandle<Integer>> reads = new ArrayList<>();
    try (Weft weft = open()) {
      TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
      for (int i = 0; i < connections; i++) {
        InetSocketAddress address = listener.localAddress();
        TcpStream client = weft.blockOn(TcpStream.connect(address));
        TcpStream server = weft.blockOn(listener.accept());
        reads.add(weft.spawn(client.read(ByteBuffer.allocate(1))));
        reads.add(weft.spawn(server.read(ByteBuffer.allocate(1))));
      }
    }
    assertThat(reads).allMatch(JoinHandle::isFinished);
  }

  @Test
  void foreignSockets_whichMayBlock_canNotBeHandedIn() {
    Stream<Class<?>> types =
        Stream.of(
            TcpStream.class,
            TcpListener.class,
            UdpSocket.class,
            UnixStream.class,
            UnixListener.class,
            UnixDatagram.class);
    List<Class<?>> foreign =
        List.of(Channel.class, Socket.class, ServerSocket.class, DatagramSocket.class);
    assertThat(
            types
                .flatMap(
                    type ->
                        Stream.concat(
                            Stream.of(type.getMethods()), Stream.of(type.getConstructors())))
                .flatMap(method -> Stream.of(method.getParameterTypes()))
                .filter(given -> foreign.stream().anyMatch(each -> each.isAssignableFrom(given))))
        .isEmpty();
  }
}

package dev.weft.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.DriverLoop;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#linux")
@EnabledIf("dev.weft.testkit.Drivers#haveEpoll")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UnixDatagramTest {

  @Parameter DriverCase driver;

  private Path folder; // JUnit's own would be too long a path on some machines
  private Path path;
  private DriverLoop loop;
  private UnixDatagram server;
  private int base;

  @BeforeEach
  void open() throws Exception {
    folder = Files.createTempDirectory("wd");
    path = folder.resolve("s");
    base = Descriptors.baseline();
    loop = new DriverLoop(driver.provider());
    server = loop.run(UnixDatagram.bind(path));
  }

  @AfterEach
  void close() throws IOException {
    loop.close();
    Descriptors.assertBackAt(base);
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }

  private static String text(ByteBuffer received) {
    return US_ASCII.decode(received.flip()).toString();
  }

  private UnixDatagram client() throws Exception {
    return loop.run(UnixDatagram.connect(path));
  }

  @Test
  void datagrams_thereAndBack_arriveWithTheirSenders() throws Exception {
    UnixDatagram client = loop.run(UnixDatagram.bind(folder.resolve("c")));
    ByteBuffer buffer = ByteBuffer.allocate(100);
    var receiving = loop.spawn(server.recvFrom(buffer));
    loop.settle();
    assertThat(receiving.isDone()).isFalse();
    assertThat(loop.run(client.sendTo(bytes("ping"), path))).isEqualTo(4);
    UnixAddress sender = loop.join(receiving);
    assertThat(sender).isEqualTo(client.localAddress()).hasToString(folder + "/c");
    assertThat(sender.path()).isEqualTo(folder.resolve("c"));
    assertThat(text(buffer)).isEqualTo("ping");
    loop.run(server.sendTo(bytes("pong!"), sender));
    assertThat(loop.run(client.recv(buffer.clear()))).isEqualTo(5);
    assertThat(text(buffer)).isEqualTo("pong!");
  }

  @Test
  void sender_withoutAName_isUnnamedAndCannotBeAnswered() throws Exception {
    UnixDatagram client = loop.run(UnixDatagram.unbound());
    loop.run(client.sendTo(bytes("x"), path));
    UnixAddress sender = loop.run(server.recvFrom(ByteBuffer.allocate(1)));
    assertThat(sender.isUnnamed()).isTrue();
    assertThat(sender.path()).isNull();
    assertThat(client.localAddress()).isEqualTo(UnixAddress.unnamed());
    assertThatThrownBy(() -> server.sendTo(bytes("x"), sender))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no name");
  }

  @Test
  void abstractNames_areExact() throws Exception {
    String name = folder + "/abstract-é";
    UnixDatagram hidden = loop.run(UnixDatagram.bindAbstract(name));
    UnixDatagram client =
        loop.run(
            UnixDatagram.connect(UnixAddress.ofAbstract(name + "2"), UnixAddress.ofAbstract(name)));
    loop.run(client.send(bytes("x")));
    UnixAddress sender = loop.run(hidden.recvFrom(ByteBuffer.allocate(1)));
    assertThat(sender).isEqualTo(UnixAddress.ofAbstract(name + "2")).hasToString("@" + name + "2");
    assertThat(sender.isAbstract()).isTrue();
    assertThat(sender.path()).isNull();
    assertThat(Files.exists(folder.resolve("abstract-é"))).isFalse();
  }

  @Test
  void connected_receivesFromItsPeerOnly() throws Exception {
    Path at = folder.resolve("c");
    UnixDatagram client = loop.run(UnixDatagram.connect(UnixAddress.of(at), UnixAddress.of(path)));
    UnixDatagram stranger = loop.run(UnixDatagram.unbound());
    assertThatThrownBy(() -> loop.run(stranger.sendTo(bytes("x"), at)))
        .isInstanceOf(IOException.class)
        .hasMessage(at + ": Operation not permitted");
    loop.run(server.sendTo(bytes("peer"), at));
    assertThat(loop.run(client.recv(ByteBuffer.allocate(9)))).isEqualTo(4);
    assertThat(client.remoteAddress()).isEqualTo(UnixAddress.of(path));
    assertThat(client).hasToString("UnixDatagram[" + at + " -> " + path + "]");
    assertThat(server.remoteAddress()).isNull();
  }

  @Test
  void datagrams_emptyAndTruncatedAndLarge_stayWhole() throws Exception {
    UnixDatagram client = client();
    assertThat(loop.run(client.send(bytes("")))).isZero();
    loop.run(client.send(bytes("0123456789")));
    assertThat(loop.run(server.recv(ByteBuffer.allocate(4)))).isZero();
    ByteBuffer small = ByteBuffer.allocate(4);
    assertThat(loop.run(server.recv(small))).isEqualTo(4);
    assertThat(text(small)).isEqualTo("0123");
    for (int size : new int[] {1000, 128 * 1024, 150_000}) { // the last beyond the copy buffer
      byte[] sent = new byte[size];
      sent[size - 1] = 7;
      loop.run(client.send(ByteBuffer.wrap(sent)));
      ByteBuffer heap = ByteBuffer.allocate(200_000);
      assertThat(loop.run(server.recv(heap))).isEqualTo(size);
      assertThat(heap.get(size - 1)).isEqualTo((byte) 7);
      loop.run(client.send(ByteBuffer.allocateDirect(size).put(size - 1, (byte) 8)));
      ByteBuffer direct = ByteBuffer.allocateDirect(200_000);
      assertThat(loop.run(server.recv(direct))).isEqualTo(size);
      assertThat(direct.get(size - 1)).isEqualTo((byte) 8);
    }
  }

  @Test
  void receiveIntoAReadOnlyBuffer_isRefusedAndTheDatagramStays() throws Exception {
    loop.run(client().send(bytes("kept")));
    ByteBuffer buffer = ByteBuffer.allocate(9);
    assertThatThrownBy(() -> loop.run(server.recv(buffer.asReadOnlyBuffer())))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> loop.run(server.recvFrom(buffer.asReadOnlyBuffer())))
        .isInstanceOf(IllegalArgumentException.class);
    loop.run(server.recv(buffer));
    assertThat(text(buffer)).isEqualTo("kept");
  }

  @Test
  void datagram_tooLarge_isRefusedWithThePath() throws Exception {
    UnixDatagram client = client();
    client.setOption(StandardSocketOptions.SO_SNDBUF, 8 * 1024);
    assertThatThrownBy(() -> loop.run(client.send(ByteBuffer.allocate(1 << 20))))
        .isInstanceOf(IOException.class)
        .hasMessage(path + ": Message too long");
    UnixDatagram free = loop.run(UnixDatagram.unbound());
    free.setOption(StandardSocketOptions.SO_SNDBUF, 8 * 1024);
    assertThatThrownBy(() -> loop.run(free.sendTo(ByteBuffer.allocate(1 << 20), path)))
        .isInstanceOf(IOException.class)
        .hasMessage(path + ": Message too long");
  }

  @Test
  void connectedSend_receiverFull_isWaitedForWithoutATimer() throws Exception {
    UnixDatagram client = client();
    int sent = fill(client, null);
    var waiting = loop.spawn(client.send(bytes("last")));
    loop.settle();
    assertThat(waiting.isDone()).isFalse();
    assertThat(loop.services().timers().nanosUntilNext(0)).isEqualTo(TimerQueue.NONE);
    drain(sent);
    assertThat(loop.join(waiting)).isEqualTo(4);
    drain(1);
  }

  @Test
  void send_receiverFullOfOthersDatagrams_asksAgainAfterAWhile() throws Exception {
    int sent = fill(client(), null); // the other's datagrams make no event for this one
    UnixDatagram late = loop.run(UnixDatagram.unbound());
    var waiting = loop.spawn(late.sendTo(bytes("late"), path));
    loop.settle();
    assertThat(waiting.isDone()).isFalse();
    drain(sent);
    advance(Duration.ofNanos(100_000));
    assertThat(loop.join(waiting)).isEqualTo(4);
    assertThat(loop.services().timers().nanosUntilNext(0)).isEqualTo(TimerQueue.NONE);
    drain(1);
  }

  @Test
  void sendToFullReceiver_pausesWithoutSpinning_andCancelledSendsNothing() throws Exception {
    UnixDatagram free = loop.run(UnixDatagram.unbound());
    int sent = fill(free, UnixAddress.of(path));
    var waiting = loop.spawn(free.sendTo(bytes("lost"), path));
    loop.settle();
    int polls = waiting.polls();
    for (int pause = 0; pause < 12; pause++) { // 0.1 ms, 0.2 ms … 51.2 ms, 51.2 ms
      advance(Duration.ofNanos(51_200_000));
    }
    assertThat(waiting.polls() - polls).isEqualTo(12); // and no more: it doesn't spin
    assertThat(waiting.isDone()).isFalse();
    assertThat(waiting.cancel()).isTrue();
    assertThat(loop.services().timers().nanosUntilNext(0)).isEqualTo(TimerQueue.NONE);
    drain(sent);
    var receiving = loop.spawn(server.recv(ByteBuffer.allocate(1)));
    loop.settle();
    assertThat(receiving.isDone()).isFalse();
  }

  /** Sends until one has to wait, and cancels that one; how many were sent. */
  private int fill(UnixDatagram from, UnixAddress target) throws Exception {
    for (int sent = 0; ; sent++) {
      var sending =
          loop.spawn(
              target == null ? from.send(bytes("filler")) : from.sendTo(bytes("filler"), target));
      for (int tries = 0; tries < 50 && !sending.isDone(); tries++) { // a fault may delay it
        loop.settle();
      }
      if (!sending.isDone()) {
        sending.cancel();
        return sent;
      }
    }
  }

  private void drain(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      loop.run(server.recv(ByteBuffer.allocate(10)));
    }
  }

  private void advance(Duration time) throws Exception {
    loop.services().timers().fire(loop.services().clock().advance(time));
    loop.settle();
  }

  @Test
  void receive_cancelledWhilePending_losesNothing() throws Exception {
    UnixDatagram client = client();
    ByteBuffer buffer = ByteBuffer.allocate(10);
    var receiving = loop.spawn(server.recv(buffer));
    loop.settle();
    assertThat(receiving.cancel()).isTrue();
    loop.run(client.send(bytes("kept")));
    loop.settle();
    assertThat(buffer.position()).isZero();
    assertThat(loop.run(server.recv(buffer))).isEqualTo(4);
  }

  @Test
  void peer_thatIsGone_failsTheSendWithThePath() throws Exception {
    UnixDatagram client = client();
    loop.run(server.closeAsync());
    assertThat(path).doesNotExist();
    assertThatThrownBy(() -> loop.run(client.send(bytes("x"))))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith(path + ": ");
    UnixDatagram free = loop.run(UnixDatagram.unbound());
    assertThatThrownBy(() -> loop.run(free.sendTo(bytes("x"), path)))
        .isInstanceOf(SocketException.class)
        .hasMessage(path + ": No such file or directory");
    Files.createFile(path);
    assertThatThrownBy(() -> loop.run(free.sendTo(bytes("x"), path)))
        .isInstanceOf(ConnectException.class)
        .hasMessage(path + ": Connection refused");
  }

  @Test
  void openings_thatFail_nameTheAddressAndLeaveNothing() throws Exception {
    int before = Descriptors.count();
    assertThatThrownBy(() -> loop.run(UnixDatagram.bind(path)))
        .isInstanceOf(BindException.class)
        .hasMessage(path + ": Address already in use");
    Path missing = folder.resolve("missing");
    Path local = folder.resolve("local");
    assertThatThrownBy(
            () -> loop.run(UnixDatagram.connect(UnixAddress.of(local), UnixAddress.of(missing))))
        .isInstanceOf(SocketException.class)
        .hasMessage(missing + ": No such file or directory");
    assertThat(local).doesNotExist();
    Path tooLong = folder.resolve("x".repeat(108 - folder.toString().length() - 1));
    assertThatThrownBy(() -> loop.run(UnixDatagram.bind(tooLong)))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith(tooLong + ": ")
        .hasMessageContaining("108 bytes");
    UnixListener stream = loop.run(UnixListener.bind(local));
    assertThatThrownBy(() -> loop.run(UnixDatagram.connect(local)))
        .isInstanceOf(SocketException.class)
        .hasMessage(local + ": Protocol wrong type for socket");
    loop.run(stream.closeAsync());
    Descriptors.assertBackAt(before);
  }

  @Test
  void close_whileReceiving_wakesTheReceiverAndRemovesTheFile() throws Exception {
    var receiving = loop.spawn(server.recv(ByteBuffer.allocate(1)));
    loop.settle();
    loop.run(server.closeAsync());
    assertThatThrownBy(() -> loop.join(receiving))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining(path.toString());
    loop.run(loop.run(UnixDatagram.bind(path)).closeAsync());
    assertThat(path).doesNotExist();
  }

  @Test
  void runtimeClosed_closesEverySocketAndSaysSo() throws Exception {
    int before = Descriptors.count();
    try (var other = new DriverLoop(driver.provider())) {
      UnixDatagram idle = other.run(UnixDatagram.unbound());
      UnixDatagram busy = other.run(UnixDatagram.bind(folder.resolve("b")));
      var receiving = other.spawn(busy.recv(ByteBuffer.allocate(1)));
      other.settle();
      other.close();
      assertThatThrownBy(() -> other.join(receiving)).isInstanceOf(RuntimeClosedException.class);
      assertThatThrownBy(() -> other.run(idle.recv(ByteBuffer.allocate(1))))
          .isInstanceOf(RuntimeClosedException.class);
    }
    Descriptors.assertBackAt(before);
  }

  @Test
  void options_ofDatagrams_areSetAndReadAndOthersRefused() throws Exception {
    server.setOption(StandardSocketOptions.SO_RCVBUF, 64 * 1024);
    assertThat(server.option(StandardSocketOptions.SO_RCVBUF)).isGreaterThanOrEqualTo(64 * 1024);
    assertThatThrownBy(() -> server.option(StandardSocketOptions.TCP_NODELAY))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> server.setOption(StandardSocketOptions.SO_BROADCAST, true))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void arguments_thatDoNotFit_areNamed() throws Exception {
    assertThatThrownBy(() -> server.send(bytes("x")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("sendTo");
    UnixDatagram client = client();
    assertThatThrownBy(() -> client.sendTo(bytes("x"), path))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is connected");
    assertThatThrownBy(() -> UnixDatagram.connect(UnixAddress.unnamed(), UnixAddress.unnamed()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("remote");
  }
}

package dev.weft.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverLoop;
import dev.weft.testkit.Drivers;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TcpStreamTest {

  @Parameter Weft.Driver kind;

  private static final TcpOptions SMALL =
      TcpOptions.defaults().sendBuffer(16 * 1024).receiveBuffer(16 * 1024);

  private final ByteBuffer buffer = ByteBuffer.allocate(64);
  private DriverLoop loop;
  private TcpStream client;
  private TcpStream server;

  @BeforeEach
  void open() throws Exception {
    loop = new DriverLoop(Drivers.provider(kind));
    connect(TcpOptions.defaults());
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private void connect(TcpOptions options) throws Exception {
    TcpListener listener =
        loop.run(
            TcpListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), options));
    DriverLoop.Task<TcpStream> connecting =
        loop.spawn(TcpStream.connect(listener.localAddress(), options));
    server = loop.run(listener.accept());
    client = loop.join(connecting);
    loop.run(listener.closeAsync());
  }

  @Test
  void echo_untilTheEnd_givesTheSameBytes() throws Exception {
    DriverLoop.Task<Long> echo = loop.spawn(new Echo(server, 16));
    loop.run(client.writeAll(text("hello, world and everybody in it")));
    loop.run(client.shutdown());
    assertThat(loop.run(new Drain(client)))
        .asString()
        .isEqualTo("hello, world and everybody in it");
    assertThat(loop.join(echo)).isEqualTo(32);
  }

  @Test
  void echo_moreThanTheBuffersTake_losesNothing() throws Exception {
    connect(SMALL);
    byte[] sent = new byte[1 << 20];
    new Random(7).nextBytes(sent);
    DriverLoop.Task<Long> echo = loop.spawn(new Echo(server, 1000));
    DriverLoop.Task<byte[]> back = loop.spawn(new Drain(client));
    loop.run(client.writeAll(ByteBuffer.wrap(sent)));
    loop.run(client.shutdown());
    assertThat(loop.join(back)).isEqualTo(sent);
    assertThat(loop.join(echo)).isEqualTo(sent.length);
  }

  @Test
  void writeAll_ofDirectMemory_losesNothing() throws Exception {
    byte[] sent = new byte[3 << 20];
    new Random(8).nextBytes(sent);
    ByteBuffer direct = ByteBuffer.allocateDirect(sent.length).put(sent).flip();
    DriverLoop.Task<byte[]> received = loop.spawn(new Drain(server));
    loop.run(client.writeAll(direct));
    loop.run(client.shutdown());
    assertThat(loop.join(received)).isEqualTo(sent);
  }

  @Test
  void vectoredWrite_ofManyBuffers_keepsTheirOrder() throws Exception {
    connect(SMALL);
    List<ByteBuffer> buffers = new ArrayList<>();
    ByteBuffer expected = ByteBuffer.allocate(1 << 21);
    var random = new Random(9);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = new byte[i == 150 ? 300_000 : random.nextInt(6) * random.nextInt(1000)];
      random.nextBytes(bytes);
      expected.put(bytes);
      buffers.add(
          i % 3 == 0
              ? ByteBuffer.allocateDirect(bytes.length).put(bytes).flip()
              : ByteBuffer.wrap(bytes));
    }
    for (int i = 0; i < 150; i++) {
      buffers.add(40, ByteBuffer.allocate(0)); // more empty ones than go into one call
    }
    DriverLoop.Task<byte[]> received = loop.spawn(new Drain(server));
    loop.run(client.writeAll(buffers.toArray(ByteBuffer[]::new)));
    loop.run(client.shutdown());
    assertThat(ByteBuffer.wrap(loop.join(received))).isEqualTo(expected.flip());
    assertThat(buffers).allMatch(one -> !one.hasRemaining() && one.limit() == one.capacity());
  }

  @Test
  void emptyBuffers_areNeitherReadNorWritten() throws Exception {
    var task = new TestTask(loop.services());
    ByteBuffer empty = ByteBuffer.allocate(0);
    assertThat(client.pollRead(empty, task)).isZero();
    assertThat(client.pollWrite(empty, task)).isZero();
    assertThat(client.pollWrite(new ByteBuffer[] {empty, empty}, 0, 2, task)).isZero();
    assertThat(client.pollWrite(new ByteBuffer[] {empty, text("x"), empty}, 0, 3, task)).isOne();
    assertThat(client.pollFlush(task)).isTrue();
  }

  @Test
  void read_ofHalfTheData_leavesTheRestForLater() throws Exception {
    loop.run(client.writeAll(text("abcdef")));
    assertThat(loop.run(server.read(buffer.clear().limit(3)))).isEqualTo(3);
    loop.settle(); // Events for the rest come and find nobody.
    assertThat(loop.run(server.read(buffer.clear()))).isEqualTo(3);
    assertThat(buffer.get(0)).isEqualTo((byte) 'd');
  }

  @Test
  void read_cancelledBeforeTheDataCame_isDoneByTheNext() throws Exception {
    DriverLoop.Task<Integer> first = loop.spawn(server.read(buffer));
    loop.settle();
    assertThat(first.cancel()).isTrue();
    loop.run(client.writeAll(text("abc")));
    loop.settle();
    assertThat(buffer.position()).isZero();
    assertThat(loop.run(server.read(buffer))).isEqualTo(3);
    assertThat(first.polls()).isEqualTo(1);
  }

  @Test
  void read_polledByAnotherTask_wakesThatOneOnly() throws Exception {
    var first = new TestTask(loop.services());
    var second = new TestTask(loop.services());
    assertThat(server.pollRead(buffer, first)).isEqualTo(AsyncRead.PENDING);
    assertThat(server.pollRead(buffer, second)).isEqualTo(AsyncRead.PENDING);
    assertThat(server.pollRead(buffer, second)).isEqualTo(AsyncRead.PENDING);
    loop.run(client.writeAll(text("abc")));
    loop.driver().turn(Long.MAX_VALUE);
    assertThat(first.wakes()).isZero();
    assertThat(second.wakes()).isEqualTo(1);
  }

  @Test
  void readerAndWriter_waitingAtOnce_areWokenEachForItsOwn() throws Exception {
    connect(SMALL);
    var reader = new TestTask(loop.services());
    var writer = new TestTask(loop.services());
    assertThat(server.pollRead(buffer, reader)).isEqualTo(AsyncRead.PENDING);
    int written = 0;
    do {
      written += fill(server, writer);
      loop.settle(); // What the other side's system took makes room once more.
    } while (writer.takeWakes() > 0);
    ByteBuffer sink = ByteBuffer.allocate(written);
    while (sink.hasRemaining()) {
      loop.run(client.read(sink));
    }
    loop.settle();
    assertThat(writer.wakes()).isEqualTo(1);
    assertThat(reader.wakes()).isZero();
    loop.run(client.writeAll(text("abc")));
    while (reader.wakes() == 0) {
      loop.driver().turn(Long.MAX_VALUE);
    }
    assertThat(writer.wakes()).isEqualTo(1);
    assertThat(server.pollRead(buffer, reader)).isEqualTo(3);
    assertThat(server.pollWrite(text("x"), writer)).isOne();
  }

  private static int fill(TcpStream stream, TestTask task) throws IOException {
    int total = 0;
    while (true) {
      int count = stream.pollWrite(ByteBuffer.allocate(64 * 1024), task);
      if (count == AsyncWrite.PENDING) {
        return total;
      }
      total += count;
    }
  }

  @Test
  void shutdown_endsOneDirectionOnly() throws Exception {
    loop.run(client.writeAll(text("question")));
    loop.run(client.shutdown());
    loop.run(client.shutdown());
    assertThat(loop.run(new Drain(server))).asString().isEqualTo("question");
    assertThat(loop.run(server.read(buffer))).isEqualTo(AsyncRead.EOF);
    loop.run(server.writeAll(text("answer")));
    loop.run(server.closeAsync());
    assertThat(loop.run(new Drain(client))).asString().isEqualTo("answer");
    assertThatThrownBy(() -> loop.run(client.write(text("more"))))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("output is shut down");
  }

  @Test
  void reset_failsReadAndWriteWithTheAddress_andTheRestIsHarmless() throws Exception {
    server.setOption(StandardSocketOptions.SO_LINGER, 0);
    loop.run(server.closeAsync());
    loop.settle();
    String address = "127.0.0.1:" + client.remoteAddress().getPort();
    assertThatThrownBy(() -> loop.run(client.read(buffer)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(address + ": ")
        .hasMessageContaining("reset");
    assertThatThrownBy(() -> loop.run(client.write(text("x"))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(address + ": ");
    loop.run(client.shutdown());
    loop.run(client.shutdown());
    loop.run(client.closeAsync());
    loop.run(client.closeAsync());
    loop.run(client.shutdown());
  }

  @Test
  void close_whileAnotherTaskReads_failsThatRead() throws Exception {
    DriverLoop.Task<Integer> reading = loop.spawn(client.read(buffer));
    loop.settle();
    loop.run(client.closeAsync());
    assertThatThrownBy(() -> loop.join(reading))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("127.0.0.1:" + client.remoteAddress().getPort())
        .hasMessageContaining("is closed");
    assertThat(loop.run(server.read(buffer))).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void close_whileAnotherTaskWrites_failsThatWrite() throws Exception {
    connect(SMALL);
    DriverLoop.Task<Void> writing = loop.spawn(client.writeAll(ByteBuffer.allocate(8 << 20)));
    loop.settle();
    assertThat(writing.isDone()).isFalse();
    loop.run(client.closeAsync());
    assertThatThrownBy(() -> loop.join(writing)).isInstanceOf(SocketClosedException.class);
  }

  @Test
  void close_thatIsCancelled_closesAllTheSame() throws Exception {
    assertThat(client.closeAsync().cancel()).isTrue();
    assertThat(loop.run(server.read(buffer))).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void closedStream_isUsed_saysSo() throws Exception {
    loop.run(client.closeAsync());
    assertThatThrownBy(() -> loop.run(client.read(buffer)))
        .isInstanceOf(SocketClosedException.class);
    assertThatThrownBy(() -> loop.run(client.write(text("x"))))
        .isInstanceOf(SocketClosedException.class);
    assertThatThrownBy(() -> loop.run(client.writeAll(text("x"), text("y"))))
        .isInstanceOf(SocketClosedException.class);
    assertThatThrownBy(() -> client.option(StandardSocketOptions.TCP_NODELAY))
        .isInstanceOf(SocketClosedException.class);
    assertThatThrownBy(() -> client.setOption(StandardSocketOptions.TCP_NODELAY, true))
        .isInstanceOf(SocketClosedException.class);
    assertThat(client.localAddress().getPort()).isEqualTo(server.remoteAddress().getPort());
  }

  @Test
  void runtimeCloses_whileATaskReads_failsThatReadAndSaysWhy() throws Exception {
    var reader = new TestTask(loop.services());
    assertThat(client.pollRead(buffer, reader)).isEqualTo(AsyncRead.PENDING);
    loop.close();
    assertThat(reader.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> client.pollRead(buffer, reader))
        .isInstanceOf(RuntimeClosedException.class);
  }

  @Test
  void options_areSetBeforeAndAfterConnecting() throws Exception {
    connect(TcpOptions.defaults().noDelay(true).keepAlive(true).linger(7).sendBuffer(50_000));
    for (TcpStream stream : List.of(client, server)) {
      assertThat(stream.option(StandardSocketOptions.TCP_NODELAY)).isTrue();
      assertThat(stream.option(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
      assertThat(stream.option(StandardSocketOptions.SO_LINGER)).isEqualTo(7);
      assertThat(stream.option(StandardSocketOptions.SO_SNDBUF)).isGreaterThanOrEqualTo(50_000);
      stream.setOption(StandardSocketOptions.TCP_NODELAY, false);
      assertThat(stream.option(StandardSocketOptions.TCP_NODELAY)).isFalse();
    }
    assertThatThrownBy(() -> client.option(StandardSocketOptions.IP_MULTICAST_TTL))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void options_outOfRange_areRefusedWithTheirValue() {
    TcpOptions options = TcpOptions.defaults();
    assertThatThrownBy(() -> options.linger(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> options.linger(65_536)).hasMessageContaining("65536");
    assertThatThrownBy(() -> options.backlog(0)).hasMessageContaining("backlog is 0");
    assertThatThrownBy(() -> options.sendBuffer(0)).hasMessageContaining("sendBuffer is 0");
    assertThatThrownBy(() -> options.receiveBuffer(-5)).hasMessageContaining("-5");
    assertThat(options.backlog(5).reuseAddress(true).toString()).contains("5", "SO_REUSEADDR");
  }

  @Test
  void addresses_areThoseOfTheOtherSide() {
    assertThat(client.remoteAddress()).isEqualTo(server.localAddress());
    assertThat(server.remoteAddress()).isEqualTo(client.localAddress());
    assertThat(client.toString()).contains(String.valueOf(client.remoteAddress().getPort()));
  }

  @Test
  void split_halvesWorkInTwoTasks_andReunite() throws Exception {
    TcpStream.Halves halves = client.split();
    assertThatThrownBy(client::split)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("split already");
    DriverLoop.Task<Long> echo = loop.spawn(new Echo(server, 64));
    DriverLoop.Task<Integer> reading = loop.spawn(halves.reader().read(buffer));
    loop.settle();
    loop.run(halves.writer().writeAll(text("ab"), text("cd")));
    assertThat(loop.join(reading)).isEqualTo(4);
    assertThat(halves.reader().localAddress()).isEqualTo(halves.writer().localAddress());
    assertThat(halves.reader().remoteAddress()).isEqualTo(halves.writer().remoteAddress());

    assertThat(halves.reunite()).isSameAs(client);
    assertThatThrownBy(halves::reunite)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("reunited before");
    loop.run(client.shutdown());
    assertThat(loop.join(echo)).isEqualTo(4);
  }

  @Test
  void reunite_ofStrangers_isRefused() {
    TcpStream.Halves one = client.split();
    TcpStream.Halves other = server.split();
    assertThatThrownBy(() -> one.reader().reunite(other.writer()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("different streams");
  }

  @Test
  void writeHalf_closed_sendsTheEndAndReadingGoesOn() throws Exception {
    TcpStream.Halves halves = client.split();
    loop.run(halves.writer().closeAsync());
    loop.run(halves.writer().closeAsync());
    assertThat(loop.run(server.read(buffer))).isEqualTo(AsyncRead.EOF);
    loop.run(server.writeAll(text("late")));
    assertThat(loop.run(halves.reader().read(buffer))).isEqualTo(4);
    assertThatThrownBy(() -> loop.run(halves.writer().write(text("x"))))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("writing half");
    assertThatThrownBy(() -> loop.run(halves.writer().writeAll(text("x"), text("y"))))
        .isInstanceOf(SocketClosedException.class);
    assertThatThrownBy(halves::reunite)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("half");

    loop.run(halves.reader().closeAsync());
    assertThatThrownBy(() -> loop.run(halves.reader().read(buffer)))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("reading half");
    assertThatThrownBy(() -> loop.run(client.read(buffer)))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void halves_shutDownAndCancelled_actOnTheStream() throws Exception {
    TcpStream.Halves halves = client.split();
    DriverLoop.Task<Integer> reading = loop.spawn(halves.reader().read(buffer));
    loop.settle();
    assertThat(reading.cancel()).isTrue();
    loop.run(halves.writer().flush());
    loop.run(halves.writer().shutdown());
    assertThat(loop.run(server.read(buffer))).isEqualTo(AsyncRead.EOF);
    loop.run(halves.writer().closeAsync());
    halves.writer().cancelWrite();
  }

  @Test
  void streamFromHalf_closeAll_releasesTheDescriptors() throws Exception {
    loop.run(client.closeAsync());
    loop.run(server.closeAsync());
    loop.settle();
    assertThat(loop.driver().sources()).isZero();
  }

  @Test
  void connections_openedAndClosed_leaveNoDescriptorBehind() throws Exception {
    loop.run(client.closeAsync());
    loop.run(server.closeAsync());
    loop.settle();
    int base = Descriptors.count();
    TcpListener listener = loop.run(TcpListener.bind("127.0.0.1", 0));
    List<TcpStream> streams = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      DriverLoop.Task<TcpStream> connecting =
          loop.spawn(TcpStream.connect(listener.localAddress()));
      streams.add(loop.run(listener.accept()));
      streams.add(loop.join(connecting));
    }
    for (int i = 0; i < streams.size(); i++) {
      loop.run(streams.get(i).write(text("x")));
      loop.run(streams.get(i ^ 1).read(buffer.clear()));
    }
    for (TcpStream stream : streams) {
      loop.run(stream.closeAsync());
    }
    loop.run(listener.closeAsync());
    loop.settle();
    assertThat(loop.driver().sources()).isZero();
    Descriptors.assertBackAt(base);
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }
}

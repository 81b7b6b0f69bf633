package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.SocketClosedException;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What reading and writing do on every driver. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#withoutFaults")
class DriverStreamsTest extends DriverFixture {

  DriverStreamsTest(DriverCase kind) {
    super(kind);
  }

  // ---- bytes

  @Test
  void read_ofMoreThanOneBuffer_givesAllInOrderThenTheEnd() throws Exception {
    Pair pair = connect();
    byte[] sent = new byte[300_000];
    new Random(3).nextBytes(sent);
    Thread writer = Thread.ofPlatform().start(() -> send(pair.peer(), sent));
    assertThat(readAll(pair.socket(), 777)).isEqualTo(sent);
    writer.join();
  }

  @Test
  void write_ofMoreThanTheSystemTakes_waitsAndLosesNothing() throws Exception {
    Pair pair = connect();
    pair.socket().setOption(StandardSocketOptions.SO_SNDBUF, 8192);
    byte[] sent = new byte[2_000_000];
    new Random(4).nextBytes(sent);
    var received = new ByteArrayOutputStream();
    Thread reader = Thread.ofPlatform().start(() -> receive(pair.peer(), received));
    writeAll(pair.socket(), sent);
    pair.socket().shutdownOutput();
    reader.join();
    assertThat(received.toByteArray()).isEqualTo(sent);
  }

  @Test
  void read_whenTheEndCameWithTheLastBytes_givesBoth() throws Exception {
    for (int round = 0; round < 20; round++) {
      Pair pair = connect();
      var task = task();
      assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      pair.peer().getOutputStream().write(new byte[3]);
      pair.peer().shutdownOutput();
      turnUntilWoken(task);
      driver.turn(round % 2 == 0 ? 0 : 1);
      assertThat(readAll(pair.socket(), 64)).hasSize(3);
      pair.close();
    }
  }

  @Test
  void read_inPiecesWithoutNewEvents_givesTheRest() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer().getOutputStream().write(new byte[20]);
    turnUntilWoken(task);
    int left = 20;
    while (left > 0) {
      ByteBuffer few = ByteBuffer.allocate(7);
      int count = pair.socket().read(few, task);
      if (count == StreamSocket.PENDING) {
        turnUntilWoken(task);
      } else {
        left -= count;
      }
    }
    assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
  }

  @Test
  void read_behindUrgentData_doesNotStall() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer().getOutputStream().write(new byte[3]);
    pair.peer().sendUrgentData(7);
    pair.peer().getOutputStream().write(new byte[4]);
    pair.peer().shutdownOutput();
    assertThat(readAll(pair.socket(), 64)).hasSize(7);
  }

  @Test
  void read_cancelledAndTriedAgainWithTheDataThere_givesIt() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.socket().cancelRead();
    pair.peer().getOutputStream().write(1);
    Eventually.until("the data is there", () -> turned() && readOf(pair.socket(), task) == 1);
    assertThat(task.takeWakes()).isLessThanOrEqualTo(1);
  }

  @Test
  void read_ofMessagesAsLongAsTheBuffer_givesEachAndThenManyAtOnce() throws Exception {
    Pair pair = connect();
    ByteBuffer target = ByteBuffer.allocateDirect(2048);
    for (int round = 0; round < 60; round++) {
      byte[] sent = new byte[round % 20 == 19 ? 5 * 2048 : 2048];
      new Random(round).nextBytes(sent);
      pair.peer().getOutputStream().write(sent);
      var received = new ByteArrayOutputStream();
      while (received.size() < sent.length) {
        readSome(pair.socket(), target, received);
      }
      assertThat(received.toByteArray()).isEqualTo(sent);
    }
    pair.peer().shutdownOutput();
    assertThat(readAll(pair.socket(), 64)).isEmpty();
  }

  // ---- waiting without a buffer

  @Test
  void isReadable_ofAConnection_followsWhatHasArrived() throws Exception {
    Pair pair = connect();
    var task = task();
    for (int round = 0; round < 3; round++) {
      assertThat(pair.socket().isReadable(task)).isFalse();
      driver.turn(0);
      assertThat(task.takeWakes()).isZero();
      pair.peer().getOutputStream().write(new byte[3]);
      turnUntilWoken(task);
      assertThat(pair.socket().isReadable(task)).isTrue();
      assertThat(pair.socket().read(ByteBuffer.allocate(2), task)).isEqualTo(2);
      assertThat(pair.socket().isReadable(task)).isTrue();
      assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(1);
    }
    pair.peer().shutdownOutput();
    if (!pair.socket().isReadable(task)) {
      turnUntilWoken(task);
    }
    assertThat(pair.socket().isReadable(task)).isTrue();
    assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(StreamSocket.EOF);
    assertThat(pair.socket().isReadable(task)).isTrue();
  }

  @Test
  void isReadable_askedOnceTheBytesAreThere_isToldByTheNextTurn() throws Exception {
    Pair pair = connect();
    pair.peer().getOutputStream().write(7);
    var task = task();
    if (!pair.socket().isReadable(task)) {
      turnUntilWoken(task);
    }
    assertThat(pair.socket().isReadable(task)).isTrue();
    assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(1);
  }

  @Test
  void isReadable_cancelled_wakesNobody() throws Exception {
    Pair pair = connect();
    var gone = task();
    assertThat(pair.socket().isReadable(gone)).isFalse();
    pair.socket().cancelRead();
    pair.peer().getOutputStream().write(7);
    var task = task();
    Eventually.until("the byte is there", () -> turned() && readOf(pair.socket(), task) == 1);
    assertThat(gone.takeWakes()).isZero();
  }

  @Test
  void isWritable_behindAFullBuffer_isTrueOnceItIsRead() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().isWritable(task)).isTrue();
    ByteBuffer much = ByteBuffer.allocate(64 * 1024);
    long sent = 0;
    for (int count = 0; count != StreamSocket.PENDING; sent += Math.max(0, count)) {
      count = pair.socket().write(much.clear(), task);
    }
    assertThat(pair.socket().isWritable(task)).isFalse();
    pair.peer().getInputStream().skipNBytes(sent);
    turnUntilWoken(task);
    assertThat(pair.socket().isWritable(task)).isTrue();
  }

  // ---- ends

  @Test
  void connection_resetByTheOtherSide_failsReadingAndWriting() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer().setSoLinger(true, 0);
    pair.peer().close();
    turnUntilWoken(task);
    assertThatThrownBy(() -> pair.socket().read(buffer.clear(), task))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + pair.peer().getLocalPort())
        .hasMessageContaining("reset");
    assertThatThrownBy(() -> pair.socket().write(ByteBuffer.allocate(1), task))
        .isInstanceOf(IOException.class);
  }

  @Test
  void output_shutDown_readingGoesOn() throws Exception {
    Pair pair = connect();
    pair.socket().shutdownOutput();
    assertThat(pair.peer().getInputStream().read()).isEqualTo(-1);
    assertThatThrownBy(() -> pair.socket().write(ByteBuffer.allocate(1), task()))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("output is shut down");
    send(pair.peer(), new byte[5]);
    assertThat(readAll(pair.socket(), 8)).hasSize(5);
  }

  @Test
  void output_shutDownBehindAFullBuffer_losesNothing() throws Exception {
    Pair pair = connect();
    pair.socket().setOption(StandardSocketOptions.SO_SNDBUF, 8192);
    var task = task();
    ByteBuffer many = ByteBuffer.allocate(8 << 20);
    int accepted = 0;
    int count;
    while ((count = pair.socket().write(many, task)) != StreamSocket.PENDING) {
      accepted += count;
    }
    pair.socket().cancelWrite();
    pair.socket().shutdownOutput();
    pair.socket().close();
    assertThat(pair.peer().getInputStream().readAllBytes()).hasSize(accepted);
  }

  private static void send(Socket peer, byte[] bytes) {
    try {
      peer.getOutputStream().write(bytes);
      peer.shutdownOutput();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Reads to the end, through buffers of changing size and kind. */
  protected final byte[] readAll(StreamSocket socket, int size) throws Exception {
    var all = new ByteArrayOutputStream();
    var task = task();
    for (int round = 0; ; round++) {
      int capacity = 1 + size * (round % 3);
      ByteBuffer target =
          round % 2 == 0 ? ByteBuffer.allocate(capacity) : ByteBuffer.allocateDirect(capacity);
      int count = socket.read(target, task);
      if (count == StreamSocket.EOF) {
        return all.toByteArray();
      }
      if (count == StreamSocket.PENDING) {
        turnUntilWoken(task);
      } else {
        assertThat(target.position()).isEqualTo(count);
        byte[] bytes = new byte[count];
        target.flip().get(bytes);
        all.writeBytes(bytes);
      }
    }
  }

  private static void receive(Socket peer, ByteArrayOutputStream received) {
    try {
      peer.getInputStream().transferTo(received);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Writes all, by buffers on and outside the heap, one and several at a time. */
  protected final void writeAll(StreamSocket socket, byte[] bytes) throws Exception {
    var task = task();
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    for (int from = 0, round = 0; from < bytes.length; round++) {
      int to = Math.min(bytes.length, from + 1 + 40_000 * (round % 4));
      int middle = (from + to) / 2;
      ByteBuffer left = (round % 2 == 0 ? direct : ByteBuffer.wrap(bytes)).duplicate();
      left.limit(middle).position(from);
      ByteBuffer right = ByteBuffer.wrap(bytes, middle, to - middle);
      long count =
          round % 3 == 0
              ? socket.write(direct.duplicate().limit(to).position(from), task)
              : socket.write(new ByteBuffer[] {ByteBuffer.allocate(0), left, right}, 0, 3, task);
      if (count == StreamSocket.PENDING) {
        turnUntilWoken(task);
      } else {
        assertThat(count).isPositive();
        from += (int) count;
      }
    }
  }

  private void readSome(StreamSocket socket, ByteBuffer target, ByteArrayOutputStream all)
      throws IOException {
    var task = task();
    while (socket.read(target.clear(), task) == StreamSocket.PENDING) {
      turnUntilWoken(task);
    }
    byte[] bytes = new byte[target.flip().remaining()];
    target.get(bytes);
    all.writeBytes(bytes);
  }

  private int readOf(StreamSocket socket, TestTask task) {
    try {
      return socket.read(buffer.clear(), task);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}

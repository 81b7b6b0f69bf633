package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.LeafFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.TaskContext;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestTask;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TcpOnRuntimeTest {

  @Parameter Weft.Driver kind;

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private Weft open(Weft.Scheduler scheduler) {
    return Weft.builder().driver(kind).scheduler(scheduler).workers(2).build();
  }

  @ParameterizedTest
  @EnumSource
  void echo_manyConnections_losesNothing(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = open(scheduler)) {
      TcpListener listener = weft.blockOn(TcpListener.bind(ANY_PORT));
      JoinHandle<Integer> server = weft.spawn(new EchoServer(listener));
      List<JoinHandle<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        clients.add(weft.spawn(new EchoClient(listener.localAddress(), 40)));
      }
      for (JoinHandle<Integer> client : clients) {
        assertThat(weft.blockOn(client)).isEqualTo(40);
      }
      weft.blockOn(listener.closeAsync());
      assertThat(weft.blockOn(server)).isEqualTo(50);
    }
  }

  /** Or one driver would have all connections, and the other workers only take tasks from its. */
  @ParameterizedTest
  @EnumSource(names = {"WORK_STEALING", "GLOBAL_QUEUE"})
  void connections_ofOneListener_areSpreadOverTheWorkers(Weft.Scheduler scheduler)
      throws Exception {
    List<Socket> clients = new ArrayList<>();
    try (Weft weft = open(scheduler)) {
      TcpListener listener = weft.blockOn(TcpListener.bind(ANY_PORT));
      weft.spawn(new EchoServer(listener)).detach();
      for (int i = 0; i < 60; i++) {
        var client =
            new Socket(InetAddress.getLoopbackAddress(), listener.localAddress().getPort());
        clients.add(client);
        client.getOutputStream().write(i);
        assertThat(client.getInputStream().read()).isEqualTo(i);
      }
      Eventually.until("all wait", () -> sources(weft, 0) + sources(weft, 1) > 60);
      assertThat(Math.abs(sources(weft, 0) - sources(weft, 1))).isLessThanOrEqualTo(12);
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void connection_ofAPinnedTask_staysWithItsWorker() throws Exception {
    List<Socket> clients = new ArrayList<>();
    try (Weft weft = open(Weft.Scheduler.WORK_STEALING)) {
      TcpListener listener = weft.blockOn(TcpListener.bind(ANY_PORT));
      for (int i = 0; i < 30; i++) {
        clients.add(
            new Socket(InetAddress.getLoopbackAddress(), listener.localAddress().getPort()));
        TcpStream accepted = weft.blockOn(listener.accept());
        weft.spawn(accepted.readable(), Weft.SpawnOptions.defaults().worker(1)).detach();
      }
      Eventually.until("all wait", () -> sources(weft, 1) >= 30);
      assertThat(sources(weft, 1)).isBetween(30, 31); // perhaps with the listener
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  private static int sources(Weft weft, int worker) {
    Future<Integer> ask = cx -> Poll.ready(TaskContext.services(cx).driver().sources());
    try {
      return weft.blockOn(weft.spawn(ask, Weft.SpawnOptions.defaults().worker(worker)));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  @ParameterizedTest
  @EnumSource
  void listener_closedAsTheOnlySocket_letsGoOfItsAddress(Weft.Scheduler scheduler)
      throws Exception {
    try (Weft weft = open(scheduler)) {
      for (int round = 0; round < 5; round++) {
        TcpListener listener = weft.blockOn(TcpListener.bind(ANY_PORT));
        JoinHandle<Integer> server = weft.spawn(new EchoServer(listener));
        assertThat(weft.blockOn(new EchoClient(listener.localAddress(), 1))).isEqualTo(1);
        weft.blockOn(listener.closeAsync());
        weft.blockOn(server);
        TcpListener again = weft.blockOn(TcpListener.bind(listener.localAddress()));
        weft.blockOn(again.closeAsync());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void connect_toAName_looksItUpOnTheBlockingPool(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = open(scheduler)) {
      TcpListener listener = weft.blockOn(TcpListener.bind("localhost", 0));
      int port = listener.localAddress().getPort();
      TcpStream stream = weft.blockOn(TcpStream.connect("localhost", port));
      assertThat(stream.remoteAddress().getPort()).isEqualTo(port);
      assertThatThrownBy(() -> weft.blockOn(TcpStream.connect("weft.invalid", 1)))
          .isInstanceOf(UnknownHostException.class)
          .hasMessageStartingWith("weft.invalid:1: ");
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_withWaitingTasks_leavesNoDescriptorBehind(Weft.Scheduler scheduler) throws Exception {
    startAndStop(scheduler); // Loads what holds descriptors of its own.
    int base = Descriptors.count();
    for (int round = 0; round < 20; round++) {
      startAndStop(scheduler);
    }
    Descriptors.assertBackAt(base);
  }

  private void startAndStop(Weft.Scheduler scheduler) throws Exception {
    TcpStream stream;
    try (Weft weft = open(scheduler)) {
      TcpListener listener = weft.blockOn(TcpListener.bind(ANY_PORT));
      weft.spawn(new EchoServer(listener)).detach();
      stream = weft.blockOn(TcpStream.connect(listener.localAddress()));
      weft.blockOn(stream.writeAll(ByteBuffer.allocate(100)));
      assertThat(weft.blockOn(stream.read(ByteBuffer.allocate(10)))).isEqualTo(10);
      weft.spawn(new Drain(stream)).detach();
    }
    var outside = new TestTask(new ManualClock());
    assertThatThrownBy(() -> stream.pollRead(ByteBuffer.allocate(100), outside))
        .isInstanceOf(RuntimeClosedException.class);
  }

  @ParameterizedTest
  @EnumSource
  void accept_whileTasksSpinOnEveryWorker_isWoken(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = open(scheduler)) {
      for (int i = 0; i < 4; i++) {
        weft.spawn(
                cx -> {
                  cx.waker().wake();
                  return Poll.pending();
                })
            .detach();
      }
      TcpListener listener = weft.blockOn(TcpListener.bind(ANY_PORT));
      JoinHandle<TcpStream> accepting = weft.spawn(listener.accept());
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port(listener))) {
        assertThat(weft.blockOn(accepting).remoteAddress()).isNotNull();
      }
    }
  }

  @Test
  void read_whoseWorkerIsStuck_isWokenAllTheSame() throws Exception {
    try (Weft weft = open(Weft.Scheduler.WORK_STEALING)) {
      TcpListener listener = weft.blockOn(TcpListener.bind(ANY_PORT));
      try (var peer = new Socket(InetAddress.getLoopbackAddress(), port(listener))) {
        TcpStream stream = weft.blockOn(listener.accept());
        var waits = new CountDownLatch(1);
        JoinHandle<Boolean> stuck = weft.spawn(new StuckReader(stream, waits));
        waits.await();
        peer.getOutputStream().write(1);
        assertThat(weft.blockOn(stuck)).isTrue();
      }
    }
  }

  private static int port(TcpListener listener) {
    return listener.localAddress().getPort();
  }

  /** Begins to read, then blocks its worker until the waker of that read is called. */
  private static final class StuckReader extends LeafFuture<Boolean> {

    private final TcpStream stream;
    private final CountDownLatch waits;

    StuckReader(TcpStream stream, CountDownLatch waits) {
      this.stream = stream;
      this.waits = waits;
    }

    @Override
    protected Object pollLeaf(Context cx) throws Exception {
      var woken = new CountDownLatch(1);
      int count = stream.pollRead(ByteBuffer.allocate(1), cx.withWaker(woken::countDown));
      assertThat(count).isEqualTo(AsyncRead.PENDING);
      waits.countDown();
      return woken.await(20, TimeUnit.SECONDS);
    }
  }
}

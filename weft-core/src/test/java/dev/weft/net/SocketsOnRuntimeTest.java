package dev.weft.net;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.Io;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Unix sockets and UDP with several workers, on every driver and scheduler. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SocketsOnRuntimeTest {

  private static final int CLIENTS = 30;
  private static final int ROUNDS = 30;
  private static final int WAVES = 10;

  @Parameter Weft.Driver kind;

  private Path folder; // JUnit's own would be too long a path on some machines
  private Path path;

  @BeforeEach
  void makeFolder() throws Exception {
    folder = Files.createTempDirectory("wr");
    path = folder.resolve("s");
  }

  @AfterEach
  void removeFolder() throws Exception {
    assertThat(folder).isEmptyDirectory(); // every socket's file is gone
    Files.delete(folder);
  }

  private Weft open(Weft.Scheduler scheduler) {
    return Weft.builder().driver(kind).scheduler(scheduler).workers(2).build();
  }

  private static void all(Weft weft, IntFunction<Future<Integer>> client) throws Exception {
    List<JoinHandle<Integer>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(weft.spawn(client.apply(i)));
    }
    for (JoinHandle<Integer> each : clients) {
      assertThat(weft.blockOn(each)).isEqualTo(ROUNDS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void udp_manyClients_areAllAnswered(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = open(scheduler)) {
      UdpSocket server = weft.blockOn(UdpSocket.bind("127.0.0.1", 0));
      JoinHandle<Void> serving = weft.spawn(echo(server));
      all(weft, _ -> udpClient(server.localAddress()));
      serving.abort();
      weft.blockOn(server.closeAsync());
    }
  }

  private static Future<Void> echo(UdpSocket server) {
    return async(
        () -> {
          while (true) {
            for (Datagram got : await(server.recvMany(64))) {
              await(server.sendTo(got.data(), got.sender()));
            }
          }
        });
  }

  private static Future<Integer> udpClient(InetSocketAddress server) {
    return async(
        () -> {
          try (UdpSocket socket = await(UdpSocket.connect(server, UdpOptions.defaults()))) {
            ByteBuffer answer = ByteBuffer.allocate(8);
            int rounds = 0;
            for (; rounds < ROUNDS; rounds++) {
              await(socket.send(ByteBuffer.allocate(4).putInt(0, rounds)));
              await(socket.recv(answer.clear()));
              assertThat(answer.getInt(0)).isEqualTo(rounds);
            }
            return rounds;
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void unixStreams_manyClients_areAllAnswered(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = open(scheduler)) {
      UnixListener listener = weft.blockOn(UnixListener.bind(path));
      JoinHandle<Void> serving = weft.spawn(serve(listener));
      all(weft, _ -> streamClient(path));
      serving.abort();
      weft.blockOn(listener.closeAsync());
    }
  }

  private static Future<Void> serve(UnixListener listener) {
    return async(
        () -> {
          while (true) {
            UnixStream stream = await(listener.accept());
            spawn(echo(stream)).detach();
          }
        });
  }

  private static Future<Void> echo(UnixStream stream) {
    return async(
        () -> {
          try (stream) {
            await(Io.copy(stream, stream));
          }
        });
  }

  private static Future<Integer> streamClient(Path path) {
    return async(
        () -> {
          try (UnixStream stream = await(UnixStream.connect(path))) {
            ByteBuffer answer = ByteBuffer.allocate(4);
            int rounds = 0;
            for (; rounds < ROUNDS; rounds++) {
              await(stream.writeAll(ByteBuffer.allocate(4).putInt(0, rounds)));
              await(Io.readExactly(stream, answer.clear()));
              assertThat(answer.getInt(0)).isEqualTo(rounds);
            }
            return rounds;
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void unixDatagrams_manyClientsAndASlowServer_areAllAnsweredInOrder(Weft.Scheduler scheduler)
      throws Exception {
    if (kind == Weft.Driver.NIO) {
      return; // It has none, which UnixSocketTest shows.
    }
    try (Weft weft = open(scheduler)) {
      UnixDatagram server = weft.blockOn(UnixDatagram.bind(path));
      JoinHandle<Void> serving = weft.spawn(echo(server));
      all(weft, client -> datagramClient(folder.resolve("c" + client), path));
      serving.abort();
      weft.blockOn(server.closeAsync());
    }
  }

  private static Future<Void> echo(UnixDatagram server) {
    return async(
        () -> {
          ByteBuffer buffer = ByteBuffer.allocate(100);
          while (true) {
            UnixAddress sender = await(server.recvFrom(buffer.clear()));
            await(server.sendTo(buffer.flip(), sender));
          }
        });
  }

  /** The clients' datagrams fill the server's queue, so that most sends have to wait. */
  private static Future<Integer> datagramClient(Path local, Path server) {
    return async(
        () -> {
          try (UnixDatagram socket = await(UnixDatagram.bind(local))) {
            ByteBuffer answer = ByteBuffer.allocate(100);
            int rounds = 0;
            for (; rounds < ROUNDS; rounds += 3) {
              for (int i = 0; i < 3; i++) {
                await(socket.sendTo(ByteBuffer.allocate(4).putInt(0, rounds + i), server));
              }
              for (int i = 0; i < 3; i++) {
                await(socket.recv(answer.clear()));
                assertThat(answer.getInt(0)).isEqualTo(rounds + i);
              }
            }
            return rounds;
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void clients_abortedAtAnyMoment_leaveNothingBehind(Weft.Scheduler scheduler) throws Exception {
    waves(scheduler, 1); // Loads what holds descriptors of its own.
    int base = Descriptors.count();
    int finished = waves(scheduler, WAVES);
    assertThat(finished).isBetween(1, WAVES * CLIENTS - 1);
    Eventually.until("descriptors are given back", () -> Descriptors.count() <= base);
  }

  private int waves(Weft.Scheduler scheduler, int count) throws Exception {
    var random = new Random(5);
    int finished = 0;
    try (Weft weft =
        Weft.builder()
            .driver(kind)
            .scheduler(scheduler)
            .workers(2)
            .onUnhandled(reset -> assertThat(reset).isInstanceOf(IOException.class))
            .build()) {
      UdpSocket udp = weft.blockOn(UdpSocket.bind("127.0.0.1", 0));
      UnixListener listener = weft.blockOn(UnixListener.bind(path));
      List<JoinHandle<Void>> serving = List.of(weft.spawn(echo(udp)), weft.spawn(serve(listener)));
      for (int wave = 0; wave < count; wave++) {
        List<JoinHandle<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i += 2) {
          clients.add(weft.spawn(udpClient(udp.localAddress())));
          clients.add(weft.spawn(streamClient(path)));
        }
        finished += abortSome(weft, clients, random);
      }
      serving.forEach(JoinHandle::abort);
      weft.blockOn(udp.closeAsync());
      weft.blockOn(listener.closeAsync());
    }
    return finished;
  }

  private static int abortSome(Weft weft, List<JoinHandle<Integer>> clients, Random random)
      throws Exception {
    int finished = 0;
    for (JoinHandle<Integer> client : clients) {
      if (random.nextInt(3) == 0) {
        client.abort();
      }
      try {
        weft.blockOn(client);
        finished++;
      } catch (CancellationException aborted) {
        // That is what this is about.
      }
    }
    return finished;
  }

  @ParameterizedTest
  @EnumSource
  void close_withWaitingTasks_leavesNoDescriptorBehind(Weft.Scheduler scheduler) throws Exception {
    startAndStop(scheduler); // Loads what holds descriptors of its own.
    int base = Descriptors.count();
    for (int round = 0; round < 10; round++) {
      startAndStop(scheduler);
    }
    Eventually.until("descriptors are given back", () -> Descriptors.count() <= base);
  }

  private void startAndStop(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = open(scheduler)) {
      UdpSocket udp = weft.blockOn(UdpSocket.bind("127.0.0.1", 0));
      UnixListener listener = weft.blockOn(UnixListener.bind(path));
      UnixStream client = weft.blockOn(UnixStream.connect(path));
      weft.spawn(udp.recv(ByteBuffer.allocate(1))).detach();
      weft.spawn(listener.accept()).detach();
      weft.spawn(client.read(ByteBuffer.allocate(1))).detach();
    }
    Files.deleteIfExists(path); // A runtime that ends closes sockets, but removes no files.
  }
}

package dev.weft.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.DriverLoop;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UnixSocketTest {

  @Parameter DriverCase driver;

  private Path folder; // JUnit's own would be too long a path on some machines
  private Path path;
  private DriverLoop loop;
  private int base;

  @BeforeEach
  void open() throws IOException {
    folder = Files.createTempDirectory("wu");
    path = folder.resolve("s");
    base = Descriptors.baseline();
    loop = new DriverLoop(driver.provider());
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

  @Test
  void bytes_inBothDirections_arrive() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    var accepting = loop.spawn(listener.accept());
    UnixStream client = loop.run(UnixStream.connect(path));
    UnixStream server = loop.join(accepting);
    loop.run(client.writeAll(bytes("ping")));
    loop.run(client.shutdown());
    assertThat(loop.run(new Drain(server))).asString(US_ASCII).isEqualTo("ping");
    loop.run(server.writeAll(bytes("po"), bytes("ng")));
    loop.run(server.closeAsync());
    assertThat(loop.run(new Drain(client))).asString(US_ASCII).isEqualTo("pong");
    assertThat(client.name()).isEqualTo(path.toString());
    assertThat(server).hasToString("UnixStream[" + path + "]");
  }

  @Test
  void moreThanTheSystemBuffers_isWaitedFor() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    UnixStream client = loop.run(UnixStream.connect(path));
    UnixStream server = loop.run(listener.accept());
    byte[] much = new byte[4 << 20];
    Arrays.fill(much, (byte) 7);
    var draining = loop.spawn(new Drain(server));
    loop.run(client.writeAll(ByteBuffer.wrap(much)));
    loop.run(client.closeAsync());
    assertThat(loop.join(draining)).isEqualTo(much);
  }

  @Test
  void read_cancelledWhilePending_losesNothing() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    UnixStream client = loop.run(UnixStream.connect(path));
    UnixStream server = loop.run(listener.accept());
    ByteBuffer buffer = ByteBuffer.allocate(8);
    var reading = loop.spawn(server.read(buffer));
    loop.settle();
    assertThat(reading.cancel()).isTrue();
    loop.run(client.writeAll(bytes("kept")));
    assertThat(loop.run(server.read(buffer))).isEqualTo(4);
  }

  @Test
  void close_whileReading_wakesTheReader() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    UnixStream client = loop.run(UnixStream.connect(path));
    var reading = loop.spawn(client.read(ByteBuffer.allocate(1)));
    loop.settle();
    loop.run(client.closeAsync());
    assertThatThrownBy(() -> loop.join(reading))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining(path.toString());
    loop.run(client.shutdown()); // harmless
    assertThat(loop.run(loop.run(listener.accept()).read(ByteBuffer.allocate(1))))
        .isEqualTo(AsyncRead.EOF);
  }

  @Test
  void bind_fileExists_namesThePathAndKeepsTheFile() throws Exception {
    Files.writeString(path, "mine");
    assertThatThrownBy(() -> loop.run(UnixListener.bind(path)))
        .isInstanceOf(BindException.class)
        .hasMessageStartingWith(path + ": ");
    assertThat(path).hasContent("mine");
  }

  @Test
  void connect_nobodyListens_namesThePath() throws Exception {
    assertThatThrownBy(() -> loop.run(UnixStream.connect(path)))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith(path + ": ");
    Files.createFile(path);
    assertThatThrownBy(() -> loop.run(UnixStream.connect(path)))
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith(path + ": ");
  }

  @Test
  void path_atTheLimit_worksAndOneByteMoreNamesTheLimit() throws Exception {
    int limit = driver.isLinux() ? 107 : 106; // the JDK takes one byte less
    Path longest = pathOf(limit);
    UnixListener listener = loop.run(UnixListener.bind(longest));
    UnixStream client = loop.run(UnixStream.connect(longest));
    loop.run(client.closeAsync());
    loop.run(listener.closeAsync());
    for (int bytes : new int[] {limit + 1, limit + 2, 200}) {
      Path tooLong = pathOf(bytes);
      assertThatThrownBy(() -> loop.run(UnixListener.bind(tooLong)))
          .isInstanceOf(SocketException.class)
          .hasMessageStartingWith(tooLong + ": ")
          .hasMessageContaining(bytes + " bytes")
          .hasMessageContaining(limit + (driver.isLinux() ? ")" : " bytes on Linux"));
      assertThatThrownBy(() -> loop.run(UnixStream.connect(tooLong)))
          .isInstanceOf(SocketException.class)
          .hasMessageContaining(bytes + " bytes");
    }
    assertThat(folder).isEmptyDirectory();
  }

  private Path pathOf(int bytes) {
    return folder.resolve("x".repeat(bytes - folder.toString().length() - 1));
  }

  @Test
  void path_withCharactersOfSeveralBytes_isMeasuredInBytes() {
    Path tooLong = folder.resolve("é".repeat(60));
    assertThatThrownBy(() -> loop.run(UnixListener.bind(tooLong)))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining((folder.toString().length() + 1 + 120) + " bytes");
  }

  @Test
  void abstractName_worksOnLinuxWithoutAFileAndIsRefusedByNameOnNio() throws Exception {
    if (driver.isLinux()) {
      abstractNamesWork();
    } else {
      assertThatThrownBy(() -> loop.run(UnixListener.bindAbstract("weft")))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("@weft")
          .hasMessageContaining("NIO");
      assertThatThrownBy(() -> loop.run(UnixStream.connectAbstract("weft")))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("@weft");
    }
  }

  private void abstractNamesWork() throws Exception {
    for (String name : List.of(folder + "/abstract", "x".repeat(93) + System.nanoTime() % 100)) {
      UnixListener listener = loop.run(UnixListener.bindAbstract(name));
      assertThat(listener.name()).isEqualTo("@" + name);
      assertThatThrownBy(() -> loop.run(UnixListener.bindAbstract(name)))
          .isInstanceOf(BindException.class)
          .hasMessageStartingWith("@" + name + ": ");
      UnixStream client = loop.run(UnixStream.connectAbstract(name));
      UnixStream server = loop.run(listener.accept());
      loop.run(client.writeAll(bytes("ping")));
      assertThat(loop.run(server.read(ByteBuffer.allocate(8)))).isEqualTo(4);
      assertThat(server.name()).isEqualTo("@" + name);
      // The JDK can't connect to it, but the system lists what others connect to: the exact name.
      assertThat(Files.readString(Path.of("/proc/net/unix"))).contains(" @" + name + "\n");
      loop.run(listener.closeAsync());
      assertThatThrownBy(() -> loop.run(UnixStream.connectAbstract(name)))
          .isInstanceOf(ConnectException.class)
          .hasMessageStartingWith("@" + name + ": ");
    }
    assertThat(folder).isEmptyDirectory();
    String tooLong = "x".repeat(108);
    assertThatThrownBy(() -> loop.run(UnixListener.bindAbstract(tooLong)))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith("@" + tooLong)
        .hasMessageContaining("108 bytes");
  }

  @Test
  void names_thatAreEmpty_areRefused() {
    assertThatThrownBy(() -> UnixListener.bindAbstract("")).hasMessageContaining("\"\"");
    assertThatThrownBy(() -> UnixListener.bind(Path.of(""))).hasMessageContaining("empty");
  }

  @Test
  void bind_folderThatIsMissingOrAFile_namesThePathAndTheReason() throws Exception {
    Path missing = folder.resolve("missing").resolve("s");
    assertThatThrownBy(() -> loop.run(UnixListener.bind(missing)))
        .isInstanceOf(IOException.class)
        .hasMessage(missing + ": No such file or directory");
    Path inFile = Files.createFile(path).resolve("s");
    assertThatThrownBy(() -> loop.run(UnixListener.bind(inFile)))
        .isInstanceOf(IOException.class)
        .hasMessage(inFile + ": Not a directory");
  }

  @Test
  void connect_queueOfTheListenerIsFull_failsAtOnceWithThePath() throws Exception {
    var task = new TestTask(loop.services());
    var sockets = loop.services().sockets();
    var listener = sockets.listenUnix(path.toString(), 1, task);
    var clients = new ArrayList<StreamSocket>();
    assertThatThrownBy(
            () -> {
              while (clients.size() < 10) {
                clients.add(sockets.connectUnix(path.toString()));
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(path + ": ");
    clients.forEach(StreamSocket::close);
    listener.close();
  }

  @Test
  void peerCredentials_areThoseOfThisProcess() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    UnixStream client = loop.run(UnixStream.connect(path));
    UnixStream server = loop.run(listener.accept());
    var owner = Files.getOwner(folder);
    assertThat(client.option(ExtendedSocketOptions.SO_PEERCRED).user()).isEqualTo(owner);
    assertThat(server.option(ExtendedSocketOptions.SO_PEERCRED).user()).isEqualTo(owner);
  }

  @Test
  void datagrams_onNio_areRefusedByTheDriversThatHaveThem() throws Exception {
    try (var nio = new DriverLoop()) {
      assertThatThrownBy(() -> nio.run(UnixDatagram.bind(path)))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("NIO has no Unix datagrams")
          .hasMessageContaining("EPOLL or IO_URING");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void driverWithoutUnixSockets_isNamed() throws Exception {
    DriverProvider bare =
        (DriverProvider)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DriverProvider.class},
                (proxy, method, arguments) ->
                    method.getName().equals("kind")
                        ? Weft.Driver.NIO
                        : InvocationHandler.invokeDefault(proxy, method, arguments));
    loop.services().sockets(bare);
    assertThatThrownBy(() -> loop.run(UnixListener.bind(path)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("NIO has no Unix sockets");
    assertThatThrownBy(() -> loop.run(UdpSocket.bind("127.0.0.1", 0)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("NIO has no UDP sockets");
  }

  @Test
  void close_removesTheFile_soThatThePathCanBeBoundAgain() throws Exception {
    for (int round = 0; round < 3; round++) {
      UnixListener listener = loop.run(UnixListener.bind(path));
      assertThat(path).exists();
      loop.run(listener.closeAsync());
      assertThat(path).doesNotExist();
    }
  }

  @Test
  void close_afterAnotherServerTookThePath_leavesItsFile() throws Exception {
    UnixListener first = loop.run(UnixListener.bind(path));
    Path aside = folder.resolve("aside"); // keeps the file's number from being given again
    Files.move(path, aside);
    UnixListener second = loop.run(UnixListener.bind(path));
    loop.run(first.closeAsync());
    assertThat(path).exists();
    loop.run(loop.run(UnixStream.connect(path)).closeAsync());
    loop.run(second.closeAsync());
    assertThat(path).doesNotExist();
  }

  @Test
  void accept_closedListener_failsAndItsStreamEnds() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    var accepting = loop.spawn(listener.accept());
    loop.settle();
    loop.run(listener.closeAsync());
    assertThatThrownBy(() -> loop.join(accepting))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining(path.toString());
    assertThat(loop.run(listener.next())).isNull();
  }

  @Test
  void accept_cancelledWhilePending_losesNoConnection() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    var accepting = loop.spawn(listener.accept());
    loop.settle();
    assertThat(accepting.cancel()).isTrue();
    UnixStream client = loop.run(UnixStream.connect(path));
    UnixStream server = loop.run(listener.accept());
    loop.run(client.writeAll(bytes("x")));
    assertThat(loop.run(server.read(ByteBuffer.allocate(1)))).isEqualTo(1);
  }

  @Test
  void runtimeClosed_closesEverySocketAndSaysSo() throws Exception {
    int before = Descriptors.count();
    try (var other = new DriverLoop(driver.provider())) {
      UnixListener listener = other.run(UnixListener.bind(path));
      UnixStream client = other.run(UnixStream.connect(path));
      UnixStream server = other.run(listener.accept());
      var reading = other.spawn(client.read(ByteBuffer.allocate(1)));
      other.settle();
      other.close();
      assertThatThrownBy(() -> other.join(reading)).isInstanceOf(RuntimeClosedException.class);
      assertThatThrownBy(() -> server.pollRead(ByteBuffer.allocate(1), Context.of(Waker.noop())))
          .isInstanceOf(RuntimeClosedException.class);
    }
    Descriptors.assertBackAt(before);
  }

  @Test
  void options_ofAStream_areSetAndRead() throws Exception {
    UnixListener listener = loop.run(UnixListener.bind(path));
    UnixStream client = loop.run(UnixStream.connect(path));
    client.setOption(StandardSocketOptions.SO_SNDBUF, 64 * 1024);
    assertThat(client.option(StandardSocketOptions.SO_SNDBUF)).isGreaterThanOrEqualTo(64 * 1024);
    assertThatThrownBy(() -> client.option(StandardSocketOptions.TCP_NODELAY))
        .isInstanceOf(UnsupportedOperationException.class);
    loop.run(listener.closeAsync());
  }

  @Test
  void spi_askedForAnAddressOfIp_saysThatThereIsNone() throws Exception {
    var sockets = loop.services().sockets();
    var task = new TestTask(loop.services());
    var listener = sockets.listenUnix(path.toString(), 1, task);
    assertThatThrownBy(listener::localAddress).isInstanceOf(UnsupportedOperationException.class);
    var stream = sockets.connectUnix(path.toString());
    assertThat(stream.finishConnect(task)).isTrue();
    assertThatThrownBy(stream::remoteAddress).isInstanceOf(UnsupportedOperationException.class);
    stream.close();
    listener.close();
  }
}

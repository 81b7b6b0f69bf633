package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.fs.AsyncFiles;
import dev.weft.process.Command;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What the world refuses fails at once, with the address or the path and the reason. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BadInputTest {

  private static final Duration AT_ONCE = Duration.ofSeconds(20);

  @Parameter Weft.Driver kind;

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void open() {
    weft = Weft.builder().driver(kind).workers(1).build();
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private void assertFails(Future<?> future, String place, String reason) {
    assertThatThrownBy(() -> weft.blockOn(Async.timeout(AT_ONCE, future)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(place)
        .message()
        .containsPattern(reason);
  }

  @Test
  void connection_refused_isNamed() throws Exception {
    int port;
    try (var gone = new ServerSocket(0)) {
      port = gone.getLocalPort();
    }
    assertFails(TcpStream.connect("127.0.0.1", port), "127.0.0.1:" + port, "Connection refused");
  }

  @Test
  void host_unknown_isNamed() {
    for (Future<?> each :
        new Future<?>[] {
          TcpStream.connect("weft.invalid", 80), // a name that never exists, by RFC 6761
          TcpListener.bind("weft.invalid", 80),
          UdpSocket.connect("weft.invalid", 80),
          UdpSocket.bind("weft.invalid", 80)
        }) {
      assertThatThrownBy(() -> weft.blockOn(Async.timeout(AT_ONCE, each)))
          .isInstanceOf(UnknownHostException.class)
          .hasMessageContaining("weft.invalid");
    }
  }

  @Test
  void address_ofAnotherMachine_cannotBeBound() {
    String reason = "[Cc]an(not|'t) assign requested address";
    assertFails(TcpListener.bind("192.0.2.1", 0), "192.0.2.1:0", reason);
    assertFails(UdpSocket.bind("192.0.2.1", 0), "192.0.2.1:0", reason);
  }

  @Test
  void path_tooLong_isNamed() {
    Path socket = folder.resolve("s".repeat(150));
    assertFails(UnixListener.bind(socket), socket.toString(), "too long.* bytes");
    assertFails(UnixStream.connect(socket), socket.toString(), "too long.* bytes");
    Path file = folder.resolve("f".repeat(300));
    assertFails(AsyncFiles.readAll(file), file.toString(), "File name too long");
  }

  @Test
  void path_thatIsMissing_isNamed() {
    Path missing = folder.resolve("missing");
    assertFails(AsyncFiles.readAll(missing), missing.toString(), ": No such file or directory");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.readAll(missing)))
        .isInstanceOf(NoSuchFileException.class);
    assertFails(UnixStream.connect(missing), missing.toString(), "No such file or directory");
    assertFails(Command.of(missing.toString()).status(), missing.toString(), "No such file");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void permission_missing_isNamed() throws Exception {
    Path plain = Files.createFile(folder.resolve("plain")); // not even root can run it
    assertFails(Command.of(plain.toString()).status(), plain.toString(), "Permission denied");
    Path inProc = Path.of("/proc/self/weft"); // where nobody makes files
    String reason = "Permission denied|Operation not permitted|No such file or directory";
    assertFails(UnixListener.bind(inProc), inProc.toString(), reason);
    assertFails(AsyncFiles.writeString(inProc, "x"), inProc.toString(), reason);
    assertThat(folder).isDirectoryContaining(plain::equals);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void disk_full_isNamed() {
    Path full = Path.of("/dev/full");
    assertFails(AsyncFiles.writeString(full, "x"), "/dev/full", ": No space left on device");
    assertFails(AsyncFiles.appendString(full, "x"), "/dev/full", ": No space left on device");
  }
}

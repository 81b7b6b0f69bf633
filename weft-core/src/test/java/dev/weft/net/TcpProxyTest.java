package dev.weft.net;

import static dev.weft.Async.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.*;
import dev.weft.io.AsyncRead;
import dev.weft.io.CopyCounts;
import dev.weft.io.Io;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A client and a server with a copy both ways in between. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TcpProxyTest {

  private static final int ROUNDS = 300;

  @Parameter Weft.Driver kind;

  private final ByteBuffer room = ByteBuffer.allocate(100);
  private Weft weft;
  private TcpStream client;
  private TcpStream inside;
  private TcpStream outside;
  private TcpStream server;
  private JoinHandle<CopyCounts> proxy;

  @BeforeEach
  void open() throws Exception {
    weft = Weft.builder().driver(kind).workers(2).build();
    TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
    client = weft.blockOn(TcpStream.connect(listener.localAddress()));
    inside = weft.blockOn(listener.accept());
    outside = weft.blockOn(TcpStream.connect(listener.localAddress()));
    server = weft.blockOn(listener.accept());
    weft.blockOn(listener.closeAsync());
    proxy = weft.spawn(Io.copyBidirectional(inside, outside));
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count);
  }

  @Test
  void halfClose_ofEachSide_isPassedOnAndTheOtherDirectionGoesOn() throws Exception {
    weft.blockOn(client.writeAll(bytes(7)));
    weft.blockOn(client.shutdown());
    weft.blockOn(Io.readExactly(server, bytes(7)));
    assertThat(weft.blockOn(server.read(room))).isEqualTo(AsyncRead.EOF);
    for (int i = 0; i < 3; i++) {
      weft.blockOn(server.writeAll(bytes(5)));
      weft.blockOn(Io.readExactly(client, bytes(5)));
    }
    assertThat(proxy.isFinished()).isFalse();
    weft.blockOn(server.shutdown());
    assertThat(weft.blockOn(client.read(room))).isEqualTo(AsyncRead.EOF);
    assertThat(weft.blockOn(proxy)).isEqualTo(new CopyCounts(7, 15));
  }

  @Test
  void halfClosedConnection_whileTheOtherDirectionGoesOn_causesNoBusyWork() throws Exception {
    weft.blockOn(client.shutdown());
    assertThat(weft.blockOn(server.read(room))).isEqualTo(AsyncRead.EOF);
    Weft.Metrics before = weft.metrics();
    for (int i = 0; i < ROUNDS; i++) {
      weft.blockOn(server.writeAll(bytes(1)));
      weft.blockOn(Io.readExactly(client, bytes(1)));
    }
    Weft.Metrics after = weft.metrics();
    // An end that is reported over and over would wake the copy, or end a wait, without bound.
    assertThat(after.polls() - before.polls()).isLessThan(10L * ROUNDS);
    assertThat(after.parks() - before.parks()).isLessThan(10L * ROUNDS);
  }

  @Test
  void reset_ofOneSide_endsTheCopyWithItsAddress() throws Exception {
    weft.blockOn(client.writeAll(bytes(1)));
    weft.blockOn(Io.readExactly(server, bytes(1)));
    client.setOption(StandardSocketOptions.SO_LINGER, 0);
    weft.blockOn(client.closeAsync());
    assertThatThrownBy(() -> weft.blockOn(proxy))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(":" + inside.remoteAddress().getPort());
    weft.blockOn(outside.closeAsync()); // for the copy owns neither
    assertThat(weft.blockOn(server.read(room))).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void copy_abortedWhileTheServerTakesNothing_leavesTheStreamsUsable() throws Exception {
    JoinHandle<Void> filling = weft.spawn(client.writeAll(bytes(50_000_000)));
    Eventually.until("both wait", () -> idle() == 2);
    proxy.abort();
    assertThatThrownBy(() -> weft.blockOn(proxy)).isInstanceOf(CancellationException.class);
    weft.blockOn(inside.writeAll(bytes(3)));
    weft.blockOn(Io.readExactly(client, bytes(3)));
    filling.abort();
    assertThatThrownBy(() -> weft.blockOn(filling)).isInstanceOf(CancellationException.class);
  }

  private long idle() {
    return weft.dump().tasks().stream().filter(task -> task.state().equals("idle")).count();
  }
}

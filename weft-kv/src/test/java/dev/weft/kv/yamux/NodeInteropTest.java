package dev.weft.kv.yamux;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.Async.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.io.Io;
import dev.weft.kv.testkit.NodePeer;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions with implementations that others have written, over a loopback socket. */
final class NodeInteropTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int LENGTH = 700_000;
  private static final int STREAMS = 8;

  private final List<String> failures = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"libp2p.mjs", "yamuxjs.mjs"})
  void server_withAnIndependentClient_echoesEveryStream(String script) throws Exception {
    try (Weft weft = Weft.create();
        TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0))) {
      var serving = weft.spawn(serveOne(listener));
      String port = Integer.toString(listener.localAddress().getPort());
      try (NodePeer peer = NodePeer.start(script, "client", port)) {
        assertThat(peer.lineAfter("done")).isEmpty();
      }
      weft.blockOn(timeout(LIMIT, serving));
    }
    // Only libp2p's client cuts a stream off.
    if (script.startsWith("libp2p")) {
      assertThat(failures).singleElement().asString().matches("The peer has reset stream \\d+.");
    } else {
      assertThat(failures).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"libp2p.mjs", "yamuxjs.mjs"})
  void client_withAnIndependentServer_getsItsBytesBack(String script) throws Exception {
    try (Weft weft = Weft.create();
        NodePeer peer = NodePeer.start(script, "server")) {
      int port = Integer.parseInt(peer.lineAfter("port "));
      weft.blockOn(timeout(LIMIT, client(port, script.startsWith("libp2p"))));
    }
  }

  @Test
  void client_ofAStreamThatThePeerCutsOff_seesTheReset() throws Exception {
    try (Weft weft = Weft.create();
        NodePeer peer = NodePeer.start("libp2p.mjs", "server")) {
      int port = Integer.parseInt(peer.lineAfter("port "));
      assertThatThrownBy(() -> weft.blockOn(timeout(LIMIT, cutOff(port))))
          .isInstanceOf(StreamResetException.class);
    }
  }

  private Future<Void> serveOne(TcpListener listener) {
    return scope(
        streams -> {
          TcpStream connection = await(listener.accept());
          Prefixed<TcpStream> prefixed = Prefixed.of(connection);
          assertThat(await(Yamux.detect(prefixed))).isTrue();
          YamuxSession session = YamuxSession.server(prefixed, YamuxOptions.DEFAULT);
          var run = streams.spawn(session.run());
          while (true) {
            YamuxStream stream = await(session.accept());
            if (stream == null) {
              await(run);
              return null;
            }
            streams.spawn(echo(stream));
          }
        });
  }

  private Future<Void> echo(YamuxStream stream) {
    return async(
        () -> {
          try (stream) {
            ByteBuffer buffer = ByteBuffer.allocate(20_000);
            while (await(stream.read(buffer)) != YamuxStream.EOF) {
              buffer.flip();
              if (StandardCharsets.US_ASCII.decode(buffer.duplicate()).toString().equals("reset")) {
                stream.reset();
                return;
              }
              await(stream.writeAll(buffer));
              buffer.clear();
            }
          } catch (IOException failure) {
            failures.add(failure.getMessage());
          }
        });
  }

  private Future<Void> client(int port, boolean understandsEnds) {
    return scope(
        tasks -> {
          TcpStream connection = await(TcpStream.connect("127.0.0.1", port));
          YamuxSession session = YamuxSession.client(connection, YamuxOptions.DEFAULT);
          tasks.spawn(session.run());
          var streams = new ArrayList<Future<Void>>();
          for (int i = 0; i < STREAMS; i++) {
            streams.add(tasks.spawn(exchange(await(session.open()), (byte) i, understandsEnds)));
          }
          for (Future<Void> each : streams) {
            await(each);
          }
          await(session.ping());
          await(session.closeAsync());
          return null;
        });
  }

  private static Future<Void> exchange(YamuxStream stream, byte seed, boolean understandsEnds) {
    return scope(
        tasks -> {
          try (stream) {
            var sent = new byte[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
              sent[i] = (byte) (seed + i / 3);
            }
            tasks.spawn(send(stream, sent, understandsEnds));
            ByteBuffer got = ByteBuffer.allocate(LENGTH);
            await(Io.readExactly(stream, got));
            assertThat(got.array()).isEqualTo(sent);
            if (understandsEnds) {
              assertThat(await(stream.read(ByteBuffer.allocate(1)))).isEqualTo(YamuxStream.EOF);
            }
            return null;
          }
        });
  }

  private static Future<Void> send(YamuxStream stream, byte[] bytes, boolean thenEnd) {
    return async(
        () -> {
          await(stream.writeAll(ByteBuffer.wrap(bytes)));
          if (thenEnd) {
            await(stream.shutdown());
          }
        });
  }

  private static Future<Void> cutOff(int port) {
    return scope(
        tasks -> {
          TcpStream connection = await(TcpStream.connect("127.0.0.1", port));
          YamuxSession session = YamuxSession.client(connection, YamuxOptions.DEFAULT);
          tasks.spawn(session.run());
          try (session;
              YamuxStream stream = await(session.open())) {
            await(stream.writeAll(ByteBuffer.wrap("reset".getBytes(StandardCharsets.US_ASCII))));
            await(stream.read(ByteBuffer.allocate(10)));
          }
          return null;
        });
  }
}

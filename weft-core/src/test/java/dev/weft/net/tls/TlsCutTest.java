package dev.weft.net.tls;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.net.tls.Faulty.Fault;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A connection that is cut at each of its steps, from the first to the last. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TlsCutTest {

  private static final int BYTES = 40_000;
  private static final int MOST_STEPS = 200;
  private static final Duration LONG = Duration.ofSeconds(30);

  private Weft weft;
  private Endpoint serverSide;
  private Endpoint clientSide;
  private int serverBuffers;
  private int clientBuffers;

  @BeforeEach
  void open() throws Exception {
    weft = Weft.builder().workers(1).onUnhandled(failed -> {}).build();
    serverSide = Endpoint.ofServer(Certs.serverOptions());
    clientSide = Endpoint.ofClient(Certs.clientOptions());
  }

  @AfterEach
  void close() {
    weft.close();
  }

  @ParameterizedTest
  @CsvSource({
    "IO_ERROR, true", "IO_ERROR, false",
    "IO_ERROR_WITHOUT_TEXT, true", "IO_ERROR_WITHOUT_TEXT, false",
    "UNCHECKED, true", "UNCHECKED, false"
  })
  void transport_thatFailsAtAnyCall_isClosedAndNamedAndKeepsNoBuffer(Fault fault, boolean ofClient)
      throws Exception {
    int steps = 0;
    Faulty broken;
    do {
      steps++;
      DuplexPair pair = Io.duplex(20_000);
      var client = new Faulty(pair.first(), ofClient ? fault : Fault.NONE, steps);
      var server = new Faulty(pair.second(), ofClient ? Fault.NONE : fault, steps);
      broken = ofClient ? client : server;
      JoinHandle<Void> answering = weft.spawn(answer(accepting(server)));
      JoinHandle<Void> asking = weft.spawn(ask(connecting(client)));
      Throwable ofAnswer = failure(answering);
      Throwable ofQuestion = failure(asking);
      Throwable failure = ofClient ? ofQuestion : ofAnswer;
      assertThat(client.isClosed()).as("client, step %s", steps).isTrue();
      assertThat(server.isClosed()).as("server, step %s", steps).isTrue();
      noBufferIsMissing(steps);
      if (failure != null) {
        check(failure, fault, steps);
      }
    } while (broken.hasFailed() && steps < MOST_STEPS);
    assertThat(steps).isBetween(10, MOST_STEPS - 1);
  }

  @Test
  void handshake_cancelledAtAnyPoll_closesItsTransportAndKeepsNoBuffer() throws Exception {
    for (boolean ofClient : new boolean[] {true, false}) {
      int polls = 0;
      boolean cut;
      do {
        DuplexPair pair = Io.duplex(20_000);
        var client = new Faulty(pair.first(), Fault.NONE, 0);
        var server = new Faulty(pair.second(), Fault.NONE, 0);
        var shorter = new Cut<>(ofClient ? connecting(client) : accepting(server), polls);
        JoinHandle<Void> answering = weft.spawn(answer(ofClient ? accepting(server) : shorter));
        JoinHandle<Void> asking = weft.spawn(ask(ofClient ? shorter : connecting(client)));
        Throwable ofAnswer = failure(answering);
        Throwable ofQuestion = failure(asking);
        cut = shorter.cancelled;
        polls++;
        if (cut && polls > 1) { // before its first poll it has done nothing
          assertThat(client.isClosed()).as("client, poll %s", polls).isTrue();
          assertThat(server.isClosed()).as("server, poll %s", polls).isTrue();
          assertThat(ofClient ? ofQuestion : ofAnswer).isInstanceOf(CancellationException.class);
        }
        noBufferIsMissing(polls);
      } while (cut && polls < MOST_STEPS);
      assertThat(polls).isBetween(3, MOST_STEPS - 1);
    }
  }

  private static void check(Throwable failure, Fault fault, int step) {
    var named = assertThat(failure).as("step %s", step);
    switch (fault) {
      case IO_ERROR ->
          named
              .isInstanceOf(IOException.class)
              .hasMessageStartingWith(Faulty.NAME)
              .hasMessageContaining(Faulty.REASON);
      case IO_ERROR_WITHOUT_TEXT ->
          named.isInstanceOf(IOException.class).satisfies(TlsCutTest::isNamedOrTheTransportsOwn);
      default -> named.isInstanceOf(IllegalStateException.class).hasMessage(Faulty.REASON);
    }
  }

  /** In the handshake the failure is told as one of it; later it is handed on as it is. */
  private static void isNamedOrTheTransportsOwn(Throwable failure) {
    if (!(failure instanceof ClosedChannelException)) {
      assertThat(failure)
          .hasMessageContaining(Faulty.NAME)
          .hasMessageContaining("ClosedChannelException");
    }
  }

  private void noBufferIsMissing(int step) {
    assertThat(serverSide.pool().size()).as("step %s", step).isGreaterThanOrEqualTo(serverBuffers);
    assertThat(clientSide.pool().size()).as("step %s", step).isGreaterThanOrEqualTo(clientBuffers);
    serverBuffers = serverSide.pool().size();
    clientBuffers = clientSide.pool().size();
  }

  private @Nullable Throwable failure(JoinHandle<Void> task) {
    try {
      weft.blockOn(timeout(LONG, task));
      return null;
    } catch (TimeoutException stuck) {
      throw new AssertionError("A side is stuck: " + weft.dump(), stuck);
    } catch (Exception failure) {
      return failure;
    }
  }

  private Handshake connecting(Faulty end) {
    return new Handshake(
        clientSide,
        new Transport(end, end, end),
        () -> clientSide.clientEngine(Certs.HOST, 0),
        "connect");
  }

  private Handshake accepting(Faulty end) {
    return new Handshake(
        serverSide, new Transport(end, end, end), serverSide::serverEngine, "accept");
  }

  private static Future<Void> ask(Future<TlsStream> handshake) {
    return async(
        () -> {
          try (TlsStream stream = await(handshake)) {
            await(stream.writeAll(ByteBuffer.allocate(BYTES)));
            await(stream.flush());
            await(readAll(stream));
            await(stream.shutdown());
            await(end(stream));
          }
          return null;
        });
  }

  private static Future<Void> answer(Future<TlsStream> handshake) {
    return async(
        () -> {
          try (TlsStream stream = await(handshake)) {
            await(readAll(stream));
            await(stream.writeAll(ByteBuffer.allocate(BYTES)));
            await(stream.flush());
            await(end(stream));
            await(stream.shutdown());
          }
          return null;
        });
  }

  private static Future<Void> end(TlsStream stream) {
    return async(
        () -> {
          assertThat(await(stream.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
          return null;
        });
  }

  private static Future<Void> readAll(TlsStream stream) {
    return async(
        () -> {
          ByteBuffer target = ByteBuffer.allocate(BYTES);
          while (target.hasRemaining()) {
            if (await(stream.read(target)) == AsyncRead.EOF) {
              throw new EOFException(stream + " ended too early.");
            }
          }
          return null;
        });
  }

  /** A future that is cancelled after some polls. */
  private static final class Cut<T> extends LeafFuture<T> {
    private final RawFuture<T> future;
    private int left;
    private volatile boolean cancelled;

    Cut(Future<T> future, int polls) {
      this.future = RawFuture.own(future);
      this.left = polls;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws Exception {
      if (left-- == 0) {
        cancelled = true;
        if (future.cancel()) {
          throw new Cancellation("It was cut.");
        }
      }
      return future.pollRaw(cx);
    }

    @Override
    protected boolean cancelLeaf() {
      return future.cancel();
    }
  }
}

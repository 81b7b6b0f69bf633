package dev.weft.kv.testkit;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.server.KvServer;
import dev.weft.kv.server.KvServerBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server on a free port with a runtime of its own, stopped in the orderly way. */
public final class RunningServer implements AutoCloseable {

  private final Weft weft;
  private final KvServer server;
  private final JoinHandle<Void> serving;

  private RunningServer(Weft weft, KvServer server) {
    this.weft = weft;
    this.server = server;
    serving = weft.spawn(server.serve());
  }

  public static RunningServer start() throws Exception {
    return start(builder -> builder);
  }

  public static RunningServer start(UnaryOperator<KvServerBuilder> settings) throws Exception {
    Weft weft = Weft.builder().workers(2).name("kv-test").build();
    try {
      var builder = KvServer.builder().address("127.0.0.1", 0).idleTimeout(Duration.ofSeconds(30));
      return new RunningServer(weft, weft.blockOn(settings.apply(builder).bind()));
    } catch (Exception | Error failure) {
      weft.close();
      throw failure;
    }
  }

  public int port() {
    return server.localAddress().getPort();
  }

  public Weft weft() {
    return weft;
  }

  /** Runs a future on the server's runtime. */
  public <T> T run(Future<T> future) throws Exception {
    return weft.blockOn(future);
  }

  public KvClient client() throws Exception {
    return run(KvClient.connect("127.0.0.1", port()));
  }

  public RawConnection connect() throws IOException {
    return RawConnection.to(port());
  }

  /** A connection for which the system keeps little that its client hasn't read. */
  public RawConnection connectWithSmallBuffer() throws IOException {
    return RawConnection.withSmallBuffer(port());
  }

  public void shutdown() {
    server.shutdown();
  }

  public boolean isServing() {
    return !serving.isFinished();
  }

  /** Waits until the server has stopped by itself. */
  public void awaitEnd() throws Exception {
    weft.blockOn(serving);
  }

  @Override
  public void close() {
    try {
      shutdown();
      awaitEnd();
    } catch (Exception failure) {
      throw new AssertionError("the server didn't stop in the orderly way", failure);
    } finally {
      weft.close();
    }
  }
}

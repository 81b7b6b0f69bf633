package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.selectBiased;
import static dev.weft.Async.timeout;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.Scope;
import dev.weft.Selected.First;
import dev.weft.Selected.Second;
import dev.weft.kv.command.Service;
import dev.weft.kv.internal.ServicesOfTask;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import dev.weft.spi.Clock;
import dev.weft.sync.AsyncSemaphore;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A KV server that listens. It answers from {@link #serve} on, until {@link #shutdown}.
 *
 * {@snippet class="dev.weft.kv.snippets.KvSnippets" region="server"}
 *
 * <p>Each connection has a task, which answers its requests in order, one at a time; answers to
 * requests that came together go out together. With the highest number of connections being served,
 * further ones are not accepted: they wait in the system's queue, and none is turned away until
 * that is full. A connection that sends what is no request is closed without an answer, and so is
 * one that is silent for too long or stops in the middle of a request; subscribers may be silent
 * for ever. The others notice nothing. Such ends are logged, up to 10 of a kind in 10 s and the
 * number of those beyond.
 *
 * <p><em>Threads:</em> {@link #shutdown} may be called from any thread.
 */
public final class KvServer implements AsyncCloseable {

  /** Connections that are served at once, unless told otherwise. */
  public static final int DEFAULT_MAX_CONNECTIONS = KvServerBuilder.DEFAULT_MAX_CONNECTIONS;

  /** The highest number of connections that may be asked for. */
  public static final int MAX_CONNECTIONS = KvServerBuilder.MAX_CONNECTIONS;

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final TcpListener listener;
  private final Settings settings;
  private final RequestServer requests;
  private final AsyncSemaphore places;
  private final StopSignal stop = new StopSignal();

  KvServer(
      TcpListener listener, Settings settings, Service service, @Nullable ServerMetrics metrics) {
    this.listener = listener;
    this.settings = settings;
    this.requests = new RequestServer(service, stop, settings, metrics);
    this.places = new AsyncSemaphore(settings.maxConnections());
  }

  /**
   * Settings for a new server.
   *
   * @return a builder with the defaults
   */
  public static KvServerBuilder builder() {
    return new KvServerBuilder();
  }

  /**
   * Where it listens.
   *
   * @return the address, with the port that was picked
   */
  public InetSocketAddress localAddress() {
    return listener.localAddress();
  }

  /**
   * Serves connections until {@link #shutdown}; then it stops accepting, finishes the requests that
   * are in flight and closes the connections. To be run once.
   *
   * <p><em>Cancellation:</em> closes everything at once; requests in flight are not finished.
   *
   * @return completes when everything is closed
   */
  public Future<Void> serve() {
    return async(
        () -> {
          Clock clock = await(new ServicesOfTask()).clock();
          try (Scope connections = Scope.open().supervised()) {
            connections.spawn(requests.closings().reportLate(stop, clock));
            try (listener) {
              await(accept(connections));
            }
            try {
              await(timeout(settings.shutdownLimit(), connections.join()));
            } catch (TimeoutException late) {
              LOG.log(
                  Level.WARNING,
                  () ->
                      "Requests in flight didn't end within "
                          + settings.shutdownLimit()
                          + "; their connections are closed now.");
            }
          } finally {
            requests.closings().reportAll();
          }
        });
  }

  /** Asks the server to stop. Returns at once; {@link #serve} completes when it has. */
  public void shutdown() {
    stop.stop();
  }

  /** Stops the server and frees its address, also if it was never run. */
  @Override
  public Future<Void> closeAsync() {
    stop.stop();
    return listener.closeAsync();
  }

  private Future<Void> accept(Scope connections) {
    return async(
        () -> {
          while (true) {
            AsyncSemaphore.Permit place =
                switch (await(selectBiased(stop.stopped(), places.acquire()))) {
                  case First(_) -> null;
                  case Second(var permit) -> permit;
                };
            if (place == null) {
              return;
            }
            TcpStream stream =
                switch (await(selectBiased(stop.stopped(), listener.accept()))) {
                  case First(_) -> null;
                  case Second(var accepted) -> accepted;
                };
            if (stream == null) {
              return;
            }
            connections.spawn(serve(stream, place));
          }
        });
  }

  private Future<Void> serve(TcpStream stream, AsyncSemaphore.Permit place) {
    Future<Void> served = settings.transport().serve(stream, requests);
    return new Seat(
        served, place, stream.remoteAddress(), requests.closings(), requests.metrics());
  }

  @Override
  public String toString() {
    return "KvServer[" + localAddress() + "]";
  }
}

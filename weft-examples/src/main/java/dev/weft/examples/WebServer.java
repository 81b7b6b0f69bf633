package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.Selected.First;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import dev.weft.signal.Signals;
import dev.weft.sync.AsyncSemaphore;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A web server that reads a request, asks a database and answers. Try it with {@code curl
 * localhost:8080/books} and {@code curl -d "Moby-Dick" localhost:8080/books}; Ctrl-C stops it.
 */
public final class WebServer {

  private WebServer() {}

  /**
   * Serves until the process is told to stop by INT or TERM; requests that have begun are answered.
   *
   * @param args the port, or nothing for 8080
   * @throws Exception if the port can't be opened
   */
  public static void main(String[] args) throws Exception {
    int port = args.length == 0 ? 8080 : Integer.parseInt(args[0]);
    try (Weft weft = Weft.create();
        BookShelf books = BookShelf.open("shelf")) {
      weft.blockOn(run(port, new BookSite(books), IO::println));
    }
  }

  static Future<Void> run(int port, BookSite site, Consumer<String> say) {
    return async(
        () -> {
          JoinHandle<String> stop = spawn(Signals.once("INT", "TERM"));
          try (TcpListener listener = await(TcpListener.bind("127.0.0.1", port))) {
            say.accept("listening on port " + listener.localAddress().getPort());
            await(serve(listener, site, WebLimits.DEFAULTS, stop));
            say.accept("stopped by " + await(stop));
          } finally {
            stop.abort();
          }
        });
  }

  // @start region="serve"
  /**
   * One task per connection. When {@code stop} completes, no more are taken, those that are idle
   * end, and requests that have begun are answered; what takes longer than the limit is cut off.
   */
  static Future<@Nullable Void> serve(
      TcpListener listener, BookSite site, WebLimits limits, JoinHandle<String> stop) {
    return scope(
        connections -> {
          connections.supervised();
          var places = new AsyncSemaphore(limits.connections());
          while (await(select(listener.accept(), stop)) instanceof First(TcpStream client)) {
            Optional<AsyncSemaphore.Permit> place = places.tryAcquire();
            connections
                .spawn(
                    place.isPresent()
                        ? talk(place.get(), new HttpConnection(client, site, limits, stop))
                        : new HttpConnection(client, site, limits, stop).turnAway())
                .detach();
          }
          await(listener.closeAsync());
          try {
            await(timeout(limits.stop(), connections.join()));
          } catch (TimeoutException late) {
            connections.cancel();
          }
          return null; // once all connections are closed
        });
  }

  private static Future<Void> talk(AsyncSemaphore.Permit place, HttpConnection connection) {
    return async(
        () -> {
          try (place) {
            await(connection.talk());
          }
        });
  }
  // @end
}

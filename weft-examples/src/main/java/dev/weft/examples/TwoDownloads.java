package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.net.TcpListener;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** Downloads two pages at the same time and goes on when both are there. */
public final class TwoDownloads {

  private TwoDownloads() {}

  /**
   * Serves two pages on this machine and downloads them.
   *
   * @param args not used
   * @throws Exception if the network fails
   */
  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.create()) {
      weft.blockOn(run(TwoDownloads::page, IO::println));
    }
  }

  private static Future<String> page(String path) {
    return async(
        () -> {
          await(sleep(Duration.ofMillis(20))); // a slow site
          return "This is " + path + ".";
        });
  }

  static Future<Void> run(TinySite.Pages pages, Consumer<String> say) {
    return async(
        () -> {
          try (TcpListener listener = await(TcpListener.bind("127.0.0.1", 0));
              Scope background = Scope.open()) {
            background.spawn(TinySite.serve(listener, pages));
            await(downloadBoth(listener.localAddress(), say));
          } // leaving the scope stops the site and waits until it has stopped
        });
  }

  // @start region="both"
  static Future<Void> downloadBoth(InetSocketAddress site, Consumer<String> say) {
    return async(
        () -> {
          // Nothing has started yet: a future only describes what is to be done.
          Future<String> first = TinySite.download(site, "/first");
          Future<String> second = TinySite.download(site, "/second");

          // Both run from here on, in this task. Two awaits would run them one after the other.
          Join2<String, String> both = await(join(first, second));
          say.accept(both.first());
          say.accept(both.second());
        });
  }
  // @end
}

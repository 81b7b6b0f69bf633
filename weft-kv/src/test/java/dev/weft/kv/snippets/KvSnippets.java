package dev.weft.kv.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.client.KvSubscription;
import dev.weft.kv.proto.Value;
import dev.weft.kv.server.KvServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What the documentation shows; run by {@link KvSnippetsTest}. */
public final class KvSnippets {

  private KvSnippets() {}

  /** A server that runs until somebody calls its {@code shutdown}. */
  public static Future<Void> serve(Consumer<KvServer> started) {
    // @start region="server"
    return async(
        () -> {
          KvServer server =
              await(KvServer.builder().address("127.0.0.1", 0).maxConnections(1_000).bind());
          started.accept(server); // keep it: shutdown() may be called from any thread
          await(server.serve());
        });
    // @end
  }

  /** A few requests over one connection. */
  public static Future<String> client(int port) {
    // @start region="client"
    return async(
        () -> {
          try (KvClient client = await(KvClient.connect("127.0.0.1", port))) {
            await(client.hset("fruit", "apple", Value.newBuilder().setString("red").build()));
            Value value = await(client.hget("fruit", "apple"));
            return value == null ? "nothing" : value.getString();
          }
        });
    // @end
  }

  /** The first messages of a topic. */
  public static Future<List<String>> subscriber(KvClient client, int messages) {
    // @start region="subscriber"
    return async(
        () -> {
          var seen = new ArrayList<String>();
          try (KvSubscription news = await(client.subscribe("news"))) {
            while (seen.size() < messages) {
              List<Value> values = await(news.next());
              if (values == null) {
                break; // unsubscribed, or the server stopped
              }
              values.forEach(value -> seen.add(value.getString()));
            }
          }
          return seen;
        });
    // @end
  }
}

package dev.weft.kv.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;

import dev.weft.Future;
import dev.weft.kv.client.Backoff;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.client.KvException;
import dev.weft.kv.client.KvFeed;
import dev.weft.kv.client.KvPipeline;
import dev.weft.kv.client.KvSubscription;
import dev.weft.kv.client.KvUnknownOutcomeException;
import dev.weft.kv.proto.Value;
import dev.weft.kv.server.KvServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
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

  /** A client with settings of its own. */
  public static Future<KvClient> settings(int port) {
    // @start region="settings"
    return KvClient.builder()
        .address("127.0.0.1", port)
        .connections(1, 8)
        .maxInFlight(64)
        .requestTimeout(Duration.ofSeconds(2))
        .reconnect(new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), Backoff.UNLIMITED))
        .connect();
    // @end
  }

  /** Requests in order that aren't awaited one by one. */
  public static Future<Void> pipeline(KvClient client, List<String> lines) {
    // @start region="pipeline"
    return async(
        () -> {
          try (KvPipeline pipeline = await(client.pipeline())) {
            var requests = new ArrayList<Future<Value>>();
            for (String line : lines) {
              Value value = Value.newBuilder().setString(line).build();
              requests.add(pipeline.hset("log", "last", value));
            }
            await(join(requests)); // the last line wins
          }
        });
    // @end
  }

  /** Tells an outcome that isn't known from one that is. */
  public static Future<String> careful(KvClient client, Value value) {
    // @start region="outcome"
    return async(
        () -> {
          try {
            await(client.hset("account", "balance", value));
            return "stored";
          } catch (KvException refused) {
            return "refused: " + refused.getMessage();
          } catch (KvUnknownOutcomeException lost) {
            return "stored or not"; // read it, or store it again if that does no harm
          } catch (TimeoutException late) {
            return "stored, or not, or later"; // its message says whether it was sent
          } catch (IOException gone) {
            return "not stored";
          }
        });
    // @end
  }

  /** A topic over breaks of the connection. */
  public static Future<List<String>> feed(KvClient client, int items) {
    // @start region="feed"
    return async(
        () -> {
          var seen = new ArrayList<String>();
          try (KvFeed news = await(client.resubscribing("news"))) {
            while (seen.size() < items) {
              switch (await(news.next())) {
                case KvFeed.Message(List<Value> values) ->
                    values.forEach(value -> seen.add(value.getString()));
                case KvFeed.Gap(IOException reason) -> seen.add("something may be missing");
                case null -> throw new IllegalStateException("closed by somebody else");
              }
            }
          }
          return seen;
        });
    // @end
  }
}

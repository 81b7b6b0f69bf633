package dev.weft.kv.snippets;

import static dev.weft.kv.testkit.Kv.text;
import static dev.weft.kv.testkit.Kv.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.server.KvServer;
import dev.weft.testkit.Eventually;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class KvSnippetsTest {

  @Test
  void snippets_run_doWhatTheDocumentationSays() throws Exception {
    try (Weft weft = Weft.create()) {
      var server = new AtomicReference<KvServer>();
      JoinHandle<Void> serving = weft.spawn(KvSnippets.serve(server::set));
      Eventually.until("the server listens", () -> server.get() != null);
      int port = server.get().localAddress().getPort();

      assertThat(weft.blockOn(KvSnippets.client(port))).isEqualTo("red");
      try (KvClient client = weft.blockOn(KvSnippets.settings(port))) {
        weft.blockOn(KvSnippets.pipeline(client, List.of("first", "second", "last")));
        assertThat(weft.blockOn(client.hget("log", "last"))).isEqualTo(text("last"));
        assertThat(weft.blockOn(KvSnippets.careful(client, text("12")))).isEqualTo("stored");

        JoinHandle<List<String>> feed = weft.spawn(KvSnippets.feed(client, 1));
        Eventually.until(
            "a message was fed",
            () -> {
              publish(weft, client);
              return feed.isFinished();
            });
        assertThat(weft.blockOn(feed)).containsExactly("extra");
        JoinHandle<List<String>> reader = weft.spawn(KvSnippets.subscriber(client, 2));
        // Published again and again, as the subscription may begin at any time.
        Eventually.until(
            "two messages were read",
            () -> {
              publish(weft, client);
              return reader.isFinished();
            });
        assertThat(weft.blockOn(reader)).containsExactly("extra", "extra");
      }
      server.get().shutdown();
      weft.blockOn(serving);
    }
  }

  private static void publish(Weft weft, KvClient client) {
    try {
      weft.blockOn(client.publish("news", texts("extra")));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }
}

package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.refused;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.codec.Encoder;
import dev.weft.codec.FrameTooLargeException;
import dev.weft.codec.KvFrameCodec;
import dev.weft.kv.command.CommandService;
import dev.weft.kv.command.Limits;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.store.MemoryStorage;
import dev.weft.kv.topic.SlowSubscriber;
import dev.weft.kv.topic.SubscriberOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What publishing costs, and whom. */
final class PublishOnceTest {

  private int encoded;

  private InMemoryServer server(SubscriberOptions options, int maxMessage) {
    Encoder<CommandResponse> codec =
        KvFrameCodec.<CommandRequest, CommandResponse>messages(CommandRequest.parser())
            .withMaxMessage(maxMessage);
    Encoder<CommandResponse> counting =
        (item, target) -> {
          encoded++;
          codec.encode(item, target);
        };
    var service = new CommandService(new MemoryStorage(), Limits.DEFAULT, options, counting);
    return new InMemoryServer(builder -> builder.service(service));
  }

  @Test
  void message_forManySubscribers_isEncodedOnceAndForNobodyNotAtAll() throws Exception {
    InMemoryServer server = server(SubscriberOptions.DEFAULT, 1 << 20);
    List<InMemoryPeer> subscribers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      subscribers.add(server.subscriber("a", 1 << 10));
    }
    InMemoryPeer publisher = server.connect();
    String large = "x".repeat(5_000); // is compressed
    assertThat(publisher.ask(publish("a", text(large)))).isEqualTo(ok());
    assertThat(publisher.ask(publish("nobody", text(large)))).isEqualTo(ok());

    for (InMemoryPeer subscriber : subscribers) {
      assertThat(subscriber.response()).isEqualTo(ok(text(large)));
    }
    assertThat(encoded).isEqualTo(1);
  }

  @Test
  void message_thatNoFrameCanHold_isRefusedAndReachesNobody() throws Exception {
    InMemoryServer server = server(SubscriberOptions.DEFAULT, 100);
    InMemoryPeer subscriber = server.subscriber("a", 1 << 10);

    CommandResponse refusal = server.connect().ask(publish("a", text("x".repeat(200))));

    assertThat(refusal.getStatus()).isEqualTo(500);
    assertThat(refusal)
        .isEqualTo(
            refused(500, new FrameTooLargeException("The message to send", 209, 100).getMessage()));
    assertThat(subscriber.responseOrNull()).isNull();
  }

  @Test
  void slowSubscriber_amongFastOnes_delaysNoneByASingleStep() throws Exception {
    InMemoryServer server = server(SubscriberOptions.DEFAULT, 1 << 20);
    InMemoryPeer slow = server.subscriber("a", 32);
    InMemoryPeer fast = server.subscriber("a", 1 << 10);
    InMemoryPeer publisher = server.connect();
    for (int i = 0; i < 500; i++) {
      publisher.ask(publish("a", integer(i)));
      int polls = fast.polls();
      fast.run();
      assertThat(fast.polls() - polls).isEqualTo(1);
      assertThat(fast.response()).isEqualTo(ok(integer(i)));
      slow.run(); // its client never reads
    }
    assertThat(publisher.ask(publish("a", integer(500)))).isEqualTo(ok());
  }

  @Test
  void slowSubscriber_thatKeepsTheNewest_goesOnWithAGap() throws Exception {
    InMemoryServer server =
        server(new SubscriberOptions(10, 1 << 20, SlowSubscriber.DROP_OLDEST), 1 << 20);
    InMemoryPeer slow = server.subscriber("a", 32);
    InMemoryPeer publisher = server.connect();
    int published = 20_000;
    for (int i = 0; i < published; i++) {
      publisher.ask(publish("a", integer(i)));
      slow.run();
    }
    List<Long> seen = new ArrayList<>();
    for (CommandResponse next = slow.responseOrNull(); next != null; next = slow.responseOrNull()) {
      assertThat(next.getStatus()).isEqualTo(200);
      seen.add(next.getValues(0).getInteger());
    }
    assertThat(seen).isSorted().doesNotHaveDuplicates().hasSizeLessThan(published);
    assertThat(seen).endsWith(published - 2L, published - 1L);
    assertThat(seen.getFirst()).isZero();
  }
}

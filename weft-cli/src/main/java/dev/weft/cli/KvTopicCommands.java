package dev.weft.cli;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.client.KvSubscription;
import dev.weft.kv.proto.Value;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands of {@code weft kv} that are about topics. */
final class KvTopicCommands {

  private KvTopicCommands() {}

  /** A command about a topic. */
  abstract static class OneTopic extends KvRequestCommand {
    @Parameters(index = "0", paramLabel = "TOPIC", description = "Name of the topic.")
    String topic;
  }

  @Command(name = "publish", description = "Hands values to those who subscribe to a topic now.")
  static final class Publish extends OneTopic {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "VALUE", description = "The values.")
    private List<String> values;

    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return client.publish(topic, values.stream().map(KvValues::of).toList());
    }
  }

  @Command(
      name = "subscribe",
      description = "Prints the number of the subscription on stderr, then what is published.")
  static final class Subscribe extends OneTopic {
    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(
          () -> {
            try (KvSubscription subscription = await(client.subscribe(topic))) {
              err().println(Integer.toUnsignedString(subscription.id()));
              List<Value> values = await(subscription.next());
              while (values != null) {
                for (Value value : values) {
                  out.println(KvValues.print(value));
                }
                values = await(subscription.next());
              }
            }
          });
    }
  }

  @Command(name = "unsubscribe", description = "Ends a subscription by its number.")
  static final class Unsubscribe extends OneTopic {
    @Parameters(index = "1", paramLabel = "ID", description = "The number that subscribe printed.")
    private String id;

    @Override
    void checkArguments() {
      parsedId();
    }

    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return client.unsubscribeOrFail(topic, parsedId());
    }

    private int parsedId() {
      try {
        return Integer.parseUnsignedInt(id);
      } catch (NumberFormatException notOne) {
        throw badInput("'%s' is not the number of a subscription, such as 1".formatted(id));
      }
    }
  }
}

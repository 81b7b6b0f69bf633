package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.codec.Encoder;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.store.Storage;
import dev.weft.kv.topic.Broadcaster;
import dev.weft.kv.topic.SubscriberOptions;
import dev.weft.kv.topic.TopicStats;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The service that carries out the twelve commands on a storage and on topics of its own. */
public final class CommandService implements Service {

  private final Storage storage;
  private final Limits limits;
  private final long maxAnswerBytes;
  private final Topics topics;

  /**
   * Creates a service without subscribers, with the default options for them.
   *
   * @param storage where the pairs are
   * @param limits how big requests may be
   */
  public CommandService(Storage storage, Limits limits) {
    this(storage, limits, SubscriberOptions.DEFAULT, null);
  }

  /**
   * Creates a service without subscribers.
   *
   * @param storage where the pairs are
   * @param limits how big requests may be
   * @param subscribers how much may wait for one
   * @param encoder encodes what is published once for all subscribers, in the way of the
   *     connections that will send it; {@code null} leaves it to each of them
   */
  public CommandService(
      Storage storage,
      Limits limits,
      SubscriberOptions subscribers,
      @Nullable Encoder<CommandResponse> encoder) {
    this(storage, limits, subscribers, encoder, Long.MAX_VALUE);
  }

  /**
   * Creates a service without subscribers, with a limit of its answers.
   *
   * @param storage where the pairs are
   * @param limits how big requests may be
   * @param subscribers how much may wait for one
   * @param encoder see the constructor without a limit
   * @param maxAnswerBytes what all pairs of a table may take; more are answered with 500 and not
   *     gathered in memory first
   */
  public CommandService(
      Storage storage,
      Limits limits,
      SubscriberOptions subscribers,
      @Nullable Encoder<CommandResponse> encoder,
      long maxAnswerBytes) {
    this.maxAnswerBytes = maxAnswerBytes;
    this.storage = Objects.requireNonNull(storage, "storage");
    this.limits = Objects.requireNonNull(limits, "limits");
    topics = new Topics(new Broadcaster<>(subscribers, Delivery::bytes), encoder);
  }

  @Override
  public Reply execute(CommandRequest request) {
    Command command = Commands.of(request, maxAnswerBytes);
    if (command == null) {
      return answer(Responses.noData());
    }
    try {
      command.check(limits);
    } catch (InvalidRequestException invalid) {
      return answer(Responses.invalid(String.valueOf(invalid.getMessage())));
    }
    return switch (command) {
      case Command.OnStorage onStorage -> new Reply.One(begin(onStorage));
      case Command.OnTopics onTopics -> onTopics.apply(topics);
    };
  }

  @Override
  public Overlap overlap(CommandRequest request) {
    return switch (request.getRequestDataCase()) {
      case HGET, HEXIST, HMEXIST -> Overlap.READS;
      case HSET, HMSET, HDEL, HMDEL -> storage.keepsOrder() ? Overlap.WRITES : Overlap.NONE;
      case HGETALL, HMGET -> Overlap.NONE; // answers of any size, and none is gained by company
      case SUBSCRIBE, UNSUBSCRIBE, PUBLISH, REQUESTDATA_NOT_SET -> Overlap.NONE;
    };
  }

  /**
   * How many subscriptions there are.
   *
   * @return a snapshot
   */
  public int subscriptions() {
    return topics.broadcaster().size();
  }

  /**
   * What was published, and what became of it.
   *
   * @return the same each time
   */
  public TopicStats topicStats() {
    return topics.broadcaster().stats();
  }

  /** The engine's answer; an engine that fails before it has even begun has failed all the same. */
  private Future<CommandResponse> begin(Command.OnStorage command) {
    try {
      return command.apply(storage);
    } catch (RuntimeException failure) {
      return new Immediate(() -> Responses.failed(failure));
    }
  }

  private static Reply answer(CommandResponse response) {
    return new Reply.One(new Immediate(() -> response));
  }
}

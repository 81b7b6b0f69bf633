package dev.weft.kv.command;

import dev.weft.kv.proto.CommandRequest;
import org.jspecify.annotations.Nullable;

/** Which class carries out a request. */
final class Commands {

  private Commands() {}

  /**
   * The command, or {@code null} if there is none or one that this version doesn't know.
   *
   * @param maxAnswerBytes what an answer of many pairs may take
   */
  static @Nullable Command of(CommandRequest request, long maxAnswerBytes) {
    return switch (request.getRequestDataCase()) {
      case HGET -> new HgetCommand(request.getHget());
      case HGETALL -> new HgetallCommand(request.getHgetall(), maxAnswerBytes);
      case HMGET -> new HmgetCommand(request.getHmget());
      case HSET -> new HsetCommand(request.getHset());
      case HMSET -> new HmsetCommand(request.getHmset());
      case HDEL -> new HdelCommand(request.getHdel());
      case HMDEL -> new HmdelCommand(request.getHmdel());
      case HEXIST -> new HexistCommand(request.getHexist());
      case HMEXIST -> new HmexistCommand(request.getHmexist());
      case SUBSCRIBE -> new SubscribeCommand(request.getSubscribe());
      case UNSUBSCRIBE -> new UnsubscribeCommand(request.getUnsubscribe());
      case PUBLISH -> new PublishCommand(request.getPublish());
      case REQUESTDATA_NOT_SET -> null;
    };
  }
}

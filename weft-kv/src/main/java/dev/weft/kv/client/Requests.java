package dev.weft.kv.client;

import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.Hdel;
import dev.weft.kv.proto.Hexist;
import dev.weft.kv.proto.Hget;
import dev.weft.kv.proto.Hgetall;
import dev.weft.kv.proto.Hmdel;
import dev.weft.kv.proto.Hmexist;
import dev.weft.kv.proto.Hmget;
import dev.weft.kv.proto.Hmset;
import dev.weft.kv.proto.Hset;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Publish;
import dev.weft.kv.proto.Subscribe;
import dev.weft.kv.proto.Unsubscribe;
import dev.weft.kv.proto.Value;
import java.util.List;
import java.util.Locale;

/** The twelve requests, made from what a caller has at hand. */
final class Requests {

  private Requests() {}

  /** Whether it changes nothing, so that asking twice is as good as once. */
  static boolean isRead(CommandRequest request) {
    return switch (request.getRequestDataCase()) {
      case HGET, HGETALL, HMGET, HEXIST, HMEXIST -> true;
      case HSET, HMSET, HDEL, HMDEL, SUBSCRIBE, UNSUBSCRIBE, PUBLISH, REQUESTDATA_NOT_SET -> false;
    };
  }

  /** What it is called in messages, such as Hget. */
  static String name(CommandRequest request) {
    if (request.getRequestDataCase() == CommandRequest.RequestDataCase.REQUESTDATA_NOT_SET) {
      return "A request without data";
    }
    String name = request.getRequestDataCase().name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  static CommandRequest hget(String table, String key) {
    return CommandRequest.newBuilder()
        .setHget(Hget.newBuilder().setTable(table).setKey(key))
        .build();
  }

  static CommandRequest hgetall(String table) {
    return CommandRequest.newBuilder().setHgetall(Hgetall.newBuilder().setTable(table)).build();
  }

  static CommandRequest hmget(String table, List<String> keys) {
    return CommandRequest.newBuilder()
        .setHmget(Hmget.newBuilder().setTable(table).addAllKeys(keys))
        .build();
  }

  static CommandRequest hset(String table, String key, Value value) {
    return CommandRequest.newBuilder()
        .setHset(
            Hset.newBuilder()
                .setTable(table)
                .setPair(Kvpair.newBuilder().setKey(key).setValue(value)))
        .build();
  }

  static CommandRequest hmset(String table, List<Kvpair> pairs) {
    return CommandRequest.newBuilder()
        .setHmset(Hmset.newBuilder().setTable(table).addAllPairs(pairs))
        .build();
  }

  static CommandRequest hdel(String table, String key) {
    return CommandRequest.newBuilder()
        .setHdel(Hdel.newBuilder().setTable(table).setKey(key))
        .build();
  }

  static CommandRequest hmdel(String table, List<String> keys) {
    return CommandRequest.newBuilder()
        .setHmdel(Hmdel.newBuilder().setTable(table).addAllKeys(keys))
        .build();
  }

  static CommandRequest hexist(String table, String key) {
    return CommandRequest.newBuilder()
        .setHexist(Hexist.newBuilder().setTable(table).setKey(key))
        .build();
  }

  static CommandRequest hmexist(String table, List<String> keys) {
    return CommandRequest.newBuilder()
        .setHmexist(Hmexist.newBuilder().setTable(table).addAllKeys(keys))
        .build();
  }

  static CommandRequest subscribe(String topic) {
    return CommandRequest.newBuilder().setSubscribe(Subscribe.newBuilder().setTopic(topic)).build();
  }

  static CommandRequest unsubscribe(String topic, int id) {
    return CommandRequest.newBuilder()
        .setUnsubscribe(Unsubscribe.newBuilder().setTopic(topic).setId(id))
        .build();
  }

  static CommandRequest publish(String topic, List<Value> data) {
    return CommandRequest.newBuilder()
        .setPublish(Publish.newBuilder().setTopic(topic).addAllData(data))
        .build();
  }
}

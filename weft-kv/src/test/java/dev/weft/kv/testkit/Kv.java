package dev.weft.kv.testkit;

import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
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
import java.util.stream.Stream;

/** Messages in one line each. */
public final class Kv {

  public static final Value NONE = Value.getDefaultInstance();

  private Kv() {}

  public static Value text(String text) {
    return Value.newBuilder().setString(text).build();
  }

  public static Value integer(long integer) {
    return Value.newBuilder().setInteger(integer).build();
  }

  public static Value bool(boolean bool) {
    return Value.newBuilder().setBool(bool).build();
  }

  public static Kvpair pair(String key, Value value) {
    return Kvpair.newBuilder().setKey(key).setValue(value).build();
  }

  public static CommandRequest hget(String table, String key) {
    return CommandRequest.newBuilder()
        .setHget(Hget.newBuilder().setTable(table).setKey(key))
        .build();
  }

  public static CommandRequest hgetall(String table) {
    return CommandRequest.newBuilder().setHgetall(Hgetall.newBuilder().setTable(table)).build();
  }

  public static CommandRequest hmget(String table, String... keys) {
    return CommandRequest.newBuilder()
        .setHmget(Hmget.newBuilder().setTable(table).addAllKeys(List.of(keys)))
        .build();
  }

  public static CommandRequest hset(String table, String key, Value value) {
    return CommandRequest.newBuilder()
        .setHset(Hset.newBuilder().setTable(table).setPair(pair(key, value)))
        .build();
  }

  public static CommandRequest hmset(String table, Kvpair... pairs) {
    return CommandRequest.newBuilder()
        .setHmset(Hmset.newBuilder().setTable(table).addAllPairs(List.of(pairs)))
        .build();
  }

  public static CommandRequest hdel(String table, String key) {
    return CommandRequest.newBuilder()
        .setHdel(Hdel.newBuilder().setTable(table).setKey(key))
        .build();
  }

  public static CommandRequest hmdel(String table, String... keys) {
    return CommandRequest.newBuilder()
        .setHmdel(Hmdel.newBuilder().setTable(table).addAllKeys(List.of(keys)))
        .build();
  }

  public static CommandRequest hexist(String table, String key) {
    return CommandRequest.newBuilder()
        .setHexist(Hexist.newBuilder().setTable(table).setKey(key))
        .build();
  }

  public static CommandRequest hmexist(String table, String... keys) {
    return CommandRequest.newBuilder()
        .setHmexist(Hmexist.newBuilder().setTable(table).addAllKeys(List.of(keys)))
        .build();
  }

  public static CommandRequest subscribe(String topic) {
    return CommandRequest.newBuilder().setSubscribe(Subscribe.newBuilder().setTopic(topic)).build();
  }

  public static CommandRequest unsubscribe(String topic, int id) {
    return CommandRequest.newBuilder()
        .setUnsubscribe(Unsubscribe.newBuilder().setTopic(topic).setId(id))
        .build();
  }

  public static CommandRequest publish(String topic, Value... data) {
    return CommandRequest.newBuilder()
        .setPublish(Publish.newBuilder().setTopic(topic).addAllData(List.of(data)))
        .build();
  }

  public static CommandResponse ok(Value... values) {
    return CommandResponse.newBuilder().setStatus(200).addAllValues(List.of(values)).build();
  }

  public static CommandResponse refused(int status, String message) {
    return CommandResponse.newBuilder().setStatus(status).setMessage(message).build();
  }

  public static List<Value> texts(String... texts) {
    return Stream.of(texts).map(Kv::text).toList();
  }
}

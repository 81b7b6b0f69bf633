package dev.weft.kv.client;

import dev.weft.Future;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests to a KV server, the same for a {@link KvClient} and a {@link KvPipeline}. Each is
 * sent when its future is first polled.
 *
 * <p><em>Errors:</em> of each request:
 *
 * <ul>
 *   <li>{@link KvException}: the server answered with anything but 200;
 *   <li>{@link java.util.concurrent.TimeoutException}: no answer within {@link
 *       KvClientBuilder#requestTimeout}, counted from the first poll; the message says whether it
 *       was sent, and one that was may be carried out nevertheless;
 *   <li>{@link KvUnknownOutcomeException}: the connection was lost, and the request may have been
 *       carried out or not;
 *   <li>another {@link java.io.IOException}: it was not carried out, or it only reads.
 * </ul>
 *
 * <p><em>Cancellation:</em> of each request: one that wasn't written is not sent; one that was may
 * be carried out, and its answer is dropped. The connection stays usable.
 *
 * <p><em>Threads:</em> any thread, inside a runtime.
 */
public abstract sealed class KvCommands permits KvClient, KvPipeline {

  private final Pool pool;

  KvCommands(Pool pool) {
    this.pool = pool;
  }

  final Pool pool() {
    return pool;
  }

  private <R extends @Nullable Object> Future<R> call(CommandRequest request, Reading<R> reading) {
    return new Call<>(pool, request, reading);
  }

  /**
   * Sends any request that has one response.
   *
   * @param request not a subscription, whose responses have no end
   * @return the response, whatever its status
   * @throws IllegalArgumentException if it is a subscription
   */
  public final Future<CommandResponse> execute(CommandRequest request) {
    if (request.hasSubscribe()) {
      throw new IllegalArgumentException(
          "A Subscribe request has no one response; use subscribe(topic).");
    }
    return call(request, answer -> answer);
  }

  /**
   * Reads a key.
   *
   * @param table name of the table
   * @param key the key
   * @return its value; {@code null} if there is none
   */
  public final Future<@Nullable Value> hget(String table, String key) {
    return call(Requests.hget(table, key), Answers::valueIfFound);
  }

  /**
   * Reads a key that should be there.
   *
   * @param table name of the table
   * @param key the key
   * @return its value; {@code null} for one without any arm, which can be stored, too; failure with
   *     a {@link KvException} of status 404 if there is none
   */
  public final Future<@Nullable Value> hgetOrFail(String table, String key) {
    return call(Requests.hget(table, key), Answers::value);
  }

  /**
   * Reads all of a table.
   *
   * @param table name of the table
   * @return its pairs in no particular order; none if there is no such table
   */
  public final Future<List<Kvpair>> hgetall(String table) {
    return call(Requests.hgetall(table), Answers::pairs);
  }

  /**
   * Reads several keys.
   *
   * @param table name of the table
   * @param keys the keys
   * @return their values in order; {@code null} where there is none
   */
  public final Future<List<@Nullable Value>> hmget(String table, List<String> keys) {
    return call(Requests.hmget(table, keys), answer -> Answers.values(answer, keys.size()));
  }

  /**
   * Stores a value.
   *
   * @param table name of the table
   * @param key the key
   * @param value the new value
   * @return the old value; {@code null} if there was none
   */
  public final Future<@Nullable Value> hset(String table, String key, Value value) {
    return call(Requests.hset(table, key, value), Answers::value);
  }

  /**
   * Stores several pairs, which isn't atomic.
   *
   * @param table name of the table
   * @param pairs the pairs
   * @return the old values in order; {@code null} where there was none, or where storing failed
   */
  public final Future<List<@Nullable Value>> hmset(String table, List<Kvpair> pairs) {
    return call(Requests.hmset(table, pairs), answer -> Answers.values(answer, pairs.size()));
  }

  /**
   * Removes a key.
   *
   * @param table name of the table
   * @param key the key
   * @return the value that was removed; {@code null} if there was none
   */
  public final Future<@Nullable Value> hdel(String table, String key) {
    return call(Requests.hdel(table, key), Answers::value);
  }

  /**
   * Removes several keys, which isn't atomic.
   *
   * @param table name of the table
   * @param keys the keys
   * @return the values that were removed, in order; {@code null} where there was none
   */
  public final Future<List<@Nullable Value>> hmdel(String table, List<String> keys) {
    return call(Requests.hmdel(table, keys), answer -> Answers.values(answer, keys.size()));
  }

  /**
   * Looks for a key.
   *
   * @param table name of the table
   * @param key the key
   * @return whether it has a value
   */
  public final Future<Boolean> hexist(String table, String key) {
    return call(Requests.hexist(table, key), Answers::bool);
  }

  /**
   * Looks for several keys.
   *
   * @param table name of the table
   * @param keys the keys
   * @return whether each has a value, in order
   */
  public final Future<List<Boolean>> hmexist(String table, List<String> keys) {
    return call(Requests.hmexist(table, keys), answer -> Answers.bools(answer, keys.size()));
  }

  /**
   * Hands values to those who are subscribed to a topic now.
   *
   * @param topic its name
   * @param values what to hand over, together
   * @return completes when the server has taken them, not when subscribers have
   */
  public final Future<Void> publish(String topic, List<Value> values) {
    return call(Requests.publish(topic, values), Answers::done);
  }

  /**
   * Ends a subscription, whoever holds it.
   *
   * @param topic what it is subscribed to
   * @param id its number, {@link KvSubscription#id()}
   * @return false if the topic has no subscription of that number
   */
  public final Future<Boolean> unsubscribe(String topic, int id) {
    return call(Requests.unsubscribe(topic, id), Answers::found);
  }

  /**
   * Ends a subscription that should be there.
   *
   * @param topic what it is subscribed to
   * @param id its number
   * @return completes when it has ended; failure with a {@link KvException} of status 404 if the
   *     topic has none of that number
   */
  public final Future<Void> unsubscribeOrFail(String topic, int id) {
    return call(Requests.unsubscribe(topic, id), Answers::done);
  }
}

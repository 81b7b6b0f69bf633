package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a KV server, shared by any number of tasks.
 *
 * <p>Requests go out in the order in which they are first polled and are answered in that order;
 * several may be on their way at once. A subscription gets a connection of its own.
 *
 * {@snippet class="dev.weft.kv.snippets.KvSnippets" region="client"}
 *
 * <p><em>Errors:</em> {@link KvException} when the server answers with anything but 200; another
 * {@link java.io.IOException} when the connection breaks, which fails all requests on their way:
 * each of them may have been carried out or not.
 *
 * <p><em>Cancellation:</em> a request that was cancelled may still be carried out; its answer is
 * dropped and the connection stays usable.
 *
 * <p><em>Threads:</em> any thread, inside a runtime.
 */
public final class KvClient implements AsyncCloseable {

  private final String host;
  private final int port;
  private final Link link;
  private final CallQueue calls;
  private final JoinHandle<Void> driver;

  private KvClient(String host, int port, Link link, CallQueue calls, JoinHandle<Void> driver) {
    this.host = host;
    this.port = port;
    this.link = link;
    this.calls = calls;
    this.driver = driver;
  }

  /**
   * Connects to a server.
   *
   * <p><em>Cancellation:</em> nothing stays open.
   *
   * @param host name or address
   * @param port from 1 to 65535
   * @return the client, to be closed; or failure with an {@link java.io.IOException} that has the
   *     address
   */
  public static Future<KvClient> connect(String host, int port) {
    Objects.requireNonNull(host, "host");
    return async(
        () -> {
          var calls = new CallQueue();
          var link = await(Link.connect(host, port));
          var driver = spawn(new Driver(link, calls).run());
          return new KvClient(host, port, link, calls, driver);
        });
  }

  /**
   * Sends any request that has one response.
   *
   * @param request not a subscription, whose responses have no end
   * @return the response, whatever its status
   * @throws IllegalArgumentException if it is a subscription
   */
  public Future<CommandResponse> execute(CommandRequest request) {
    if (request.hasSubscribe()) {
      throw new IllegalArgumentException(
          "A Subscribe request has no one response; use subscribe(topic).");
    }
    return calls.execute(request);
  }

  /**
   * Reads a key.
   *
   * @param table name of the table
   * @param key the key
   * @return its value; {@code null} if there is none
   */
  public Future<@Nullable Value> hget(String table, String key) {
    Future<CommandResponse> answer = execute(Requests.hget(table, key));
    return async(
        () -> {
          CommandResponse response = await(answer);
          return Answers.found(response) ? Answers.value(response) : null;
        });
  }

  /**
   * Reads a key that should be there.
   *
   * @param table name of the table
   * @param key the key
   * @return its value; {@code null} for one without any arm, which can be stored, too; failure with
   *     a {@link KvException} of status 404 if there is none
   */
  public Future<@Nullable Value> hgetOrFail(String table, String key) {
    Future<CommandResponse> answer = execute(Requests.hget(table, key));
    return async(() -> Answers.value(await(answer)));
  }

  /**
   * Reads all of a table.
   *
   * @param table name of the table
   * @return its pairs in no particular order; none if there is no such table
   */
  public Future<List<Kvpair>> hgetall(String table) {
    Future<CommandResponse> answer = execute(Requests.hgetall(table));
    return async(() -> Answers.ok(await(answer)).getPairsList());
  }

  /**
   * Reads several keys.
   *
   * @param table name of the table
   * @param keys the keys
   * @return their values in order; {@code null} where there is none
   */
  public Future<List<@Nullable Value>> hmget(String table, List<String> keys) {
    Future<CommandResponse> answer = execute(Requests.hmget(table, keys));
    return async(() -> Answers.values(await(answer), keys.size()));
  }

  /**
   * Stores a value.
   *
   * @param table name of the table
   * @param key the key
   * @param value the new value
   * @return the old value; {@code null} if there was none
   */
  public Future<@Nullable Value> hset(String table, String key, Value value) {
    Future<CommandResponse> answer = execute(Requests.hset(table, key, value));
    return async(() -> Answers.value(await(answer)));
  }

  /**
   * Stores several pairs, which isn't atomic.
   *
   * @param table name of the table
   * @param pairs the pairs
   * @return the old values in order; {@code null} where there was none, or where storing failed
   */
  public Future<List<@Nullable Value>> hmset(String table, List<Kvpair> pairs) {
    Future<CommandResponse> answer = execute(Requests.hmset(table, pairs));
    return async(() -> Answers.values(await(answer), pairs.size()));
  }

  /**
   * Removes a key.
   *
   * @param table name of the table
   * @param key the key
   * @return the value that was removed; {@code null} if there was none
   */
  public Future<@Nullable Value> hdel(String table, String key) {
    Future<CommandResponse> answer = execute(Requests.hdel(table, key));
    return async(() -> Answers.value(await(answer)));
  }

  /**
   * Removes several keys, which isn't atomic.
   *
   * @param table name of the table
   * @param keys the keys
   * @return the values that were removed, in order; {@code null} where there was none
   */
  public Future<List<@Nullable Value>> hmdel(String table, List<String> keys) {
    Future<CommandResponse> answer = execute(Requests.hmdel(table, keys));
    return async(() -> Answers.values(await(answer), keys.size()));
  }

  /**
   * Looks for a key.
   *
   * @param table name of the table
   * @param key the key
   * @return whether it has a value
   */
  public Future<Boolean> hexist(String table, String key) {
    Future<CommandResponse> answer = execute(Requests.hexist(table, key));
    return async(() -> Answers.bool(await(answer)));
  }

  /**
   * Looks for several keys.
   *
   * @param table name of the table
   * @param keys the keys
   * @return whether each has a value, in order
   */
  public Future<List<Boolean>> hmexist(String table, List<String> keys) {
    Future<CommandResponse> answer = execute(Requests.hmexist(table, keys));
    return async(() -> Answers.bools(await(answer), keys.size()));
  }

  /**
   * Hands values to those who are subscribed to a topic now.
   *
   * @param topic its name
   * @param values what to hand over, together
   * @return completes when the server has taken them, not when subscribers have
   */
  public Future<Void> publish(String topic, List<Value> values) {
    Future<CommandResponse> answer = execute(Requests.publish(topic, values));
    return async(
        () -> {
          Answers.ok(await(answer));
        });
  }

  /**
   * Subscribes to a topic over a connection of its own.
   *
   * <p><em>Cancellation:</em> nothing stays open.
   *
   * @param topic its name
   * @return the subscription, to be closed
   */
  public Future<KvSubscription> subscribe(String topic) {
    return KvSubscription.open(host, port, topic);
  }

  /**
   * Ends a subscription, whoever holds it.
   *
   * @param topic what it is subscribed to
   * @param id its number, {@link KvSubscription#id()}
   * @return false if the topic has no subscription of that number
   */
  public Future<Boolean> unsubscribe(String topic, int id) {
    Future<CommandResponse> answer = execute(Requests.unsubscribe(topic, id));
    return async(() -> Answers.found(await(answer)));
  }

  /**
   * Ends a subscription that should be there.
   *
   * @param topic what it is subscribed to
   * @param id its number
   * @return completes when it has ended; failure with a {@link KvException} of status 404 if the
   *     topic has none of that number
   */
  public Future<Void> unsubscribeOrFail(String topic, int id) {
    Future<CommandResponse> answer = execute(Requests.unsubscribe(topic, id));
    return async(
        () -> {
          Answers.ok(await(answer));
        });
  }

  /** Closes the connection; requests on their way fail, and so do later ones. */
  @Override
  public Future<Void> closeAsync() {
    return async(
        () -> {
          driver.abort();
          try {
            await(driver);
          } catch (CancellationException expected) {
            // That is how an aborted driver ends; one that had not begun has closed nothing.
          } finally {
            calls.close(new IOException("The client was closed."));
            await(link.closeAsync());
          }
        });
  }

  @Override
  public String toString() {
    return "KvClient[" + host + ":" + port + "]";
  }
}

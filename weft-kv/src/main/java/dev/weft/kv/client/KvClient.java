package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import java.time.Duration;
import java.util.Objects;

/**
 * A client of one KV server, shared by any number of tasks.
 *
 * {@snippet class="dev.weft.kv.snippets.KvSnippets" region="client"}
 *
 * <p><em>Connections:</em> requests go over a pool of a few. They are sent without waiting for the
 * answers before them; a light load stays on one connection, and others are opened beside it while
 * those that there are have many requests on their way. A connection that is lost is replaced when
 * a request needs it, with a back-off between attempts that fail; requests wait for that up to
 * their timeout. When all connections have as many requests on their way as they may, callers wait.
 *
 * <p><em>Order:</em> a request that is sent after the answer to another one came is carried out
 * after it. Requests that don't await each other may be carried out in any order, as they may go
 * over different connections; {@link #pipeline} keeps them in order.
 *
 * <p><em>When a connection is lost:</em> requests that weren't sent completely are sent over
 * another one. Reads (hget, hgetall, hmget, hexist, hmexist) that were sent are sent once more, all
 * other requests fail with {@link KvUnknownOutcomeException}. After an answer that breaks the rules
 * of the protocol reads aren't repeated either.
 *
 * <p><em>Slow servers:</em> after a request has timed out, its connection gets no more requests
 * until the server answers something; if it doesn't within a grace, the connection is given up.
 */
public final class KvClient extends KvCommands implements AsyncCloseable {

  private KvClient(Pool pool) {
    super(pool);
  }

  /**
   * Connects to a server with the default settings of {@link #builder}.
   *
   * <p><em>Cancellation:</em> nothing stays open.
   *
   * @param host name or address
   * @param port from 1 to 65535
   * @return the client, to be closed; or failure with an {@link java.io.IOException} that has the
   *     address
   */
  public static Future<KvClient> connect(String host, int port) {
    return builder().address(host, port).connect();
  }

  /**
   * Settings of a client that is to be connected.
   *
   * @return a builder with the default settings
   */
  public static KvClientBuilder builder() {
    return new KvClientBuilder();
  }

  static Future<KvClient> connect(Settings settings) {
    return async(() -> new KvClient(await(Pool.open(settings))));
  }

  /**
   * Opens a connection of its own whose requests are carried out in the order in which they are
   * first polled. It isn't replaced when it is lost, and closing the client leaves it open.
   *
   * <p><em>Cancellation:</em> nothing stays open.
   *
   * @return the pipeline, to be closed; or failure with an {@link java.io.IOException}
   */
  public Future<KvPipeline> pipeline() {
    return KvPipeline.open(pool().settings().forPipeline());
  }

  /**
   * Subscribes to a topic over a connection of its own, which closing the client leaves open.
   *
   * <p><em>Cancellation:</em> nothing stays open.
   *
   * @param topic its name
   * @return the subscription, to be closed; it ends when the connection is lost
   */
  public Future<KvSubscription> subscribe(String topic) {
    return KvSubscription.open(pool().settings(), Objects.requireNonNull(topic, "topic"));
  }

  /**
   * Subscribes to a topic and does so again whenever the subscription has ended, with the client's
   * back-off. What is published in between is lost; the feed says that there was a gap.
   *
   * <p><em>Cancellation:</em> nothing stays open.
   *
   * @param topic its name
   * @return the feed, to be closed; or failure if the first subscribing fails
   */
  public Future<KvFeed> resubscribing(String topic) {
    return KvFeed.open(pool().settings(), Objects.requireNonNull(topic, "topic"));
  }

  /**
   * What the client is doing.
   *
   * @return a snapshot
   */
  public KvClientStats stats() {
    return pool().stats();
  }

  /**
   * Refuses further requests, lets those that it has got be answered, then closes.
   *
   * <p><em>Cancellation:</em> requests are refused from then on; close the client.
   *
   * @param limit how long to wait; what is left then fails as by {@link #closeAsync}
   * @return whether all were answered
   */
  public Future<Boolean> shutdown(Duration limit) {
    return Closing.shutdown(pool(), Objects.requireNonNull(limit, "limit"));
  }

  /**
   * Closes the connections at once. Requests on their way fail, those that change something with
   * {@link KvUnknownOutcomeException}, and so do later ones.
   */
  @Override
  public Future<Void> closeAsync() {
    return Closing.close(pool());
  }

  @Override
  public String toString() {
    return "KvClient[" + pool() + "]";
  }
}

package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.timeout;

import dev.weft.Future;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** What a client was told; see {@link KvClientBuilder}. */
record Settings(
    String address,
    Link.Source source,
    int minConnections,
    int maxConnections,
    int maxInFlight,
    Duration requestTimeout,
    Duration connectTimeout,
    Duration grace,
    Duration idleTimeout,
    Backoff backoff,
    boolean pinned) {

  /** With so many requests on its way, a connection is worth to be given another one beside it. */
  private static final int DEEP = 32;

  int growAt() {
    return Math.min(DEEP, maxInFlight);
  }

  /** The same server over one connection which isn't replaced. */
  Settings forPipeline() {
    return new Settings(
        address,
        source,
        1,
        1,
        maxInFlight,
        requestTimeout,
        connectTimeout,
        grace,
        idleTimeout,
        backoff,
        true);
  }

  Future<Link> dial() {
    return async(
        () -> {
          try {
            return await(timeout(connectTimeout, source.open()));
          } catch (TimeoutException late) {
            throw (ConnectException)
                new ConnectException("No connection to " + address + " within " + connectTimeout)
                    .initCause(late);
          }
        });
  }
}

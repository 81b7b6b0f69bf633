package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.codec.Framed;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.spi.TaskContext;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is seen of a connection's requests from outside: by hooks, metrics and the request log. */
final class Tracker {

  /*
   * Idea: a connection has a tracker only if somebody looks, and asks it at fixed points. Each request has
   * a Seen from its reading on. Hooks also want to know when a response has left, and by then the next
   * request may have come: `leaving` has what was encoded and not taken by the stream below, with the
   * position of its end in all that was ever encoded.
   *
   * State: `current` is the request that is to be answered now; those that were begun ahead of their turn
   * are with the connection, and those whose last response was encoded in `leaving` only. Each exchange
   * ends once: when its last entry has left, or with the connection.
   */

  private final RequestServer server;
  private final String peer;
  private final ArrayDeque<Leaving> leaving = new ArrayDeque<>(0);
  private long encoded;
  private @Nullable Seen current;

  Tracker(RequestServer server, Object peer) {
    this.server = server;
    this.peer = peer.toString();
  }

  /** A request was read. */
  Seen received(CommandRequest request, Context cx) {
    long start = now(cx); // what the hooks take is part of it
    Exchange exchange =
        server.hooks().isEmpty() ? null : Exchange.begin(server.hooks(), peer, request);
    return new Seen(request, start, exchange);
  }

  /** It is a request's turn to be answered. */
  void turn(@Nullable Seen seen) {
    current = seen;
  }

  /** There is a response; what to send in its place. */
  CommandResponse executed(CommandResponse response) {
    Exchange exchange = exchange();
    return exchange == null ? response : exchange.respond(response);
  }

  /** Whether the request has to end because of a hook. */
  boolean hasFailed() {
    return current != null && current.isRefused();
  }

  private @Nullable Exchange exchange() {
    return current == null ? null : current.exchange;
  }

  /**
   * A response was encoded.
   *
   * @param waitedBefore bytes that waited to be written before it
   */
  void encoded(CommandResponse response, int waitedBefore, Framed<?, ?> frames, Context cx) {
    Seen seen = current;
    if (seen == null) {
      return;
    }
    if (!seen.answered) {
      seen.answered = true;
      long nanos = now(cx) - seen.startNanos;
      ServerMetrics metrics = server.metrics();
      if (metrics != null) {
        metrics.answered(seen.request.getRequestDataCase(), response.getStatus(), nanos);
      }
      if (RequestLog.isOn()) {
        RequestLog.write(
            peer, seen.request, response.getStatus(), TimeUnit.NANOSECONDS.toMicros(nanos));
      }
    }
    if (seen.exchange != null) {
      encoded += frames.writer().waitingBytes() - waitedBefore;
      leaving.add(new Leaving(seen.exchange, response, encoded));
    }
  }

  /** The last response of the present request was encoded. */
  void complete() {
    Exchange exchange = exchange();
    if (exchange != null) {
      leaving.add(new Leaving(exchange, null, encoded));
    }
    current = null;
  }

  /** The present request brings no more responses, though it could have. */
  void cutShort(Throwable cause) {
    if (current != null) {
      current.end(cause);
      current = null;
    }
  }

  /** Tells the hooks what has left. */
  void written(Framed<?, ?> frames) {
    if (leaving.isEmpty()) {
      return;
    }
    long left = encoded - frames.writer().waitingBytes();
    for (Leaving next = leaving.peek(); next != null && next.end <= left; next = leaving.peek()) {
      leaving.remove();
      next.left();
    }
  }

  /** The connection is over. */
  void end(Throwable cause) {
    for (Leaving next = leaving.poll(); next != null; next = leaving.poll()) {
      next.exchange.end(cause);
    }
    cutShort(cause);
  }

  private static long now(Context cx) {
    return TaskContext.services(cx).clock().nanoTime();
  }

  /** A request that was read. */
  static final class Seen {
    private final CommandRequest request;
    private final long startNanos;
    private final @Nullable Exchange exchange; // if there are hooks
    private boolean answered; // at least once

    private Seen(CommandRequest request, long startNanos, @Nullable Exchange exchange) {
      this.request = request;
      this.startNanos = startNanos;
      this.exchange = exchange;
    }

    /** Whether a hook has failed, so that the request is answered with that. */
    boolean isRefused() {
      return exchange != null && exchange.hasFailed();
    }

    /** It will not be answered. */
    void end(Throwable cause) {
      if (exchange != null) {
        exchange.end(cause);
      }
    }
  }

  /**
   * A response that was encoded, or the end of its exchange.
   *
   * @param response {@code null} for the end
   * @param end position behind it in all that was encoded
   */
  private record Leaving(Exchange exchange, @Nullable CommandResponse response, long end) {
    void left() {
      if (response == null) {
        exchange.end(null);
      } else {
        exchange.sent(response);
      }
    }
  }
}

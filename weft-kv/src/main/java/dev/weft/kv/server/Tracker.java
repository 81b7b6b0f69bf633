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
   * Idea: a connection has a tracker only if somebody looks, and asks it at fixed points. Metrics and the
   * log need nothing but the present request, which is one at a time. Hooks also want to know when a
   * response has left, and by then the next request may have come: `leaving` has what was encoded and
   * not taken by the stream below, with the position of its end in all that was ever encoded.
   *
   * State: `current` is the exchange of the request from received to its last response encoded; after that
   * it is in `leaving` only. Each exchange ends once: when its last entry has left, or with the connection.
   */

  private final RequestServer server;
  private final String peer;
  private final ArrayDeque<Leaving> leaving = new ArrayDeque<>(0);
  private long encoded;
  private long startNanos;
  private @Nullable CommandRequest request; // until its first response
  private @Nullable Exchange current;

  Tracker(RequestServer server, Object peer) {
    this.server = server;
    this.peer = peer.toString();
  }

  /** A request was read; what to answer in place of carrying it out, if a hook has failed. */
  @Nullable CommandResponse received(CommandRequest request, Context cx) {
    this.request = request;
    startNanos = now(cx);
    if (server.hooks().isEmpty()) {
      return null;
    }
    current = Exchange.begin(server.hooks(), peer, request);
    return current.hasFailed() ? Refusals.hookFailed() : null;
  }

  /** There is a response; what to send in its place. */
  CommandResponse executed(CommandResponse response) {
    return current == null ? response : current.respond(response);
  }

  /** Whether the request has to end because of a hook. */
  boolean hasFailed() {
    return current != null && current.hasFailed();
  }

  /**
   * A response was encoded.
   *
   * @param waitedBefore bytes that waited to be written before it
   */
  void encoded(CommandResponse response, int waitedBefore, Framed<?, ?> frames, Context cx) {
    CommandRequest answered = request;
    if (answered != null) {
      request = null;
      long nanos = now(cx) - startNanos;
      ServerMetrics metrics = server.metrics();
      if (metrics != null) {
        metrics.answered(answered.getRequestDataCase(), response.getStatus(), nanos);
      }
      if (RequestLog.isOn()) {
        RequestLog.write(
            peer, answered, response.getStatus(), TimeUnit.NANOSECONDS.toMicros(nanos));
      }
    }
    if (current != null) {
      encoded += frames.writer().waitingBytes() - waitedBefore;
      leaving.add(new Leaving(current, response, encoded));
    }
  }

  /** The last response of the present request was encoded. */
  void complete() {
    if (current != null) {
      leaving.add(new Leaving(current, null, encoded));
      current = null;
    }
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

package dev.weft.kv.server;

import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.Hmdel;
import dev.weft.kv.proto.Hmexist;
import dev.weft.kv.proto.Hmget;
import dev.weft.kv.proto.Hmset;
import java.lang.System.Logger.Level;
import java.util.Locale;

/** One line a request, for those who ask for it; values never appear in it. */
final class RequestLog {

  private static final System.Logger LOG = System.getLogger("dev.weft.kv.requests");

  private RequestLog() {}

  static boolean isOn() {
    return LOG.isLoggable(Level.DEBUG);
  }

  /**
   * Writes the line of a request.
   *
   * @param micros from the request's last byte read to its first response encoded
   */
  static void write(Object peer, CommandRequest request, int status, long micros) {
    LOG.log(Level.DEBUG, () -> line(peer, request, status, micros));
  }

  /** Peer, kind, what it is about, size, status, time. */
  static String line(Object peer, CommandRequest request, int status, long micros) {
    return peer
        + " "
        + kind(request.getRequestDataCase())
        + about(request)
        + " "
        + request.getSerializedSize()
        + " B "
        + status
        + " "
        + micros
        + " us";
  }

  /** The name of a kind of request in logs and metrics. */
  static String kind(CommandRequest.RequestDataCase kind) {
    return kind == CommandRequest.RequestDataCase.REQUESTDATA_NOT_SET
        ? "none"
        : kind.name().toLowerCase(Locale.ROOT);
  }

  private static String about(CommandRequest request) {
    return switch (request.getRequestDataCase()) {
      case HGET -> one("table", request.getHget().getTable());
      case HGETALL -> one("table", request.getHgetall().getTable());
      case HSET -> one("table", request.getHset().getTable());
      case HDEL -> one("table", request.getHdel().getTable());
      case HEXIST -> one("table", request.getHexist().getTable());
      case HMGET -> {
        Hmget many = request.getHmget();
        yield keys(many.getTable(), many.getKeysCount());
      }
      case HMSET -> {
        Hmset many = request.getHmset();
        yield keys(many.getTable(), many.getPairsCount());
      }
      case HMDEL -> {
        Hmdel many = request.getHmdel();
        yield keys(many.getTable(), many.getKeysCount());
      }
      case HMEXIST -> {
        Hmexist many = request.getHmexist();
        yield keys(many.getTable(), many.getKeysCount());
      }
      case SUBSCRIBE -> one("topic", request.getSubscribe().getTopic());
      case UNSUBSCRIBE -> one("topic", request.getUnsubscribe().getTopic());
      case PUBLISH -> one("topic", request.getPublish().getTopic());
      case REQUESTDATA_NOT_SET -> "";
    };
  }

  private static String keys(String table, int count) {
    return one("table", table) + " " + count + " keys";
  }

  private static String one(String what, String name) {
    return " " + what + "=" + printable(name);
  }

  /** A name as one word of a line, so that no client can forge lines of a log. */
  private static String printable(String name) {
    var text = new StringBuilder(name.length());
    name.codePoints()
        .limit(MOST_CHARS)
        .forEach(c -> text.appendCodePoint(c <= ' ' || Character.isISOControl(c) ? '?' : c));
    return name.length() > MOST_CHARS ? text.append('…').toString() : text.toString();
  }

  private static final int MOST_CHARS = 64;
}

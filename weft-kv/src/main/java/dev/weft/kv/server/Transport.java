package dev.weft.kv.server;

import dev.weft.Future;
import dev.weft.net.TcpStream;

/**
 * What lies between an accepted connection and the streams of requests on it: nothing, TLS, many
 * streams on one connection, or several of these.
 */
@FunctionalInterface
interface Transport {

  /**
   * Serves a connection.
   *
   * <p><em>Cancellation:</em> closes it.
   *
   * @param accepted the connection, to be closed before the future ends in any way
   * @param requests serves each stream of requests, and says when the server stops: a handshake is
   *     given up then and no further stream accepted
   * @return completes when all of it is over; a failure is logged and costs this connection only
   */
  Future<Void> serve(TcpStream accepted, RequestServer requests);
}

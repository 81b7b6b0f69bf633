package dev.weft.kv.client;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;

/**
 * How a client gets to its server: over TCP unless another one is given, such as one that adds TLS
 * or takes a stream of a connection that several share.
 *
 * <p>{@link AsyncCloseable#closeAsync} of a stream must fail a read or write that is pending, and
 * must not wait for the other side.
 *
 * <p><em>Threads:</em> {@link #dial} is called from any task of the client's runtime, also several
 * times at once. The client limits the time that it takes.
 *
 * @param <S> type of the byte stream
 */
@FunctionalInterface
public interface Dialer<S extends AsyncRead & AsyncWrite & AsyncCloseable> {

  /**
   * Makes a new byte stream.
   *
   * <p><em>Cancellation:</em> of the future: nothing stays open.
   *
   * @param host the client's server, a name or an address
   * @param port from 1 to 65535
   * @return an open stream that nobody else uses, or failure with an {@link java.io.IOException}
   *     that names the address
   */
  Future<S> dial(String host, int port);
}

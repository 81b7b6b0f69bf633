package dev.weft.net.tls;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.util.Objects;

/**
 * The server's side of TLS: makes a {@link TlsStream} of a stream that was accepted.
 *
 * {@snippet class="dev.weft.snippets.TlsSnippets" region="acceptor"}
 *
 * <p>With {@link TlsOptions#trust} each client must show a certificate. Clients may take up earlier
 * sessions. Renegotiation, a danger of TLS 1.2, is refused.
 *
 * <p><em>Threads:</em> all methods may be called from any thread.
 */
public final class TlsAcceptor {

  private volatile Endpoint endpoint;

  private TlsAcceptor(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Creates an acceptor.
   *
   * @param options with an identity
   * @return the acceptor
   * @throws IOException if the JDK can't use the identity or the roots
   * @throws IllegalArgumentException if the identity is missing or a cipher suite is unknown
   */
  public static TlsAcceptor create(TlsOptions options) throws IOException {
    return new TlsAcceptor(Endpoint.ofServer(options));
  }

  /**
   * Replaces all settings, for example when the certificate was renewed. Handshakes that begin from
   * now on use them; connections that exist go on as they are. If this fails, nothing has changed.
   *
   * @param options with an identity
   * @throws IOException if the JDK can't use the identity or the roots
   * @throws IllegalArgumentException if the identity is missing or a cipher suite is unknown
   */
  public void reload(TlsOptions options) throws IOException {
    endpoint = Endpoint.ofServer(options);
  }

  /**
   * The settings in force.
   *
   * @return what {@link #create} or the latest {@link #reload} was given
   */
  public TlsOptions options() {
    return endpoint.options();
  }

  /**
   * Does the handshake with a client.
   *
   * <p>It fails with a {@link javax.net.ssl.SSLHandshakeException} if the two don't agree, after
   * telling the client why; with {@link java.net.SocketTimeoutException} after {@link
   * TlsOptions#handshakeTimeout}; and with another {@link IOException} if the stream is broken.
   * Then the transport is closed. Keys and certificates are handled on the blocking pool.
   *
   * <p><em>Cancellation:</em> closes the transport, also before the first poll.
   *
   * @param transport what TLS runs over, from now on only through the result
   * @param <T> type of the transport
   * @return the connection
   */
  @CancelSafe(loses = "the transport, which it closes")
  public <T extends AsyncRead & AsyncWrite & AsyncCloseable> Future<TlsStream> accept(T transport) {
    Objects.requireNonNull(transport, "transport");
    Endpoint current = endpoint;
    return new Handshake(
        current,
        new Transport(transport, transport, transport),
        current::serverEngine,
        "TlsAcceptor.accept");
  }

  @Override
  public String toString() {
    return "TlsAcceptor[" + endpoint.options().identity() + "]";
  }
}

package dev.weft.net.tls;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.net.TcpStream;
import java.io.IOException;
import java.util.Objects;

/**
 * The client's side of TLS: makes a {@link TlsStream} of a stream that was connected.
 *
 * {@snippet class="dev.weft.snippets.TlsSnippets" region="connector"}
 *
 * <p>One connector should serve all connections to the same servers: it remembers their sessions,
 * so that later handshakes are cheap.
 *
 * <p><em>Threads:</em> all methods may be called from any thread.
 */
public final class TlsConnector {

  private final Endpoint endpoint;

  private TlsConnector(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Creates a connector.
   *
   * @param options whom to believe; who this side is, if servers ask
   * @return the connector
   * @throws IOException if the JDK can't use the identity or the roots
   * @throws IllegalArgumentException if a cipher suite is unknown
   */
  public static TlsConnector create(TlsOptions options) throws IOException {
    return new TlsConnector(Endpoint.ofClient(options));
  }

  /**
   * Does the handshake with a server, which must show a certificate for its name, unless {@link
   * TlsOptions#verifyServerName} is off. Failures are as for {@link TlsAcceptor#accept}.
   *
   * <p>In TLS 1.3 a server looks at the client's certificate last: if it refuses that, this
   * handshake has succeeded all the same, and the first read fails.
   *
   * <p><em>Cancellation:</em> closes the transport, also before the first poll.
   *
   * @param transport what TLS runs over, from now on only through the result
   * @param serverName name or address of the server; a name is sent to it (SNI)
   * @param <T> type of the transport
   * @return the connection
   * @throws IllegalArgumentException if it can't be the name of a server
   */
  @CancelSafe(loses = "the transport, which it closes")
  public <T extends AsyncRead & AsyncWrite & AsyncCloseable> Future<TlsStream> connect(
      T transport, String serverName) {
    Objects.requireNonNull(transport, "transport");
    Endpoint.checkServerName(serverName);
    int port = transport instanceof TcpStream tcp ? tcp.remoteAddress().getPort() : 0;
    return new Handshake(
        endpoint,
        new Transport(transport, transport, transport),
        () -> endpoint.clientEngine(serverName, port),
        "TlsConnector.connect to " + serverName);
  }

  @Override
  public String toString() {
    return "TlsConnector[" + endpoint.options().trust() + "]";
  }
}

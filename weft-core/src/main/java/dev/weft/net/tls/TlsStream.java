package dev.weft.net.tls;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.SocketClosedException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * A TLS connection, made by {@link TlsAcceptor#accept} or {@link TlsConnector#connect}.
 *
 * <p><em>Ends.</em> {@link #shutdown} says to the peer that nothing more comes, and reading goes
 * on; in TLS 1.2 the peer answers by ending its direction, too. A read gives {@link AsyncRead#EOF}
 * only if the peer has said so. If the transport ends without that, somebody may have cut the
 * connection to keep back the rest, and reading fails with {@link EOFException}.
 *
 * <p><em>Flushing.</em> A write sends what the transport takes and keeps at most one record, of 16
 * KiB, which the next operation goes on sending, a pending read included. So call {@link #flush} or
 * {@link #shutdown} after the last write, unless a read follows it.
 *
 * <p><em>Memory.</em> A connection that is idle holds no buffer; at most three of the size of a
 * record otherwise.
 *
 * <p><em>Cancellation:</em> reads and writes are safe: what arrives stays in the stream, and a
 * write that was cancelled while it was pending wrote nothing. A cancelled {@link #close} closes
 * the transport at once.
 *
 * <p><em>Threads:</em> one reader and one writer at a time, which may be different tasks. Closing
 * is for any task; who is waiting for the stream then fails with {@link SocketClosedException}.
 */
public final class TlsStream implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final SSLEngine engine;
  private final Traffic traffic;
  private final Duration closeTimeout;

  TlsStream(SSLEngine engine, Traffic traffic, Duration closeTimeout) {
    this.engine = engine;
    this.traffic = traffic;
    this.closeTimeout = closeTimeout;
  }

  /**
   * The version of the protocol.
   *
   * @return what was negotiated
   */
  public TlsVersion version() {
    return TlsVersion.ofJdkName(engine.getSession().getProtocol());
  }

  /**
   * The cipher suite.
   *
   * @return its standard name, such as {@code TLS_AES_128_GCM_SHA256}
   */
  public String cipherSuite() {
    return engine.getSession().getCipherSuite();
  }

  /**
   * The protocol to be spoken inside (ALPN).
   *
   * @return what was negotiated; empty if one of the two sides didn't mention any
   */
  public Optional<String> applicationProtocol() {
    String name = engine.getApplicationProtocol();
    return name == null || name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  /**
   * The certificates that the peer has shown and that were accepted.
   *
   * @return its own first; empty if it showed none, as clients do unless they must
   */
  public List<X509Certificate> peerCertificates() {
    try {
      return Stream.of(engine.getSession().getPeerCertificates())
          .map(X509Certificate.class::cast)
          .toList();
    } catch (SSLPeerUnverifiedException none) {
      return List.of();
    }
  }

  /**
   * The name by which the client wanted to reach the server (SNI).
   *
   * @return the name; empty if the client didn't send one
   */
  public Optional<String> serverName() {
    if (engine.getSession() instanceof ExtendedSSLSession session) {
      return session.getRequestedServerNames().stream()
          .filter(SNIHostName.class::isInstance)
          .map(name -> ((SNIHostName) name).getAsciiName())
          .findFirst();
    }
    return Optional.empty();
  }

  /**
   * When the session was agreed on: long before this connection, if it was taken up again.
   *
   * @return by the system's clock
   */
  public Instant sessionCreated() {
    return Instant.ofEpochMilli(engine.getSession().getCreationTime());
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    return traffic.pollRead(target, cx);
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return (int) traffic.pollWrite(new ByteBuffer[] {source}, 0, 1, cx);
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    return traffic.pollWrite(sources, offset, length, cx);
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return traffic.pollFlush(cx);
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return traffic.pollShutdown(cx);
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    return traffic.pollReadable(cx);
  }

  @Override
  public void cancelRead() {
    traffic.cancelRead();
  }

  @Override
  public void cancelWrite() {
    traffic.cancelWrite();
  }

  /**
   * Sends what is left and the end, waiting {@link TlsOptions#closeTimeout} at most, and closes the
   * transport. It doesn't wait for what the peer may still say.
   *
   * @return completes when the transport is closed; fails if something that was written before is
   *     lost
   */
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(traffic, closeTimeout);
  }

  /** Whether it holds no buffer. */
  boolean isIdle() {
    return traffic.isIdle();
  }

  @Override
  public String toString() {
    return traffic.toString();
  }
}

package dev.weft.kv.server;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.kv.yamux.Prefixed;
import dev.weft.kv.yamux.Yamux;
import dev.weft.kv.yamux.YamuxOptions;
import dev.weft.net.TcpStream;
import dev.weft.net.tls.TlsAcceptor;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The transport of a server: TLS if it has a certificate, and above it what the client chooses,
 * plain frames or a yamux session with frames on each of its streams.
 *
 * @param tls takes connections over TLS; {@code null} for none
 * @param yamux limits of a session
 * @param idle how long a client may take to say what it wants, and a session may have no stream
 */
record Layers(@Nullable TlsAcceptor tls, YamuxOptions yamux, Duration idle) implements Transport {

  @Override
  public Future<Void> serve(TcpStream accepted, RequestServer requests) {
    Object peer = accepted.remoteAddress();
    TlsAcceptor acceptor = tls;
    if (acceptor == null) {
      return choose(accepted, peer, requests);
    }
    return new Upgrade<>(
        accepted,
        acceptor.accept(accepted),
        idle,
        requests.stop(),
        stream -> choose(stream, peer, requests));
  }

  private <S extends AsyncRead & AsyncWrite & AsyncCloseable> Future<Void> choose(
      S stream, Object peer, RequestServer requests) {
    Prefixed<S> prefixed = Prefixed.of(stream);
    return new Upgrade<>(
        stream,
        Yamux.detect(prefixed),
        idle,
        requests.stop(),
        isSession ->
            isSession
                ? new Session(prefixed, peer, yamux, idle, requests).serve()
                : requests.serve(prefixed, peer));
  }
}

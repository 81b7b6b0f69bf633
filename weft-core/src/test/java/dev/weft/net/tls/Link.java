package dev.weft.net.tls;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;

/**
 * Two ends of a TLS connection.
 *
 * @param client the client's
 * @param server the server's
 */
record Link(TlsStream client, TlsStream server) {

  static Link inMemory(Weft weft, TlsOptions server, TlsOptions client) throws Exception {
    DuplexPair pair = Io.duplex(64 * 1024);
    return over(weft, server, client, pair.first(), pair.second());
  }

  static Link inMemory(Weft weft) throws Exception {
    return inMemory(weft, Certs.serverOptions(), Certs.clientOptions());
  }

  static Link inMemory(Weft weft, TlsVersion version) throws Exception {
    return inMemory(
        weft, Certs.serverOptions().versions(version), Certs.clientOptions().versions(version));
  }

  static <T extends AsyncRead & AsyncWrite & AsyncCloseable> Link over(
      Weft weft, TlsOptions server, TlsOptions client, T clientEnd, T serverEnd) throws Exception {
    return over(
        weft, TlsAcceptor.create(server), TlsConnector.create(client), clientEnd, serverEnd);
  }

  static <T extends AsyncRead & AsyncWrite & AsyncCloseable> Link over(
      Weft weft, TlsAcceptor acceptor, TlsConnector connector, T clientEnd, T serverEnd)
      throws Exception {
    JoinHandle<TlsStream> accepting = weft.spawn(acceptor.accept(serverEnd));
    Future<TlsStream> connecting = connector.connect(clientEnd, Certs.HOST);
    TlsStream client;
    try {
      client = weft.blockOn(connecting);
    } catch (Exception failure) {
      try {
        weft.blockOn(accepting);
      } catch (Exception also) {
        failure.addSuppressed(also);
      }
      throw failure;
    }
    return new Link(client, weft.blockOn(accepting));
  }
}

package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.Io;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import dev.weft.net.tls.TlsAcceptor;
import dev.weft.net.tls.TlsConnector;
import dev.weft.net.tls.TlsIdentity;
import dev.weft.net.tls.TlsOptions;
import dev.weft.net.tls.TlsStream;
import dev.weft.net.tls.TlsTrust;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;

/** TLS over sockets. */
final class TlsSnippets {

  private TlsSnippets() {}

  static TlsAcceptor acceptor(Path folder) throws IOException {
    // @start region="acceptor"
    TlsIdentity identity =
        TlsIdentity.load(folder.resolve("server.crt"), folder.resolve("server.key"));
    TlsAcceptor acceptor =
        TlsAcceptor.create(TlsOptions.defaults().identity(identity).applicationProtocols("kv"));
    // @end
    return acceptor;
  }

  static TlsOptions options(TlsOptions basic, TlsTrust clientAuthorities) {
    // @start region="options"
    TlsOptions options =
        basic
            .trust(clientAuthorities) // a server demands a certificate of each client then
            .handshakeTimeout(Duration.ofSeconds(3))
            .maxHandshakes(64);
    // @end
    return options;
  }

  static TlsOptions names(TlsOptions basic, TlsIdentity shop, TlsIdentity others) {
    // @start region="names"
    TlsOptions options =
        basic.identityFor("shop.example.org", shop).identityFor("*.example.org", others);
    // @end
    return options;
  }

  // @start region="serve"
  /** The handshake belongs into the task of the connection: a slow client holds up nobody else. */
  static Future<Void> serve(TcpListener listener, TlsAcceptor acceptor) {
    return async(
        () -> {
          while (true) {
            TcpStream tcp = await(listener.accept());
            spawn(echo(acceptor, tcp)).detach();
          }
        });
  }

  static Future<Void> echo(TlsAcceptor acceptor, TcpStream tcp) {
    return async(
        () -> {
          try (TlsStream stream = await(acceptor.accept(tcp))) {
            await(Io.copy(stream, stream));
          }
        });
  }

  // @end

  static Future<Integer> ask(Path folder, int port, ByteBuffer request, ByteBuffer answer)
      throws IOException {
    // @start region="connector"
    TlsTrust trust = TlsTrust.load(folder.resolve("ca.crt"));
    TlsConnector connector = TlsConnector.create(TlsOptions.defaults().trust(trust));
    // @end
    return async(
        () -> {
          // @start region="connect"
          TcpStream tcp = await(TcpStream.connect("localhost", port));
          try (TlsStream stream = await(connector.connect(tcp, "localhost"))) {
            await(stream.writeAll(request));
            return await(stream.read(answer));
          }
          // @end
        });
  }

  static void renew(TlsAcceptor acceptor, Path folder) throws IOException {
    // @start region="reload"
    TlsIdentity renewed =
        TlsIdentity.load(folder.resolve("server.crt"), folder.resolve("server.key"));
    acceptor.reload(acceptor.options().identity(renewed)); // for connections from now on
    // @end
  }
}

package dev.weft.cli;

import dev.weft.net.tls.TlsAcceptor;
import dev.weft.net.tls.TlsConnector;
import dev.weft.net.tls.TlsIdentity;
import dev.weft.net.tls.TlsOptions;
import dev.weft.net.tls.TlsTrust;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** TLS from the files that the user names. */
final class Tls {

  private static final String PROTOCOL = "kv";

  private Tls() {}

  /** For a server; with a client CA, clients must show a certificate. */
  static TlsAcceptor acceptor(String certificate, String key, @Nullable String clientCa)
      throws IOException {
    TlsOptions options = options(clientCa);
    return TlsAcceptor.create(
        options.identity(TlsIdentity.load(Path.of(certificate), Path.of(key))));
  }

  /** For a client; without a CA the system's roots are trusted. */
  static TlsConnector connector(
      @Nullable String ca, @Nullable String certificate, @Nullable String key) throws IOException {
    TlsOptions options = options(ca);
    return TlsConnector.create(
        certificate == null || key == null
            ? options
            : options.identity(TlsIdentity.load(Path.of(certificate), Path.of(key))));
  }

  private static TlsOptions options(@Nullable String ca) throws IOException {
    TlsOptions options = TlsOptions.defaults().applicationProtocols(PROTOCOL);
    return ca == null ? options : options.trust(TlsTrust.load(Path.of(ca)));
  }
}

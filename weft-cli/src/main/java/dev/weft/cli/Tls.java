package dev.weft.cli;

import dev.weft.net.tls.TlsAcceptor;
import dev.weft.net.tls.TlsConnector;
import dev.weft.net.tls.TlsIdentity;
import dev.weft.net.tls.TlsOptions;
import dev.weft.net.tls.TlsTrust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

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

  /**
   * Refuses a file that isn't there as bad input, before anything else is opened.
   *
   * @param spec the command
   * @param option by which it was named
   */
  static void checkFile(CommandSpec spec, String option, @Nullable String file) {
    if (file == null) {
      return;
    }
    Path path = Path.of(file);
    String wrong =
        !Files.exists(path)
            ? "there is no file '%s'"
            : Files.isDirectory(path)
                ? "'%s' is a folder"
                : !Files.isReadable(path) ? "the file '%s' is not readable" : null;
    if (wrong != null) {
      throw new ParameterException(spec.commandLine(), option + ": " + wrong.formatted(file));
    }
  }

  private static TlsOptions options(@Nullable String ca) throws IOException {
    TlsOptions options = TlsOptions.defaults().applicationProtocols(PROTOCOL);
    return ca == null ? options : options.trust(TlsTrust.load(Path.of(ca)));
  }
}

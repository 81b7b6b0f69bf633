package dev.weft.cli;

import dev.weft.kv.client.KvClientBuilder;
import dev.weft.net.tls.TlsConnector;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weft kv}: requests to a KV server from the command line. */
@Command(
    name = "kv",
    description = "Sends one request to a key-value server and prints the answer.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      KvCommands.Set.class,
      KvCommands.Get.class,
      KvCommands.GetAll.class,
      KvCommands.Del.class,
      KvCommands.Exist.class,
      KvCommands.SetMany.class,
      KvCommands.GetMany.class,
      KvCommands.DelMany.class,
      KvCommands.ExistMany.class,
      KvTopicCommands.Publish.class,
      KvTopicCommands.Subscribe.class,
      KvTopicCommands.Unsubscribe.class
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft kv set fruit apple red      prints the old value, or (none)",
      "  weft kv get fruit apple          prints red",
      "  weft kv --server [::1]:9527 getall fruit",
      "  weft kv subscribe news           prints what is published, until unsubscribed",
      "%nThe server is named before the command. Options end with the table or topic.",
      "Exit codes: 0 done, 1 the server refused or wasn't there, 2 bad input."
    })
final class KvCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:" + Ports.DEFAULT,
      converter = HostPort.Converter.class,
      description = "Where the server is (default: ${DEFAULT-VALUE}).")
  private HostPort server;

  @Option(
      names = "--tls",
      description = "Use TLS, and trust the authorities that this machine trusts.")
  private boolean tls;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Use TLS, and trust the authorities in this PEM file instead.")
  private @Nullable String ca;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "Certificate to show to the server, in PEM; with --tls-key.")
  private @Nullable String certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Private key of that certificate, in PEM.")
  private @Nullable String key;

  @Option(
      names = "--tls-name",
      paramLabel = "NAME",
      description = "Name in the server's certificate, if it isn't that of --server.")
  private @Nullable String name;

  /** Sets up TLS if it was asked for. */
  void secure(KvClientBuilder client) throws IOException {
    if ((certificate == null) != (key == null)) {
      throw new ParameterException(
          spec.commandLine(), "--tls-cert and --tls-key go together: one of them is missing");
    }
    if (!tls && ca == null) {
      if (certificate != null || name != null) {
        throw new ParameterException(
            spec.commandLine(), "--tls-cert and --tls-name need --tls or --tls-ca");
      }
      return;
    }
    Tls.checkFile(spec, "--tls-ca", ca);
    Tls.checkFile(spec, "--tls-cert", certificate);
    Tls.checkFile(spec, "--tls-key", key);
    TlsConnector connector = Tls.connector(ca, certificate, key);
    if (name == null) {
      client.tls(connector);
    } else {
      client.tls(connector, name);
    }
  }

  HostPort server() {
    return server;
  }

  /** Reached when no command was given. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }
}

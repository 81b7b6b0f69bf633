package dev.weft.cli;

import dev.weft.Weft;
import dev.weft.kv.server.KvServer;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weft serve}: the KV server, until it is asked to stop. */
@Command(
    name = "serve",
    description = "Runs the key-value server until it gets SIGTERM or SIGINT.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft serve                           on 127.0.0.1:9527",
      "  weft serve --host 0.0.0.0 --port 0   on all addresses, on a free port",
      "%nPrints one line \"listening on HOST:PORT (kv)\" when it accepts connections.",
      "Asked to stop, it finishes the requests that are in flight and exits with 0."
    })
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "" + Ports.DEFAULT,
      description = "Port to listen on, 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--memory",
      description = "Keep the pairs in memory only, which is all that this version can do.")
  @SuppressWarnings("UnusedVariable") // accepted, so that a script which asks for it gets it
  private boolean memory;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Worker threads, 1 to 1024 (default: one per processor).")
  private @Nullable Integer workers;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "" + KvServer.DEFAULT_MAX_CONNECTIONS,
      description = "Connections served at once; more wait (default: ${DEFAULT-VALUE}).")
  private int maxConnections;

  @Override
  public Integer call() throws Exception {
    checkRange("--port", port, 0, Ports.MAX);
    checkRange("--max-connections", maxConnections, 1, KvServer.MAX_CONNECTIONS);
    Weft.Builder runtime = Weft.builder();
    if (workers != null) {
      checkRange("--workers", workers, 1, 1024);
      runtime.workers(workers);
    }
    try (Weft weft = runtime.build()) {
      KvServer server =
          weft.blockOn(
              KvServer.builder().address(host, port).maxConnections(maxConnections).bind());
      Signals.onStop(server::shutdown);
      InetSocketAddress address = server.localAddress();
      spec.commandLine()
          .getOut()
          .printf(
              "listening on %s (kv)%n",
              HostPort.text(address.getAddress().getHostAddress(), address.getPort()));
      weft.blockOn(server.serve());
    }
    return ExitCode.OK;
  }

  private void checkRange(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '%s': %d is not from %d to %d"
              .formatted(option, value, least, most));
    }
  }
}

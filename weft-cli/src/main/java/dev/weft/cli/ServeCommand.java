package dev.weft.cli;

import dev.weft.Weft;
import dev.weft.kv.server.KvMeters;
import dev.weft.kv.server.KvServer;
import dev.weft.kv.server.KvServerBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code weft serve}: the KV server, until it is asked to stop. Its other options are in {@link
 * ServeSettings}.
 */
@Command(
    name = "serve",
    description = "Runs the key-value server until it gets SIGTERM or SIGINT.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft serve                           on 127.0.0.1:9527, pairs in ./weft-data",
      "  weft serve --memory                  nothing on disk",
      "  weft serve --host 0.0.0.0 --port 0   on all addresses, on a free port",
      "  weft serve --config weft.toml        every option can be a key of that file",
      "%nPrints one line \"listening on HOST:PORT (kv)\" when it accepts connections.",
      "Asked to stop, it finishes the requests that are in flight and exits with 0.",
      "Sizes are bytes or end with K, M or G; times end with ms, s, m or h."
    })
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "TOML file with settings; options win over it.")
  private @Nullable Path configFile;

  @Override
  public Integer call() throws Exception {
    ServeConfig config = config();
    Logging.setLevel(config.get(ServeSettings.LOG_LEVEL));
    Weft.Builder runtime = Weft.builder();
    Integer workers = config.chosen(ServeSettings.WORKERS);
    if (workers != null) {
      runtime.workers(workers);
    }
    var metrics =
        config.chosen(ServeSettings.METRICS_PORT) == null
            ? null
            : new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    LongConsumer forced = metrics == null ? _ -> {} : KvMeters.forceBatch(metrics);
    KvServerBuilder server = builder(config); // reads the TLS files, before the folder is opened
    try (Weft weft = runtime.build()) {
      var engine = weft.blockOn(Engines.open(config, forced));
      try {
        serve(weft, config, server, engine, metrics);
      } finally {
        weft.blockOn(engine.storage().closeAsync());
      }
    }
    return ExitCode.OK;
  }

  private void serve(
      Weft weft,
      ServeConfig config,
      KvServerBuilder builder,
      Engines.Opened engine,
      @Nullable PrometheusMeterRegistry metrics)
      throws Exception {
    builder.storage(engine.storage());
    if (metrics != null) {
      builder.metrics(metrics);
    }
    try (KvServer server = weft.blockOn(builder.bind());
        MetricsEndpoint endpoint = metrics == null ? null : endpoint(config, metrics)) {
      Signals.onStop(server::shutdown);
      PrintWriter out = spec.commandLine().getOut();
      out.printf("listening on %s (kv)%n", text(server.localAddress()));
      out.printf("%s%n", engine.where());
      if (endpoint != null) {
        out.printf("metrics at http://%s%s%n", text(endpoint.address()), MetricsEndpoint.PATH);
      }
      weft.blockOn(server.serve());
    }
  }

  private static MetricsEndpoint endpoint(ServeConfig config, PrometheusMeterRegistry metrics)
      throws IOException {
    InetAddress host = InetAddress.getByName(config.get(ServeSettings.HOST));
    int port = config.get(ServeSettings.METRICS_PORT);
    return MetricsEndpoint.start(new InetSocketAddress(host, port), metrics);
  }

  private static String text(InetSocketAddress address) {
    return HostPort.text(address.getAddress().getHostAddress(), address.getPort());
  }

  private KvServerBuilder builder(ServeConfig config) throws IOException {
    for (var file :
        List.of(ServeSettings.TLS_CERT, ServeSettings.TLS_KEY, ServeSettings.TLS_CLIENT_CA)) {
      Tls.checkFile(spec, config.name(file), config.chosen(file));
    }
    KvServerBuilder builder = KvServer.builder();
    String certificate = config.chosen(ServeSettings.TLS_CERT);
    if (certificate != null) {
      builder.tls(
          Tls.acceptor(
              certificate,
              config.get(ServeSettings.TLS_KEY),
              config.chosen(ServeSettings.TLS_CLIENT_CA)));
    }
    return builder
        .address(config.get(ServeSettings.HOST), config.get(ServeSettings.PORT))
        .maxConnections(config.get(ServeSettings.MAX_CONNECTIONS))
        .maxStreams(config.get(ServeSettings.MAX_STREAMS))
        .idleTimeout(config.get(ServeSettings.IDLE_TIMEOUT))
        .shutdownLimit(config.get(ServeSettings.SHUTDOWN_TIMEOUT))
        .maxFrame(Math.toIntExact(config.get(ServeSettings.MAX_FRAME)))
        .maxMessage(Math.toIntExact(config.get(ServeSettings.MAX_MESSAGE)))
        .slowSubscriber(config.get(ServeSettings.SLOW_SUBSCRIBER))
        .subscriberQueue(
            config.get(ServeSettings.SUBSCRIBER_QUEUE), config.get(ServeSettings.SUBSCRIBER_BYTES));
  }

  private ServeConfig config() throws IOException {
    try {
      return ServeConfig.of(spec.commandLine().getParseResult(), file());
    } catch (ValueParser.BadValueException | ConfigFile.BadConfigException wrong) {
      throw bad(String.valueOf(wrong.getMessage()));
    }
  }

  private ConfigFile file() throws IOException, ConfigFile.BadConfigException {
    Path file = configFile;
    if (file == null) {
      return ConfigFile.none();
    }
    if (!Files.isRegularFile(file)) {
      throw bad("there is no file '%s'".formatted(file));
    }
    if (!Files.isReadable(file)) {
      throw bad("the file '%s' is not readable".formatted(file));
    }
    return ConfigFile.read(file);
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}

package dev.weft.cli;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.kv.client.Backoff;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.client.KvClientBuilder;
import dev.weft.kv.client.KvException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * What the commands of {@code weft kv} share: connect, ask, print, and what is said of failures.
 */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class KvRequestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @ParentCommand private KvCommand parent;

  /** Asks and prints. */
  abstract Future<Void> ask(KvClient client, PrintWriter out);

  /** Refuses arguments that picocli can't judge. */
  void checkArguments() {}

  @Override
  public Integer call() throws Exception {
    checkArguments();
    HostPort server = parent.server();
    PrintWriter out = spec.commandLine().getOut();
    Future<KvClient> connected = client(server);
    try (Weft weft = runtime()) {
      weft.blockOn(
          async(
              () -> {
                try (KvClient client = await(connected)) {
                  await(ask(client, out));
                }
              }));
      return ExitCode.OK;
    } catch (KvException | TimeoutException refused) {
      err().println(refused.getMessage());
      return ExitCode.SOFTWARE;
    }
  }

  /**
   * For one request. A native driver would take longer to be linked than that takes. And the polls
   * of a JVM that has just started may be long, as classes are loaded in them, which is no news to
   * whoever types a command.
   */
  static Weft runtime() {
    return Weft.builder()
        .scheduler(Weft.Scheduler.CURRENT_THREAD)
        .driver(Weft.Driver.NIO)
        .watchdog(Duration.ZERO)
        .build();
  }

  /** One connection: whoever types a command would rather know at once that the server is gone. */
  private Future<KvClient> client(HostPort server) throws IOException {
    KvClientBuilder client =
        KvClient.builder()
            .address(server.host(), server.port())
            .connections(1, 1)
            .reconnect(Backoff.oneAttempt());
    parent.secure(client);
    return client.connect();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final ParameterException badInput(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}

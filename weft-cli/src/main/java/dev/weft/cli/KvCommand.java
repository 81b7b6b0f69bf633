package dev.weft.cli;

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

  HostPort server() {
    return server;
  }

  /** Reached when no command was given. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }
}

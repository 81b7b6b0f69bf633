package dev.weft.bench.echo;

import dev.weft.Weft;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Control;
import dev.weft.bench.process.GoBinary;
import dev.weft.bench.process.Jvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** All servers, the one to compare with first; and what they have in common. */
final class EchoServers {

  /** Workers, event loops or processors of each. */
  static final int WORKERS = 2;

  private static final String GO = "go";

  /** Connections that wait to be accepted. */
  static final int BACKLOG = 1024;

  /** What each reads at once at most: the largest message. */
  static final int BUFFER_BYTES = 16 << 10;

  private static final String LACKS = "lacks";

  private final GoBinary go = new GoBinary("go-echo", "dev/weft/bench/go/echo/", "main.go");

  EchoServers() {}

  /** How a server is started. */
  interface Command {
    List<String> in(Jvm jvm) throws Exception;
  }

  /**
   * A server.
   *
   * @param name how it is asked for and reported
   * @param demanding whether it needs something that the system may forbid or lack
   * @param command its command in a JVM, if it needs one
   */
  record Server(String name, boolean demanding, Command command) {}

  List<String> names() {
    return all().stream().map(Server::name).toList();
  }

  /** Why a server can't be here; it is asked itself if it has to be. */
  static Optional<String> lacking(Server server) throws Exception {
    if (server.name().equals(GO)) {
      return GoBinary.missing();
    }
    if (!server.demanding()) {
      return Optional.empty();
    }
    try (Child child = Child.start(server.command().in(Jvm.standard()))) {
      String said = child.expectOneOf("ready", LACKS);
      return said.startsWith(LACKS)
          ? Optional.of(said.substring(LACKS.length() + 1))
          : Optional.empty();
    }
  }

  /** Said by a server that can't be what it is asked to be. */
  static void sayLacks(Object reason) {
    Control.say(LACKS, reason);
  }

  List<Server> all() {
    var all = new ArrayList<Server>();
    for (Weft.Driver driver :
        List.of(Weft.Driver.AUTO, Weft.Driver.EPOLL, Weft.Driver.IO_URING, Weft.Driver.NIO)) {
      all.add(inJvm("weft-" + lower(driver.name()), WeftEcho.class, driver.name()));
    }
    for (String transport : NettyEcho.TRANSPORTS) {
      all.add(inJvm("netty-" + transport, NettyEcho.class, transport));
    }
    all.add(
        new Server(
            "virtual-threads",
            false,
            jvm ->
                jvm.with("-Djdk.virtualThreadScheduler.parallelism=" + WORKERS)
                    .with("-Djdk.virtualThreadScheduler.maxPoolSize=" + WORKERS)
                    .command(ThreadEcho.class.getName())));
    all.add(inJvm("plain-nio", NioEcho.class, Integer.toString(WORKERS)));
    all.add(new Server(GO, false, _ -> go.command()));
    return List.copyOf(all);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static Server inJvm(String name, Class<?> main, String arg) {
    boolean demanding = main != NioEcho.class && !arg.equalsIgnoreCase("nio");
    return new Server(name, demanding, jvm -> jvm.command(main.getName(), arg));
  }
}

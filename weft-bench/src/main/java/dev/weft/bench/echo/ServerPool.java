package dev.weft.bench.echo;

import dev.weft.bench.Plan;
import dev.weft.bench.process.Jvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The processes of the servers. In a measurement each run has one of its own; in a quick look one
 * serves all workloads, so that less of the time goes into warming up.
 */
final class ServerPool implements AutoCloseable {

  /** Enough for all connections; ten JVMs are there at once in a quick look. */
  private static final String HEAP = "-Xmx1g";

  private final EchoServers servers;
  private final Map<String, Optional<String>> lacking = new HashMap<>();
  private final Map<String, RunningServer> kept = new HashMap<>();

  ServerPool(EchoServers servers) {
    this.servers = servers;
  }

  List<String> names() {
    return servers.names();
  }

  /** Those that are wanted and can be here; of the others it says so. */
  List<EchoServers.Server> present(Plan plan, String workload) throws Exception {
    var present = new ArrayList<EchoServers.Server>();
    for (EchoServers.Server each : servers.all()) {
      if (!plan.wants(each.name())) {
        continue;
      }
      Optional<String> reason = lacking.get(each.name());
      if (reason == null) {
        reason = EchoServers.lacking(each);
        lacking.put(each.name(), reason);
      }
      if (reason.isPresent()) {
        plan.note("  %s: %s is left out: %s", workload, each.name(), reason.get());
      } else {
        present.add(each);
      }
    }
    return present;
  }

  RunningServer take(Plan plan, EchoServers.Server server) throws Exception {
    RunningServer running = kept.get(server.name());
    if (running == null) {
      running = RunningServer.start(server.command().in(Jvm.standard().with(HEAP)));
      if (plan.quick()) {
        kept.put(server.name(), running);
      }
    }
    return running;
  }

  void giveBack(Plan plan, RunningServer server) throws IOException {
    if (!plan.quick()) {
      server.close();
    }
  }

  @Override
  public void close() throws IOException {
    var all = List.copyOf(kept.values());
    kept.clear();
    IOException failure = null;
    for (RunningServer each : all) {
      try {
        each.close();
      } catch (IOException stuck) {
        failure = stuck;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}

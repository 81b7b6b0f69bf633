package dev.weft.bench.echo;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Heaps;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** What a connection that does nothing costs an echo server: resident memory. */
final class IdleConnections implements Workload {

  private static final int RUNS = 3;
  private static final int BYTES = 64;
  private static final int WARM_CONNECTIONS = 50;
  private static final double BYTES_PER_KB = 1024;

  private final ServerPool servers;
  private final int connections;

  IdleConnections(ServerPool servers, int connections) {
    this.servers = servers;
    this.connections = connections;
  }

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public String description() {
    return "resident memory of the echo server for each of %,d idle connections"
        .formatted(connections);
  }

  @Override
  public List<String> contenders() {
    return servers.names();
  }

  @Override
  public void check() throws IOException {
    OpenFiles.check(name(), connections);
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    var contest = new Contest(name(), "bytes/conn");
    for (EchoServers.Server server : servers.present(plan, name())) {
      contest.add(server.name(), () -> sample(plan, server));
    }
    return contest.run(plan, plan.size(RUNS, 1)); // the figure hardly varies
  }

  /** After two messages each, garbage collected before and after. */
  private Sample sample(Plan plan, EchoServers.Server server) throws Exception {
    byte[] message = Messages.of(BYTES);
    try (Child child = Child.start(server.command().in(Heaps.compact()))) {
      InetSocketAddress address = child.ready();
      try (var warm = new ClosedLoop(address, WARM_CONNECTIONS, message, message)) {
        int _ = WarmUp.of(plan).run(child, warm); // else what compiling takes would count, too
      }
      child.ask("heap");
      long before = child.rssKb();
      double cpu = child.cpuSeconds();
      try (var idle = new ClosedLoop(address, connections, message, message)) {
        idle.rounds(2);
        child.ask("heap");
        double each = (child.rssKb() - before) * BYTES_PER_KB / connections;
        idle.rounds(1); // all of them still answer
        return new Sample(each, child.peakRssKb(), child.cpuSeconds() - cpu);
      }
    }
  }
}

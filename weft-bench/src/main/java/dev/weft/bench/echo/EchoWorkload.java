package dev.weft.bench.echo;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.load.Load;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a request costs a server that sends it back. The servers run in processes of their own,
 * warmed up, under the load of this one.
 */
final class EchoWorkload implements Workload {

  private static final int FIRST_ROUNDS = 3;
  private static final int LENGTH_MILLIS = 4_000;
  private static final int QUICK_LENGTH_MILLIS = 1_000;
  private static final int COUNT_MILLIS = 500;
  private static final int QUICK_COUNT_MILLIS = 50;
  private static final double MICROS = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  private final ServerPool servers;
  private final int bytes;
  private final int connections;

  EchoWorkload(ServerPool servers, int bytes, int connections) {
    this.servers = servers;
    this.bytes = bytes;
    this.connections = connections;
  }

  @Override
  public String name() {
    return "echo-" + bytes + "-" + connections;
  }

  @Override
  public String description() {
    return "server CPU of an echo of %,d bytes over %,d connections".formatted(bytes, connections);
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
    var contest = new Contest(name(), "us-cpu/req");
    for (EchoServers.Server server : servers.present(plan, name())) {
      contest.add(server.name(), () -> sample(plan, server));
    }
    return contest.run(plan);
  }

  @Override
  public void end() throws IOException {
    servers.close();
  }

  private Sample sample(Plan plan, EchoServers.Server server) throws Exception {
    RunningServer running = servers.take(plan, server);
    try {
      return sample(plan, running);
    } finally {
      servers.giveBack(plan, running);
    }
  }

  private Sample sample(Plan plan, RunningServer server) throws IOException {
    byte[] message = Messages.of(bytes);
    Child child = server.child();
    try (var load = new ClosedLoop(server.address(), connections, message, message)) {
      server.warmUp(name(), load, WarmUp.of(plan));
      load.rounds(FIRST_ROUNDS);
      double cpu = child.cpuSeconds();
      double user = child.userSeconds();
      Load seen = load.measure(Duration.ofMillis(plan.size(LENGTH_MILLIS, QUICK_LENGTH_MILLIS)));
      double cpuSeconds = child.cpuSeconds() - cpu;
      double userSeconds = child.userSeconds() - user;
      Map<String, Double> details = new LinkedHashMap<>();
      details.put("userUsPerReq", userSeconds * MICROS / seen.requests());
      details.put("reqPerSecond", seen.perSecond());
      details.put("p50Us", micros(seen, 0.5));
      details.put("p99Us", micros(seen, 0.99));
      details.put("p999Us", micros(seen, 0.999));
      server
          .bytesPerConnection(connections)
          .ifPresent(each -> details.put("rssBytesPerConn", each));
      Duration counted = Duration.ofMillis(plan.size(COUNT_MILLIS, QUICK_COUNT_MILLIS));
      SystemCalls.perRequest(child, load, counted, plan.folder())
          .ifPresent(each -> details.put("callsPerReq", each));
      double each = cpuSeconds * MICROS / seen.requests();
      return new Sample(each, child.peakRssKb(), cpuSeconds, details);
    }
  }

  private static double micros(Load seen, double share) {
    return seen.latencies().quantile(share) / NANOS_PER_MICRO;
  }
}

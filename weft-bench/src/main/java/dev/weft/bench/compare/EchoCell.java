package dev.weft.bench.compare;

import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.load.Load;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * What a server of the model gives many connections, all of which always have a request on its way.
 */
final class EchoCell {

  private static final int WARM_CONNECTIONS = 50;
  private static final double BYTES_PER_KB = 1024;
  private static final double MICROS = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Child child;
  private final Effort effort;
  private final Figures figures;

  EchoCell(Child child, Effort effort, Figures figures) {
    this.child = child;
    this.effort = effort;
    this.figures = figures;
  }

  void measure(InetSocketAddress address, int connections) throws IOException {
    byte[] message = "0123456789abcdef".repeat(4).getBytes(StandardCharsets.US_ASCII);
    int few = Math.min(WARM_CONNECTIONS, connections);
    try (var warm = new ClosedLoop(address, few, message, message)) {
      warm.run(effort.warmUp());
    }
    child.ask("heap");
    long rssKb = child.rssKb();
    try (var load = new ClosedLoop(address, connections, message, message)) {
      load.rounds(1);
      figures.put(Metric.CONNECTIONS, connections);
      child.ask("heap");
      figures.put(Metric.CONNECTION_BYTES, (child.rssKb() - rssKb) * BYTES_PER_KB / connections);
      load.run(effort.warmUp());
      double cpu = child.cpuSeconds();
      Load seen = load.measure(effort.length());
      figures.put(Metric.REQUESTS_PER_SECOND, seen.perSecond());
      figures.put(Metric.CPU_MICROS, (child.cpuSeconds() - cpu) * MICROS / seen.requests());
      figures.put(Metric.P50_MICROS, micros(seen, 0.5));
      figures.put(Metric.P99_MICROS, micros(seen, 0.99));
      figures.put(Metric.WORST_MICROS, micros(seen, 1));
    }
  }

  private static double micros(Load seen, double share) {
    return seen.latencies().quantile(share) / NANOS_PER_MICRO;
  }
}

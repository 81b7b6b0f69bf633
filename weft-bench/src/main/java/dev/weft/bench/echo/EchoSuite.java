package dev.weft.bench.echo;

import dev.weft.bench.Workload;
import java.util.ArrayList;
import java.util.List;

/** The workloads on echo servers. */
public final class EchoSuite {

  static final int MOST_CONNECTIONS = 8_000;

  private static final int[] BYTES = {64, EchoServers.BUFFER_BYTES};
  private static final int[] CONNECTIONS = {50, 1_000, MOST_CONNECTIONS};

  private EchoSuite() {}

  /**
   * All of them.
   *
   * @return in the order in which they run
   */
  public static List<Workload> all() {
    var servers = new ServerPool(new EchoServers());
    var all = new ArrayList<Workload>();
    for (int bytes : BYTES) {
      for (int connections : CONNECTIONS) {
        all.add(new EchoWorkload(servers, bytes, connections));
      }
    }
    all.add(new IdleConnections(servers, MOST_CONNECTIONS));
    return List.copyOf(all);
  }
}

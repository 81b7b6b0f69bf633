package dev.weft.bench;

import dev.weft.bench.kv.GetWorkload;
import dev.weft.bench.kv.IdleWorkload;
import java.util.List;

/** All workloads, in the order in which they run. */
final class Suite {

  private Suite() {}

  static List<Workload> all() {
    return List.of(new GetWorkload(), new IdleWorkload());
  }
}

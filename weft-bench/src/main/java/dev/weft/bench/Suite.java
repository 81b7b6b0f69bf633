package dev.weft.bench;

import dev.weft.bench.kv.CommitWorkload;
import dev.weft.bench.kv.GetWorkload;
import dev.weft.bench.kv.IdleWorkload;
import dev.weft.bench.kv.LoadWorkload;
import java.util.List;

/** All workloads, in the order in which they run. */
final class Suite {

  private Suite() {}

  static List<Workload> all() {
    return List.of(new GetWorkload(), new CommitWorkload(), new LoadWorkload(), new IdleWorkload());
  }
}

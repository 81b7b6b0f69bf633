package dev.weft.bench.compare.model.preemptible;

import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Model;

/** Stackless tasks that let others on in the midst of a loop. */
public final class PreemptibleTasks implements Model {

  /** Creates it. */
  public PreemptibleTasks() {}

  @Override
  public Burning burning(Host host) {
    return new Burners(host);
  }
}

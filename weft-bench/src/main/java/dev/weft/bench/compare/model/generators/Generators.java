package dev.weft.bench.compare.model.generators;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Model;
import dev.weft.bench.compare.model.Waiting;

/** Generators, which run on the thread of who asks them. */
public final class Generators implements Model {

  /** Creates it. */
  public Generators() {}

  @Override
  public Waiting waiting(Host host) {
    return new Waiters();
  }

  @Override
  public Batch pingPong(Host host) {
    return new PingPong();
  }

  @Override
  public Batch pipeline(Host host) {
    return new Stages();
  }
}

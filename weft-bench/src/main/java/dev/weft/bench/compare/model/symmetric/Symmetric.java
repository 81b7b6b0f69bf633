package dev.weft.bench.compare.model.symmetric;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Model;
import dev.weft.bench.compare.model.Waiting;

/** Symmetric coroutines, which pass the thread on among each other. */
public final class Symmetric implements Model {

  /** Creates it. */
  public Symmetric() {}

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

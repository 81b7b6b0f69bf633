package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Echo;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Model;
import dev.weft.bench.compare.model.Waiting;

/** A pool and callbacks: each activity is a chain of calls that return at once. */
public final class Callbacks implements Model {

  /** Creates it. */
  public Callbacks() {}

  @Override
  public Waiting waiting(Host host) {
    return new Waiters(host);
  }

  @Override
  public Batch pingPong(Host host) {
    return new PingPong(host);
  }

  @Override
  public Batch fanOut(Host host) {
    return new FanOut(host);
  }

  @Override
  public Batch pipeline(Host host) {
    return new Stages(host);
  }

  @Override
  public Echo echo(Host host) {
    return new EchoServer(host);
  }

  @Override
  public Burning burning(Host host) {
    return new Burners(host);
  }
}

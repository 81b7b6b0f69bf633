package dev.weft.bench.compare.model.actors;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Echo;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Model;
import dev.weft.bench.compare.model.Waiting;

/** Actors, on Weft's workers. */
public final class Actors implements Model {

  /** Creates it. */
  public Actors() {}

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

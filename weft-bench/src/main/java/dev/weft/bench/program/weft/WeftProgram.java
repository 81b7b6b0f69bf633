package dev.weft.bench.program.weft;

import static dev.weft.Async.async;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.program.TaskProgram;

/** Weft: each work is a task, so that all of it runs on workers. */
public final class WeftProgram {

  private final Weft weft;

  private WeftProgram(Weft weft) {
    this.weft = weft;
  }

  /**
   * The program.
   *
   * @param args none; {@code -Dweft.bench.timer=HEAP} is how its timers are kept, by default a
   *     wheel
   * @throws Exception if a work failed
   */
  public static void main(String[] args) throws Exception {
    Weft.Builder builder = Weft.builder().workers(TaskProgram.WORKERS);
    String timer = System.getProperty("weft.bench.timer");
    if (timer != null) {
      builder.timer(Weft.Timer.valueOf(timer));
    }
    try (Weft weft = builder.build()) {
      var program = new WeftProgram(weft);
      program.run(async(() -> {}));
      TaskProgram.firstTaskDone();
      program.works().serve();
    }
  }

  private TaskProgram works() {
    return new TaskProgram()
        .add("spawn", n -> run(Spawning.spawnAll(n)))
        .add("chain", n -> run(Spawning.chain(n)))
        .add("oneshot", n -> run(Spawning.oneshots(n)))
        .add("skynet-joins", n -> run(Skynet.joins(0, n)))
        .add("skynet-channels", n -> run(Skynet.channels(n)))
        .add("pingpong-1", n -> run(Messages.pingPong(1, n)))
        .add("pingpong-1000", n -> run(Messages.pingPong(1_000, n / 1_000)))
        .add("mpsc", n -> run(Messages.mpsc(n)))
        .add("channels-spsc", n -> run(Channels.spsc(n)))
        .add("channels-rendezvous", n -> run(Channels.rendezvous(n)))
        .add("channels-mpmc", n -> run(Channels.mpmc(n)))
        .add("channels-unbounded", n -> run(Channels.unbounded(n)))
        .add("channels-broadcast", n -> run(Broadcasts.broadcast(n)))
        .add("select-2", n -> run(Selects.fromTwo(n)))
        .add("select-8", n -> run(Selects.fromEight(n)))
        .add("select-timeout", n -> run(Selects.inTime(n)))
        .add("streams-map", n -> run(Pipelines.map(n)))
        .add("streams-flatmap", n -> run(Pipelines.flatMap(n)))
        .add("streams-buffered", n -> run(Pipelines.buffered(n)))
        .add("streams-mapasync", n -> run(Pipelines.mapAsync(n)))
        .add("streams-merge", n -> run(Pipelines.merge(n)))
        .add("streams-chunks", n -> run(Pipelines.chunks(n)))
        .add("yield", n -> run(Turns.yields(n)))
        .add("mutex", n -> run(Turns.mutex(n)))
        .add("memory", n -> Sleepers.hold(weft, n))
        .add("timers", n -> Sleepers.timers(weft, n))
        .add("timers-cancel", n -> run(Sleepers.timeouts(n)));
  }

  private void run(Future<?> work) throws Exception {
    weft.blockOn(weft.spawn(work));
  }
}

package dev.weft.bench.program.reactor;

import dev.weft.bench.program.TaskProgram;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactor, on the threads of its parallel scheduler. */
public final class ReactorProgram {

  private ReactorProgram() {}

  /**
   * The program.
   *
   * @param args none
   * @throws Exception if a work failed
   */
  public static void main(String[] args) throws Exception {
    Mono.fromRunnable(() -> {}).subscribeOn(Schedulers.parallel()).block();
    TaskProgram.firstTaskDone();
    new TaskProgram()
        .add("channels-spsc", FluxChannels::spsc)
        .add("channels-unbounded", FluxChannels::unbounded)
        .add("channels-broadcast", FluxChannels::broadcast)
        .add("streams-map", FluxStreams::map)
        .add("streams-flatmap", FluxStreams::flatMap)
        .add("streams-buffered", FluxStreams::buffered)
        .add("streams-mapasync", FluxStreams::mapAsync)
        .add("streams-merge", FluxStreams::merge)
        .add("streams-chunks", FluxStreams::chunks)
        .serve();
  }
}

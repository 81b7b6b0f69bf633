package dev.weft.bench.compare;

import static dev.weft.bench.compare.Contestant.Threads.NONE;
import static dev.weft.bench.compare.Contestant.Threads.SYSTEM;
import static dev.weft.bench.compare.Contestant.Threads.VIRTUAL;
import static dev.weft.bench.compare.Contestant.cooperative;

import dev.weft.bench.compare.model.actors.Actors;
import dev.weft.bench.compare.model.callbacks.Callbacks;
import dev.weft.bench.compare.model.generators.Generators;
import dev.weft.bench.compare.model.preemptible.PreemptibleTasks;
import dev.weft.bench.compare.model.promises.Promises;
import dev.weft.bench.compare.model.stackful.StackfulTasks;
import dev.weft.bench.compare.model.stackless.StacklessTasks;
import dev.weft.bench.compare.model.symmetric.Symmetric;
import dev.weft.bench.compare.model.threads.Threads;
import dev.weft.bench.program.TaskProgram;
import java.util.List;

/** All models. */
final class Contestants {

  private static final int N = TaskProgram.WORKERS;
  private static final String MANY = "M:N";
  private static final String ONE = "M:1";

  private Contestants() {}

  /** From what the system has to what languages have. */
  static List<Contestant> all() {
    return List.of(
        cooperative("os-threads", "1:1", new Threads(), N, SYSTEM).preEmptive(),
        cooperative("callbacks", MANY, new Callbacks(), N, NONE),
        cooperative("promises", MANY, new Promises(), N, NONE),
        cooperative("actors", MANY, new Actors(), N, NONE),
        cooperative("generators", ONE, new Generators(), 1, NONE).oneAtATime(),
        cooperative("symmetric-coroutines", ONE, new Symmetric(), 1, NONE).oneAtATime(),
        cooperative("virtual-threads-m1", ONE, new Threads(), 1, VIRTUAL),
        cooperative("virtual-threads", MANY, new Threads(), N, VIRTUAL),
        cooperative("weft-stackful-m1", ONE, new StackfulTasks(), 1, NONE),
        cooperative("weft-stackful", MANY, new StackfulTasks(), N, NONE),
        cooperative("weft-stackless", MANY, new StacklessTasks(), N, NONE),
        cooperative("weft-preemptible", MANY, new PreemptibleTasks(), N, NONE)
            .cpuOnly()
            .preEmptive());
  }

  /** The one of that name. */
  static Contestant named(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}

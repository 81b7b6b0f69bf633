package dev.weft.bench.compare;

import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Model;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model, and how it is run.
 *
 * @param name how it is asked for and reported
 * @param kind cooperative or pre-emptive
 * @param mapping activities to threads of the system
 * @param model its works
 * @param workers threads that run its activities, where it has a pool
 * @param threads what its threads are
 * @param lacks workloads that it isn't asked to do, with the reason
 */
record Contestant(
    String name,
    Kind kind,
    String mapping,
    Model model,
    int workers,
    Threads threads,
    Map<Workload, String> lacks) {

  /** Threads of the system are dear, so that there may be fewer of them than are asked for. */
  enum Threads {
    SYSTEM,
    VIRTUAL,
    NONE
  }

  private static final String ONE_AT_A_TIME = "only one activity runs at a time";
  private static final String AS_STACKLESS = "the same code as that of weft-stackless";

  private static final Map<Workload, String> NO_CONCURRENCY =
      Map.of(
          Workload.FAN_OUT, ONE_AT_A_TIME,
          Workload.ECHO, ONE_AT_A_TIME,
          Workload.CPU, ONE_AT_A_TIME);

  private static final Map<Workload, String> CPU_ONLY =
      Map.of(
          Workload.WAITING, AS_STACKLESS,
          Workload.PING_PONG, AS_STACKLESS,
          Workload.FAN_OUT, AS_STACKLESS,
          Workload.PIPELINE, AS_STACKLESS,
          Workload.ECHO, AS_STACKLESS);

  Contestant {
    lacks = Map.copyOf(lacks);
  }

  static Contestant cooperative(
      String name, String mapping, Model model, int workers, Threads threads) {
    return new Contestant(name, Kind.COOPERATIVE, mapping, model, workers, threads, Map.of());
  }

  Contestant oneAtATime() {
    return lacking(NO_CONCURRENCY);
  }

  Contestant cpuOnly() {
    return lacking(CPU_ONLY);
  }

  private Contestant lacking(Map<Workload, String> reasons) {
    return new Contestant(name, kind, mapping, model, workers, threads, reasons);
  }

  Contestant preEmptive() {
    return new Contestant(name, Kind.PRE_EMPTIVE, mapping, model, workers, threads, lacks);
  }

  /** Why it isn't asked to do a workload; empty if it is. */
  Optional<String> lacking(Workload workload) {
    return Optional.ofNullable(lacks.get(workload));
  }

  /** What its works run on, in its own process. */
  Host host() {
    return new Host(workers, threads == Threads.VIRTUAL);
  }

  /** What its JVM is started with. */
  List<String> flags() {
    return threads == Threads.VIRTUAL
        ? List.of(
            "-Djdk.virtualThreadScheduler.parallelism=" + workers,
            "-Djdk.virtualThreadScheduler.maxPoolSize=" + workers)
        : List.of();
  }
}

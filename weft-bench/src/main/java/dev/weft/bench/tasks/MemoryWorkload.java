package dev.weft.bench.tasks;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Heaps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a sleeping task takes: resident memory of its process, and live heap. */
final class MemoryWorkload implements Workload {

  private static final String WORK = "memory";
  private static final double BYTES_PER_KB = 1024;
  private static final String UNIT = "bytes/task";

  /** Enough that all classes are loaded and the code is compiled. */
  private static final int FIRST = 20_000;

  private final String name;
  private final int tasks;

  MemoryWorkload(String name, int tasks) {
    this.name = name;
    this.tasks = tasks;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return "resident memory, and live heap (-heap), for each of %,d sleeping tasks"
        .formatted(tasks);
  }

  @Override
  public List<String> contenders() {
    return Contenders.names();
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    Map<String, List<Sample>> heap = new HashMap<>();
    Contest contest =
        Entry.all(
            plan,
            WORK,
            UNIT,
            contender -> {
              Held held = held(contender);
              heap.computeIfAbsent(contender.name(), _ -> new ArrayList<>())
                  .add(new Sample(held.heapBytes, held.peakRssKb, held.cpuSeconds));
              return new Sample(held.rssBytes, held.peakRssKb, held.cpuSeconds);
            },
            name);
    List<Measurement> resident = contest.run(plan);
    var all = new ArrayList<>(resident);
    for (Measurement each : resident) {
      all.add(
          Measurement.of(
              name + "-heap",
              each.contender(),
              UNIT,
              heap.getOrDefault(each.contender(), List.of())));
    }
    return all;
  }

  private record Held(double rssBytes, double heapBytes, long peakRssKb, double cpuSeconds) {}

  private Held held(Contender contender) throws Exception {
    int count = contender.size(WORK, tasks);
    try (Child child = Child.start(contender.launch().command(Heaps.compact()))) {
      child.expect("ready");
      child.ask("run", WORK, contender.size(WORK, FIRST));
      long heap = Long.parseLong(child.ask("heap"));
      long rss = child.rssKb();
      child.ask("run", WORK, count);
      long heapThen = Long.parseLong(child.ask("heap"));
      long rssThen = child.rssKb();
      var held =
          new Held(
              (rssThen - rss) * BYTES_PER_KB / count,
              (double) (heapThen - heap) / count,
              child.peakRssKb(),
              child.cpuSeconds());
      child.kill(); // rather than wake them all
      return held;
    }
  }
}

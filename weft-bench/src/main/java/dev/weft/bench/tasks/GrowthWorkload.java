package dev.weft.bench.tasks;

import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Heaps;
import dev.weft.bench.process.ProcStat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory of a process with more and more sleeping tasks. A contender drops out where the machine
 * hasn't the memory for its next size, going by its last one, or where its process fails.
 */
final class GrowthWorkload implements Workload {

  /** As in the names of the rows. */
  private static final Map<String, Integer> SIZES = sizes();

  private static final int QUICK_LIMIT = 100_000;
  private static final int MOST_THREADS = 10_000;

  /** While it grows, a heap is larger than what lives in it. */
  private static final double PEAK = 2.0;

  private static final double SHARE = 0.6;
  private static final double KB_PER_MB = 1024;

  GrowthWorkload() {}

  private static Map<String, Integer> sizes() {
    var sizes = new LinkedHashMap<String, Integer>();
    sizes.put("1k", 1_000);
    sizes.put("10k", 10_000);
    sizes.put("100k", 100_000);
    sizes.put("1M", 1_000_000);
    sizes.put("10M", 10_000_000);
    return sizes;
  }

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public String description() {
    return "resident memory of a process with a thousand to ten million sleeping tasks";
  }

  @Override
  public List<String> contenders() {
    return Contenders.names();
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    Map<String, Double> kbPerTask = new HashMap<>();
    var all = new ArrayList<Measurement>();
    for (Map.Entry<String, Integer> size : SIZES.entrySet()) {
      int tasks = size.getValue();
      if (plan.quick() && tasks > QUICK_LIMIT) {
        break;
      }
      String row = name() + "-" + size.getKey();
      for (Contender each : Entry.present(plan, "memory", row)) {
        String why = obstacle(each, tasks, kbPerTask);
        if (!why.isEmpty()) {
          plan.note("  %s: %s is left out: %s", row, each.name(), why);
          continue;
        }
        try {
          Sample sample = grown(each, tasks);
          kbPerTask.put(each.name(), (double) sample.rssKb() / tasks);
          plan.note("  %s %s: %.4g MiB", row, each.name(), sample.value());
          all.add(Measurement.of(row, each.name(), "MiB", List.of(sample)));
        } catch (IOException failure) {
          kbPerTask.put(each.name(), Double.MAX_VALUE);
          plan.note(
              "  %s: %s is left out: %s", row, each.name(), String.valueOf(failure.getMessage()));
        }
      }
    }
    return all;
  }

  private static String obstacle(Contender each, int tasks, Map<String, Double> kbPerTask)
      throws IOException {
    if (each.name().equals("platform-threads") && tasks > MOST_THREADS) {
      return "the system allows no such number of threads";
    }
    double due = kbPerTask.getOrDefault(each.name(), 0.0) * tasks;
    // The first sizes are mostly the runtime itself, so they tell nothing of the next.
    boolean tells = tasks > QUICK_LIMIT;
    long available = ProcStat.availableKb();
    return tells && due * PEAK > available * SHARE
        ? "it would need about %.0f MiB, and %.0f MiB are available"
            .formatted(due * PEAK / KB_PER_MB, available / KB_PER_MB)
        : "";
  }

  private static Sample grown(Contender contender, int tasks) throws Exception {
    long heapMb = (long) (ProcStat.availableKb() * SHARE / KB_PER_MB);
    try (Child child = Child.start(contender.launch().command(Heaps.compact(heapMb)))) {
      child.expect("ready");
      child.ask("run", "memory", tasks);
      child.ask("heap");
      var sample = new Sample(child.rssKb() / KB_PER_MB, child.peakRssKb(), child.cpuSeconds());
      child.kill();
      return sample;
    }
  }
}

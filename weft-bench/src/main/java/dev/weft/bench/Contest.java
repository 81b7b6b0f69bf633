package dev.weft.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Runs contenders in alternation, so that a machine that gets slower or faster meanwhile does so
 * for all of them.
 */
public final class Contest {

  private final String name;
  private final String unit;
  private final Map<String, Callable<Sample>> contenders = new LinkedHashMap<>();

  /**
   * Creates a contest without contenders.
   *
   * @param name name of the workload
   * @param unit what the values are
   */
  public Contest(String name, String unit) {
    this.name = name;
    this.unit = unit;
  }

  /**
   * Adds a contender.
   *
   * @param contender its name
   * @param run one run of it
   * @return this contest
   */
  public Contest add(String contender, Callable<Sample> run) {
    if (contenders.put(contender, run) != null) {
      throw new IllegalArgumentException(contender + " is in " + name + " already.");
    }
    return this;
  }

  /**
   * Runs all as often as the plan says.
   *
   * @param plan how often
   * @return a measurement for each contender, in the order in which they were added
   * @throws Exception if a run failed
   */
  public List<Measurement> run(Plan plan) throws Exception {
    return run(plan, plan.runs());
  }

  /**
   * Runs all so many times.
   *
   * @param plan where progress goes
   * @param runs at least 1
   * @return a measurement for each contender, in the order in which they were added
   * @throws Exception if a run failed
   */
  public List<Measurement> run(Plan plan, int runs) throws Exception {
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    for (int run = 1; run <= runs; run++) {
      for (Map.Entry<String, Callable<Sample>> contender : contenders.entrySet()) {
        if (!plan.wants(contender.getKey())) {
          continue;
        }
        Sample sample = contender.getValue().call();
        plan.note(
            "  %s %s run %d: %.4g %s, %.3f CPU s",
            name, contender.getKey(), run, sample.value(), unit, sample.cpuSeconds());
        samples.computeIfAbsent(contender.getKey(), _ -> new ArrayList<>()).add(sample);
      }
    }
    var measurements = new ArrayList<Measurement>();
    samples.forEach((who, of) -> measurements.add(Measurement.of(name, who, unit, of)));
    return measurements;
  }
}

package dev.weft.bench;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One run of one contender.
 *
 * @param value what was measured, in the workload's unit
 * @param rssKb peak resident memory of its process, 0 if it wasn't taken
 * @param cpuSeconds user and system time of its process during the run
 * @param details further figures, by names that hold their unit; what couldn't be measured isn't
 *     there
 */
public record Sample(double value, long rssKb, double cpuSeconds, Map<String, Double> details) {

  /** Copies the details, whose order stays. */
  public Sample {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /**
   * A run without further figures.
   *
   * @param value what was measured, in the workload's unit
   * @param rssKb peak resident memory of its process, 0 if it wasn't taken
   * @param cpuSeconds user and system time of its process during the run
   */
  public Sample(double value, long rssKb, double cpuSeconds) {
    this(value, rssKb, cpuSeconds, Map.of());
  }
}

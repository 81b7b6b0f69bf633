package dev.weft.bench;

import java.util.Arrays;
import java.util.List;

/**
 * What the runs of one contender in one workload gave. The names of the components are those of the
 * JSON report.
 *
 * @param name name of the workload
 * @param contender who ran
 * @param unit what the figures are
 * @param median of the runs
 * @param min of the runs
 * @param max of the runs
 * @param rssKb highest peak of resident memory, 0 if it wasn't taken
 * @param cpuSeconds median of user and system time
 * @param runs how many
 */
public record Measurement(
    String name,
    String contender,
    String unit,
    double median,
    double min,
    double max,
    long rssKb,
    double cpuSeconds,
    int runs) {

  /**
   * Sums up runs.
   *
   * @param name name of the workload
   * @param contender who ran
   * @param unit what the values are
   * @param samples at least one
   * @return the summary
   */
  public static Measurement of(String name, String contender, String unit, List<Sample> samples) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("No run of " + contender + " in " + name + ".");
    }
    double[] values = samples.stream().mapToDouble(Sample::value).sorted().toArray();
    double[] cpu = samples.stream().mapToDouble(Sample::cpuSeconds).sorted().toArray();
    return new Measurement(
        name,
        contender,
        unit,
        median(values),
        values[0],
        values[values.length - 1],
        samples.stream().mapToLong(Sample::rssKb).max().orElseThrow(),
        median(cpu),
        values.length);
  }

  /** The middle one; of an even number the mean of the two in the middle. */
  static double median(double[] sorted) {
    int upper = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
  }

  @Override
  public String toString() {
    return "%s %s: %s %s (%s to %s in %d runs)"
        .formatted(name, contender, Arrays.toString(new double[] {median}), unit, min, max, runs);
  }
}

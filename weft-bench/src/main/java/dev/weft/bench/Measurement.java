package dev.weft.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
 * @param details medians of further figures, by names that hold their unit; not in the report if
 *     there are none
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
    int runs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> details) {

  /** Copies the details, whose order stays. */
  public Measurement {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /**
   * What has no further figures.
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
  public Measurement(
      String name,
      String contender,
      String unit,
      double median,
      double min,
      double max,
      long rssKb,
      double cpuSeconds,
      int runs) {
    this(name, contender, unit, median, min, max, rssKb, cpuSeconds, runs, Map.of());
  }

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
        values.length,
        details(samples));
  }

  /** Of each figure the median of the runs that have it. */
  private static Map<String, Double> details(List<Sample> samples) {
    Map<String, Double> medians = new LinkedHashMap<>();
    for (Sample sample : samples) {
      for (String figure : sample.details().keySet()) {
        medians.computeIfAbsent(
            figure,
            wanted ->
                median(
                    samples.stream()
                        .map(each -> each.details().get(wanted))
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray()));
      }
    }
    return medians;
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

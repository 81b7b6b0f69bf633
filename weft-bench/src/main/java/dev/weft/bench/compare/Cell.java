package dev.weft.bench.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one model gave in one workload. The names of the components are those of the JSON report.
 *
 * @param model its name
 * @param workload name of the workload
 * @param kind {@code cooperative} or {@code pre-emptive}
 * @param mapping activities to threads of the system: {@code 1:1}, {@code M:1} or {@code M:N}
 * @param status how far it got
 * @param reason why it isn't complete; not in the report if it is
 * @param metrics figures, by names that hold their unit
 */
record Cell(
    String model,
    String workload,
    String kind,
    String mapping,
    Status status,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason,
    Map<String, Double> metrics) {

  /** How far a model got. */
  enum Status {
    /** It did all of it. */
    COMPLETE,
    /** It did it with fewer activities than the others. */
    PARTIAL,
    /** It failed, or was ended; the figures are those until then. */
    FAILED,
    /** It wasn't asked to. */
    ABSENT;

    /** As it is in the reports. */
    @JsonValue
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Copies the figures, whose order stays. */
  Cell {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  static Cell of(
      Contestant contestant,
      Workload workload,
      Status status,
      @Nullable String reason,
      Map<String, Double> metrics) {
    return new Cell(
        contestant.name(),
        workload.label(),
        contestant.kind().label(),
        contestant.mapping(),
        status,
        reason,
        metrics);
  }

  /** A figure; null if there is none. */
  @Nullable Double metric(Metric metric) {
    return metrics.get(metric.key());
  }
}

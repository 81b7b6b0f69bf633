package dev.weft.bench.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of a cell so far, so that those of one that fails aren't lost. */
final class Figures {

  private final Map<String, Double> metrics = new LinkedHashMap<>();
  private @Nullable String shortfall;

  void put(Metric metric, double value) {
    metrics.put(metric.key(), value);
  }

  /** It does with fewer activities than the others. */
  void fewer(String reason) {
    shortfall = reason;
  }

  @Nullable String shortfall() {
    return shortfall;
  }

  Map<String, Double> metrics() {
    return metrics;
  }
}

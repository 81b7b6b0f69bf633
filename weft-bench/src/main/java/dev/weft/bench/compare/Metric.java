package dev.weft.bench.compare;

/** The figures. */
enum Metric {
  ACTIVITIES("activities", "activities"),
  START_NANOS("startNanosPerActivity", "ns/activity"),
  BYTES("bytesPerActivity", "bytes/activity"),
  HEAP_BYTES("heapBytesPerActivity", "bytes/activity"),
  CANCEL_NANOS("cancelNanosPerActivity", "ns/activity"),
  SWITCH_NANOS("switchNanos", "ns"),
  ACTIVITIES_PER_SECOND("activitiesPerSecond", "activities/s"),
  ITEMS_PER_SECOND("itemsPerSecond", "items/s"),
  CPU_NANOS("cpuNanosPerOperation", "ns/operation"),
  CONNECTIONS("connections", "connections"),
  REQUESTS_PER_SECOND("requestsPerSecond", "requests/s"),
  CPU_MICROS("cpuMicrosPerRequest", "us/request"),
  P50_MICROS("p50LatencyMicros", "us"),
  P99_MICROS("p99LatencyMicros", "us"),
  WORST_MICROS("worstLatencyMicros", "us"),
  CONNECTION_BYTES("bytesPerConnection", "bytes/connection"),
  STEPS_PER_SECOND("stepsPerSecond", "steps/s"),
  FAIRNESS("fairnessIndex", "of 1"),
  CODE_LINES("codeLines", "lines"),
  CLASS_BYTES("classBytes", "bytes");

  private final String key;
  private final String unit;

  Metric(String key, String unit) {
    this.key = key;
    this.unit = unit;
  }

  /** Its name in the JSON report. */
  String key() {
    return key;
  }

  String unit() {
    return unit;
  }
}

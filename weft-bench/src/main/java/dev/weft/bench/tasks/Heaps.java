package dev.weft.bench.tasks;

import dev.weft.bench.process.Jvm;
import java.util.List;

/** JVMs for works whose figure is memory. */
final class Heaps {

  private Heaps() {}

  /** The collector that gives the most back to the system; all JVMs' figures are best with it. */
  static Jvm compact() {
    return new Jvm(
        List.of(
            "-Xmx4g", "-XX:+UseSerialGC", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10"),
        List.of());
  }
}

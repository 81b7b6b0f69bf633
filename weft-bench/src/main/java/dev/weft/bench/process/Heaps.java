package dev.weft.bench.process;

import java.util.List;

/** JVMs for works whose figure is memory. */
public final class Heaps {

  private static final int STANDARD_MB = 4096;

  private Heaps() {}

  /**
   * The collector that gives the most back to the system; all JVMs' figures are best with it.
   *
   * @return such a JVM
   */
  public static Jvm compact() {
    return compact(STANDARD_MB);
  }

  /**
   * The same, with so much heap at most.
   *
   * @param megabytes MiB
   * @return such a JVM
   */
  public static Jvm compact(long megabytes) {
    return new Jvm(
        List.of(
            "-Xmx" + megabytes + "m",
            "-XX:+UseSerialGC",
            "-XX:MinHeapFreeRatio=5",
            "-XX:MaxHeapFreeRatio=10"),
        List.of());
  }
}

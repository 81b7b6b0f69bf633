package dev.weft.bench.compare;

import dev.weft.bench.process.Child;
import java.io.IOException;
import java.time.Duration;

/** How many activities can wait, what each takes, and what cancelling the last of them costs. */
final class WaitingCell {

  /**
   * Some first, so that classes are loaded and some code is compiled; few, as they leave memory.
   */
  private static final int FIRST_SHARE = 200;

  private static final int STEPS = 20;
  private static final double BYTES_PER_KB = 1024;

  private final Child child;
  private final Figures figures;

  WaitingCell(Child child, Figures figures) {
    this.child = child;
    this.figures = figures;
  }

  /**
   * Measures.
   *
   * @param activities that are wanted
   * @param length how long they may take to start
   */
  void measure(int activities, Duration length) throws IOException {
    child.ask("hold", Math.max(1, activities / FIRST_SHARE));
    child.ask("cancel");
    long heap = heap();
    long rssKb = child.rssKb();
    long nanos = 0;
    int held = 0;
    while (held < activities && nanos < length.toNanos()) {
      int step = Math.min(Math.max(1, activities / STEPS), activities - held);
      long start = System.nanoTime();
      child.ask("hold", step);
      nanos += System.nanoTime() - start;
      held += step;
      figures.put(Metric.ACTIVITIES, held);
      figures.put(Metric.START_NANOS, (double) nanos / held);
      figures.put(Metric.BYTES, (child.rssKb() - rssKb) * BYTES_PER_KB / held);
    }
    if (held < activities) {
      figures.fewer("no more could be started within %.1f s".formatted(length.toMillis() / 1e3));
    }
    long fullHeap = heap();
    figures.put(Metric.BYTES, Math.max(0, (child.rssKb() - rssKb) * BYTES_PER_KB / held));
    figures.put(Metric.HEAP_BYTES, Math.max(0, (double) (fullHeap - heap) / held));
    String[] cancelled = child.ask("cancel").split(" ", -1);
    figures.put(
        Metric.CANCEL_NANOS, Double.parseDouble(cancelled[1]) / Integer.parseInt(cancelled[0]));
  }

  private long heap() throws IOException {
    return Long.parseLong(child.ask("heap"));
  }
}

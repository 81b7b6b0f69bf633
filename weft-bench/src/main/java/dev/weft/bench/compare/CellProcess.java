package dev.weft.bench.compare;

import dev.weft.bench.process.Child;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process of a cell, which is ended when its time is over. */
final class CellProcess implements AutoCloseable {

  /*
   * Whoever asks the process waits for its answer without a limit. A thread ends the process when its time
   * is over; then its output ends, and so does the waiting.
   */

  private final Child child;
  private final Duration limit;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean late;

  private CellProcess(Child child, Duration limit) {
    this.child = child;
    this.limit = limit;
  }

  static CellProcess start(List<String> command, Duration limit) throws IOException {
    var process = new CellProcess(Child.start(command), limit);
    Thread.ofVirtual().start(process::watch);
    return process;
  }

  private void watch() {
    try {
      if (!closed.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        late = true;
        child.kill();
      }
    } catch (InterruptedException impossible) {
      Thread.currentThread().interrupt();
    }
  }

  Child child() {
    return child;
  }

  /** What a failure is due to. */
  String reason(IOException failure) {
    if (late) {
      return "it was ended after %.1f s, which is all that it may take"
          .formatted(limit.toMillis() / 1e3);
    }
    String message = String.valueOf(failure.getMessage());
    return message.contains("OutOfMemoryError") ? "its heap was full" : message;
  }

  /** Ends the process at once. */
  @Override
  public void close() throws IOException {
    closed.countDown();
    child.kill();
    child.close();
  }
}

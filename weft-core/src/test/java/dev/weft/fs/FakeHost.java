package dev.weft.fs;

import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimeThread;
import java.util.ArrayDeque;
import java.util.Deque;

/** A runtime whose blocking jobs run when a test says so, on the test's thread. */
final class FakeHost implements PartHost {

  final Deque<Runnable> jobs = new ArrayDeque<>();
  boolean ended;
  private final int workers;

  FakeHost(int workers) {
    this.workers = workers;
  }

  @Override
  public int workers() {
    return workers;
  }

  @Override
  public boolean execute(Runnable job) {
    return !ended && jobs.add(job);
  }

  @Override
  public RuntimeThread newThread(String name, Runnable body) {
    throw new AssertionError("No thread was expected: " + name);
  }

  /** Runs the oldest job to its end. */
  void runOne() {
    jobs.removeFirst().run();
  }
}

package dev.weft.bench.echo;

import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server's process. */
final class RunningServer implements AutoCloseable {

  private static final int WARM_CONNECTIONS = 50;
  private static final int WARM_BYTES = 64;
  private static final Duration FIRST = Duration.ofMillis(200);

  /** Longer than it takes a server without work to put all of its threads to rest. */
  private static final int PAUSE_MILLIS = 1_000;

  private static final int QUIET_MILLIS = 60;
  private static final int MOST_QUIET_WAITS = 50;
  private static final double QUIET_SECONDS = 0.01; // two ticks: the times are in ticks

  private static final double BYTES_PER_KB = 1024;

  /** With fewer connections the movements of the heap exceed what they hold. */
  private static final int LEAST_FOR_MEMORY = 1_000;

  private final Child child;
  private final InetSocketAddress address;
  private final long firstRssKb;
  private final Set<String> warmFor = new HashSet<>();
  private int mostConnections;

  private RunningServer(Child child, InetSocketAddress address) throws IOException {
    this.child = child;
    this.address = address;
    this.firstRssKb = child.rssKb();
  }

  /** Starts a server and sends it enough that its classes are loaded. */
  static RunningServer start(List<String> command) throws IOException {
    Child child = Child.start(command);
    try {
      InetSocketAddress address = child.ready();
      byte[] message = Messages.of(WARM_BYTES);
      try (var warm = new ClosedLoop(address, WARM_CONNECTIONS, message, message)) {
        warm.run(FIRST);
      }
      return new RunningServer(child, address);
    } catch (IOException failure) {
      child.close();
      throw failure;
    }
  }

  /**
   * Warms it up for a workload, the first time. What happens differs between workloads (how many
   * connections are ready in a turn, how long a read is), and so does what the JIT compiler makes
   * of it. It gets the processors for itself until it has finished. The pause is new to the code,
   * too, and may have some of it compiled anew: so it is warmed up once more behind it. Else that
   * would happen in the second of two samples, between which it waits for the others to be
   * measured.
   */
  void warmUp(String workload, ClosedLoop load, WarmUp warmUp) throws IOException {
    if (warmFor.add(workload)) {
      int _ = warmUp.run(child, load);
      settle();
      int _ = warmUp.again().run(child, load);
    }
  }

  private void settle() throws IOException {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    double before = child.cpuSeconds();
    for (int i = 0; i < MOST_QUIET_WAITS; i++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(QUIET_MILLIS));
      double now = child.cpuSeconds();
      if (now - before <= QUIET_SECONDS) {
        return;
      }
      before = now;
    }
  }

  Child child() {
    return child;
  }

  InetSocketAddress address() {
    return address;
  }

  /**
   * What has become resident since the start, for each of the connections that are open now; empty
   * if that would say little: with few connections, or if there were more of them before, whose
   * memory the process still has.
   */
  OptionalDouble bytesPerConnection(int connections) throws IOException {
    if (connections < LEAST_FOR_MEMORY || connections < mostConnections) {
      return OptionalDouble.empty();
    }
    mostConnections = connections;
    return OptionalDouble.of((child.rssKb() - firstRssKb) * BYTES_PER_KB / connections);
  }

  @Override
  public void close() throws IOException {
    child.close();
  }
}

package dev.weft.bench.kv;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a connection that does nothing costs the server: live heap and buffers. */
public final class IdleWorkload implements Workload {

  private static final int CONNECTIONS = 10_000;
  private static final int QUICK_CONNECTIONS = 2_000;
  private static final int SECONDS = 60;
  private static final int QUICK_SECONDS = 2;
  private static final int FRAME_BYTES = 64;

  /** Creates the workload. */
  public IdleWorkload() {}

  @Override
  public String name() {
    return "kv-idle";
  }

  @Override
  public String description() {
    return "live heap and buffers of the server for each idle connection, "
        + "after two requests and a minute";
  }

  @Override
  public List<String> contenders() {
    return List.of("weft-kv");
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    return new Contest(name(), "bytes/conn")
        .add("weft-kv", () -> held(plan))
        .run(plan, 1); // the figure hardly varies, and a run takes a minute
  }

  private static Sample held(Plan plan) throws Exception {
    int connections = plan.size(CONNECTIONS, QUICK_CONNECTIONS);
    byte[] get = Frames.get(Frames.keyForFrame(FRAME_BYTES));
    byte[] value = Frames.valueForFrame(FRAME_BYTES);
    byte[] answer = Frames.found(value);
    byte[] set = Frames.set(Frames.keyForFrame(FRAME_BYTES), value);
    try (Child child = Child.start(MemoryServer.class)) {
      InetSocketAddress address = child.ready();
      try (var first = new ClosedLoop(address, 1, set, Frames.nothingBefore())) {
        first.rounds(1);
      }
      try (var warm = new ClosedLoop(address, 10, get, answer)) {
        warm.rounds(1_000);
      }
      long before = heap(child);
      double cpuBefore = child.cpuSeconds();
      try (var idle = new ClosedLoop(address, connections, get, answer)) {
        idle.rounds(2);
        TimeUnit.SECONDS.sleep(plan.size(SECONDS, QUICK_SECONDS));
        double bytes = heap(child) - before;
        idle.rounds(1); // all of them still answer
        return new Sample(bytes / connections, child.peakRssKb(), child.cpuSeconds() - cpuBefore);
      }
    }
  }

  private static long heap(Child child) throws IOException {
    return Long.parseLong(child.ask("heap"));
  }
}

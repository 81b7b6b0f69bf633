package dev.weft.bench.kv;

import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.echo.NioEcho;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The server's CPU time for a get, next to that for an echo of the same bytes. */
public final class GetWorkload implements Workload {

  private static final int FRAME_BYTES = 64;
  private static final int CONNECTIONS = 50;
  private static final double MICROS = 1e6;

  /** Creates the workload. */
  public GetWorkload() {}

  @Override
  public String name() {
    return "kv-get";
  }

  @Override
  public String description() {
    return "server CPU of a get from memory and of an echo, " + FRAME_BYTES + " bytes each way";
  }

  @Override
  public List<String> contenders() {
    return List.of("weft-echo", "nio-echo", "weft-kv");
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    byte[] get = Frames.get(Frames.keyForFrame(FRAME_BYTES));
    byte[] value = Frames.valueForFrame(FRAME_BYTES);
    byte[] set = Frames.set(Frames.keyForFrame(FRAME_BYTES), value);
    try (Child echo = Child.start(EchoServer.class);
        Child nio = Child.start(NioEcho.class, "1");
        Child kv = Child.start(MemoryServer.class)) {
      InetSocketAddress echoAddress = echo.ready();
      InetSocketAddress nioAddress = nio.ready();
      InetSocketAddress kvAddress = kv.ready();
      try (var once = new ClosedLoop(kvAddress, 1, set, Frames.nothingBefore())) {
        once.rounds(1);
      }
      try (var echoLoad = new ClosedLoop(echoAddress, CONNECTIONS, get, get);
          var nioLoad = new ClosedLoop(nioAddress, CONNECTIONS, get, get);
          var kvLoad = new ClosedLoop(kvAddress, CONNECTIONS, get, Frames.found(value))) {
        echoLoad.run(plan.warmUp());
        nioLoad.run(plan.warmUp());
        kvLoad.run(plan.warmUp());
        return new Contest(name(), "us-cpu/req")
            .add("weft-echo", () -> sample(echo, echoLoad, plan))
            .add("nio-echo", () -> sample(nio, nioLoad, plan))
            .add("weft-kv", () -> sample(kv, kvLoad, plan))
            .run(plan);
      }
    }
  }

  private static Sample sample(Child server, ClosedLoop load, Plan plan) throws IOException {
    double before = server.cpuSeconds();
    long requests = load.run(plan.length());
    double seconds = server.cpuSeconds() - before;
    return new Sample(seconds * MICROS / requests, server.peakRssKb(), seconds);
  }
}

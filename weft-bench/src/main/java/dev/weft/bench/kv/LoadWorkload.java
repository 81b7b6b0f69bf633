package dev.weft.bench.kv;

import dev.weft.bench.Folders;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import dev.weft.bench.Workload;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.load.Pipeline;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Filling a durable server over the wire and starting it again, next to writing and reading the
 * same bytes as one file. Client and server share the machine.
 */
public final class LoadWorkload implements Workload {

  private static final int KEYS = 1_000_000;
  private static final int QUICK_KEYS = 50_000;
  private static final int VALUE_BYTES = 100;
  private static final int CONNECTIONS = 16;
  private static final int DEPTH = 64;
  private static final int CHUNK_BYTES = 1 << 20;

  /** Creates the workload. */
  public LoadWorkload() {}

  @Override
  public String name() {
    return "kv-load";
  }

  @Override
  public String description() {
    return "a million keys of 100 bytes sent to a durable server, then its start with them";
  }

  @Override
  public List<String> contenders() {
    return List.of("raw-write", "weft-kv", "weft-recover");
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    var write = new ArrayList<Sample>();
    var load = new ArrayList<Sample>();
    var recover = new ArrayList<Sample>();
    for (int run = 1; run <= plan.runs(); run++) {
      Path folder = plan.folder().resolve("load");
      load.add(load(plan, folder));
      long bytes = size(folder);
      recover.add(recover(plan, folder));
      Folders.delete(folder);
      write.add(write(plan.folder().resolve("raw"), bytes));
      plan.note(
          "  %s run %d: %.2f s to load, %.2f s to recover, %.2f s to write %d bytes",
          name(),
          run,
          load.getLast().value(),
          recover.getLast().value(),
          write.getLast().value(),
          bytes);
    }
    return List.of(
        Measurement.of(name(), "raw-write", "s", write),
        Measurement.of(name(), "weft-kv", "s", load),
        Measurement.of(name(), "weft-recover", "s", recover));
  }

  private static Sample load(Plan plan, Path folder) throws IOException {
    byte[] value = new byte[VALUE_BYTES];
    try (Child server = Child.start(LogServer.class, folder.toString())) {
      server.expect("recovered");
      InetSocketAddress address = server.ready();
      var load =
          new Pipeline(
              address, CONNECTIONS, DEPTH, i -> Frames.set("k" + i, value), Frames.nothingBefore());
      double cpu = server.cpuSeconds();
      long start = System.nanoTime();
      load.run(keys(plan));
      double seconds = Rate.seconds(System.nanoTime() - start);
      return new Sample(seconds, server.peakRssKb(), server.cpuSeconds() - cpu);
    }
  }

  private static Sample recover(Plan plan, Path folder) throws IOException {
    try (Child server = Child.start(LogServer.class, folder.toString())) {
      double seconds = Rate.seconds(Long.parseLong(server.expect("recovered")));
      InetSocketAddress address = server.ready();
      byte[] found = Frames.found(new byte[VALUE_BYTES]);
      for (int key : new int[] {0, keys(plan) / 2, keys(plan) - 1}) {
        try (var get = new ClosedLoop(address, 1, Frames.get("k" + key), found)) {
          get.rounds(1);
        }
      }
      return new Sample(seconds, server.peakRssKb(), server.cpuSeconds());
    }
  }

  /** The same bytes, one after another, forced once at the end. */
  private static Sample write(Path file, long bytes) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    long start = System.nanoTime();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long left = bytes; left > 0; left -= chunk.limit()) {
        chunk.clear().limit((int) Math.min(left, CHUNK_BYTES));
        while (chunk.hasRemaining()) {
          channel.write(chunk);
        }
      }
      channel.force(true);
    }
    double seconds = Rate.seconds(System.nanoTime() - start);
    Files.delete(file);
    return new Sample(seconds, 0, 0);
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static int keys(Plan plan) {
    return plan.size(KEYS, QUICK_KEYS);
  }
}

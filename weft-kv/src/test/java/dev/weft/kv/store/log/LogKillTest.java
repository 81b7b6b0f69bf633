package dev.weft.kv.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.kv.proto.Value;
import dev.weft.testkit.Futures;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real process on a real disk, killed with SIGKILL at random moments under concurrent writers,
 * again and again on the same folder.
 */
final class LogKillTest {

  private static final int ROUNDS = 10;
  private static final int STRESS_ROUNDS = 1_000;
  private static final long SHORTEST_MILLIS = 10;
  private static final long LONGEST_MILLIS = 200;

  @TempDir private Path folder;
  private final SplittableRandom random = new SplittableRandom(7);
  private final long[] written = new long[KillChild.WRITERS];

  @Test
  void process_killedAtRandomMoments_losesNoAcknowledgedWrite() throws Exception {
    rounds(ROUNDS);
  }

  @Tag("stress")
  @Test
  void process_killedAThousandTimes_losesNoAcknowledgedWrite() throws Exception {
    rounds(STRESS_ROUNDS);
  }

  private void rounds(int count) throws Exception {
    long acknowledged = 0;
    long snapshots = 0;
    try (Weft weft = Weft.create()) {
      for (int i = 0; i < count; i++) {
        acknowledged += killOnce(weft, i == 0);
        LogStorage storage = weft.blockOn(LogStorage.open(folder, KillChild.OPTIONS));
        snapshots += storage.recovery().snapshotSequence() > 0 ? 1 : 0;
        for (int writer = 0; writer < KillChild.WRITERS; writer++) {
          check(storage, writer);
        }
        weft.blockOn(storage.closeAsync());
      }
    }
    assertThat(acknowledged).isGreaterThan(10L * count);
    assertThat(snapshots).isPositive();
  }

  /** The table is that after the acknowledged writes, or after the one that was on its way too. */
  private void check(LogStorage storage, int writer) throws Exception {
    Map<String, Value> table = Driver.table(storage, KillChild.table(writer));
    long n = written[writer];
    if (table.equals(KillChild.expected(writer, n + 1))) {
      written[writer] = n + 1;
      return;
    }
    assertThat(table)
        .as("table of writer %d after %d acknowledged writes", writer, n)
        .isEqualTo(KillChild.expected(writer, n));
  }

  /** Starts the process, lets it write for a while, kills it; returns how much it acknowledged. */
  private long killOnce(Weft weft, boolean tryToOpen) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            KillChild.class.getName(),
            folder.toString()));
    for (long n : written) {
      command.add(Long.toString(n));
    }
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      var first = new CountDownLatch(1);
      var counted = new long[1];
      Thread reader =
          Thread.ofPlatform().start(() -> counted[0] = read(child.getInputStream(), first));
      Futures.await(first);
      if (tryToOpen) {
        assertThatThrownBy(() -> weft.blockOn(LogStorage.open(folder, KillChild.OPTIONS)))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in use by process " + child.pid());
      }
      boolean ended =
          child.waitFor(random.nextLong(SHORTEST_MILLIS, LONGEST_MILLIS), TimeUnit.MILLISECONDS);
      assertThat(ended).as("the process ended by itself").isFalse();
      // Not child.destroyForcibly(): that closes the pipe, with what was acknowledged and not yet
      // read.
      child.toHandle().destroyForcibly();
      child.waitFor();
      reader.join();
      return counted[0];
    } finally {
      child.destroyForcibly();
    }
  }

  private long read(InputStream stream, CountDownLatch first) {
    long count = 0;
    byte[] message = new byte[KillChild.MESSAGE];
    try (var in = new DataInputStream(stream)) {
      while (in.readNBytes(message, 0, message.length) == message.length) {
        written[message[0]] = ByteBuffer.wrap(message).getLong(1);
        count++;
        first.countDown();
      }
    } catch (IOException killed) {
      // what was read until then counts
    }
    return count;
  }
}

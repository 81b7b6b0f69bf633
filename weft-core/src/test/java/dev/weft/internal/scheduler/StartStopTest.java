package dev.weft.internal.scheduler;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runtimes that come and go leave no thread, no descriptor and no task behind. */
@EnabledOnOs(OS.LINUX) // descriptors are counted by /proc
class StartStopTest {

  private static final Weft.Scheduler[] SCHEDULERS = Weft.Scheduler.values();
  private static final int ROUNDS = 60;
  private static final int STRESS_ROUNDS = 1000;

  @Test
  @Timeout(120)
  void startStop_oftenUnderWork_leavesNothingBehind() throws Exception {
    rounds(ROUNDS);
  }

  @Test
  @Tag("stress")
  void startStop_thousandTimes_leavesNothingBehind() throws Exception {
    rounds(STRESS_ROUNDS);
  }

  private static void rounds(int rounds) throws Exception {
    for (int i = 0; i < SCHEDULERS.length; i++) {
      round(i); // loads classes, which opens files for good
    }
    List<String> before = descriptors();
    for (int i = 0; i < rounds; i++) {
      round(i);
    }
    assertThat(threads()).isZero();
    assertThat(descriptors()).isEqualTo(before);
  }

  private static void round(int i) throws Exception {
    Weft.Scheduler scheduler = SCHEDULERS[i % SCHEDULERS.length];
    Weft weft = Weft.builder().scheduler(scheduler).workers(2).name("startstop").build();
    try {
      weft.spawn(sleep(Duration.ofHours(1)));
      JoinHandle<Integer> blocking = weft.spawnBlocking(() -> i);
      weft.blockOn(async(() -> talk(weft)));
      assertThat(weft.blockOn(blocking)).isEqualTo(i);
    } finally {
      weft.close();
    }
    assertThat(weft.metrics().liveTasks()).isZero();
  }

  /** Leaves a listener open and both ends of a connection pending, for the close to clean up. */
  private static void talk(Weft weft) throws Exception {
    TcpListener listener = await(TcpListener.bind("127.0.0.1", 0));
    JoinHandle<TcpStream> accepted = weft.spawn(listener.accept());
    TcpStream client = await(TcpStream.connect(listener.localAddress()));
    TcpStream server = await(accepted);
    await(client.writeAll(ByteBuffer.wrap(new byte[] {42})));
    ByteBuffer buffer = ByteBuffer.allocate(8);
    assertThat(await(server.read(buffer))).isEqualTo(1);
    weft.spawn(server.read(ByteBuffer.allocate(8)));
    weft.spawn(client.read(ByteBuffer.allocate(8)));
    weft.spawn(listener.accept());
    await(sleep(Duration.ofMillis(1)));
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("startstop"))
        .count();
  }

  /**
   * Sockets, selectors and their wake-up pipes; jars and the like come and go with class loading.
   */
  private static List<String> descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.map(StartStopTest::target)
          .filter(name -> name.matches("(socket|pipe|anon_inode):.*"))
          .sorted()
          .toList();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }
}

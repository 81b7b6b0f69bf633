package dev.weft.kv.yamux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two sessions against each other under random operations: each direction of each stream must give
 * exactly what a plain pipe gives, and at the end nothing may be left.
 */
final class YamuxModelTest {

  private static final long SEED = Long.getLong("weft.seed", 20_261);

  /** One direction of a stream: what went in, and how much of it has come out. */
  private static final class Way {
    final YamuxStream from;
    YamuxStream to;
    final Log written = new Log();
    int read;
    boolean ended;
    boolean endSeen;

    Way(YamuxStream from) {
      this.from = from;
    }

    boolean isDone() {
      return ended && endSeen;
    }
  }

  private static final class Log extends ByteArrayOutputStream {
    ByteBuffer part(int from, int count) {
      return ByteBuffer.wrap(buf, from, count);
    }
  }

  @Test
  void sessions_underRandomOperations_behaveLikePipes() throws Exception {
    for (int i = 0; i < 12; i++) {
      run(new Random(SEED + i), 2_000);
    }
  }

  @Test
  @Tag("stress")
  void sessions_underManyRandomOperations_behaveLikePipes() throws Exception {
    int runs = 2_000 * Integer.getInteger("weft.stress", 1);
    for (int i = 0; i < runs; i++) {
      run(new Random(SEED + 1_000 + i), 10_000);
    }
  }

  private static void run(Random random, int steps) throws Exception {
    // A narrow connection, so that frames are cut anywhere.
    boolean narrow = random.nextBoolean();
    DuplexPair ends = Io.duplex(narrow ? 1 + random.nextInt(40) : 5_000 + random.nextInt(100_000));
    int most = narrow ? 50 : 50_000;
    var options =
        YamuxOptions.DEFAULT.withWindowBytes(YamuxOptions.MIN_WINDOW << random.nextInt(3));
    var sessions =
        List.of(
            YamuxSession.client(ends.first(), options),
            YamuxSession.server(ends.second(), options));
    var runs = List.of(sessions.get(0).run(), sessions.get(1).run());
    var runTasks = List.of(new TestTask(), new TestTask());
    var task = new TestTask();
    var opened = new ArrayList<List<Way>>(List.of(new ArrayList<>(), new ArrayList<>()));
    List<Way> ways = new ArrayList<>();
    runTasks.get(0).pending(runs.get(0));
    runTasks.get(1).pending(runs.get(1));
    for (int step = 0; step < steps; step++) {
      int side = random.nextInt(2);
      switch (random.nextInt(12)) {
        case 0 -> {
          if (opened.get(side).size() < 200) {
            YamuxStream stream = task.ready(sessions.get(side).open());
            Way way = new Way(stream);
            opened.get(side).add(way);
            ways.add(way);
          }
        }
        case 1 -> accept(sessions.get(side), opened.get(1 - side), ways, task);
        case 2, 3, 4, 5 -> write(pick(ways, random), 1 + random.nextInt(most), random, task);
        case 6, 7, 8 -> read(pick(ways, random), 1 + random.nextInt(100_000), task);
        case 9 -> end(pick(ways, random), random, task);
        default -> turn(runs.get(side), runTasks.get(side));
      }
    }
    finish(sessions, runs, runTasks, opened, ways, task);
  }

  private static void finish(
      List<YamuxSession> sessions,
      List<Future<Void>> runs,
      List<TestTask> runTasks,
      List<List<Way>> opened,
      List<Way> ways,
      TestTask task)
      throws Exception {
    for (int round = 0; !isDone(ways); round++) {
      assertThat(round).as("rounds until all is through").isLessThan(2_000_000);
      for (int side = 0; side < 2; side++) {
        turn(runs.get(side), runTasks.get(side));
        accept(sessions.get(side), opened.get(1 - side), ways, task);
      }
      if (round == 0 || task.takeWakes() > 0) { // nobody reads who wasn't woken
        for (Way way : new ArrayList<>(ways)) {
          if (!way.ended) {
            way.from.pollShutdown(task);
            way.ended = true;
          }
          while (read(way, 1 << 16, task)) {
            // until it is pending or has ended
          }
        }
      }
    }
    for (Way way : ways) {
      assertThat(way.read).isEqualTo(way.written.size());
      way.from.close();
    }
    for (int i = 0; i < 100_000 && !areRested(runTasks); i++) {
      turn(runs.get(i & 1), runTasks.get(i & 1));
    }
    for (YamuxSession session : sessions) {
      assertThat(session.state().placesTaken()).isZero();
      assertThat(session.state().unreadBytes()).isZero();
      assertThat(session.state().liveStreams()).isZero();
    }
  }

  private static boolean areRested(List<TestTask> tasks) {
    return tasks.get(0).wakes() == 0 && tasks.get(1).wakes() == 0;
  }

  private static boolean isDone(List<Way> ways) {
    for (Way way : ways) {
      if (way.to == null || !way.isDone()) {
        return false;
      }
    }
    return true;
  }

  /** Polls as a scheduler does: only if it was woken. */
  private static void turn(Future<Void> run, TestTask task) throws Exception {
    if (task.takeWakes() > 0) {
      task.pending(run);
    }
  }

  /** Takes a stream, if there is one, and looks whether something waits in it. */
  private static void accept(YamuxSession by, List<Way> opened, List<Way> ways, TestTask task)
      throws Exception {
    var accept = by.accept();
    if (task.poll(accept) instanceof dev.weft.Poll.Ready<YamuxStream>(var stream)) {
      Way there =
          opened.stream().filter(way -> way.from.id() == stream.id()).findFirst().orElseThrow();
      there.to = stream;
      Way back = new Way(stream);
      back.to = there.from;
      ways.add(back);
      task.wake();
    } else {
      accept.cancel();
    }
  }

  private static void write(Way way, int length, Random random, TestTask task) throws IOException {
    if (way != null && !way.ended) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      int count = way.from.pollWrite(ByteBuffer.wrap(bytes), task);
      if (count > 0) {
        way.written.write(bytes, 0, count);
      }
    }
  }

  /** Reads once and compares; whether bytes came. */
  private static boolean read(Way way, int most, TestTask task) throws IOException {
    if (way != null && way.to != null && !way.endSeen) {
      ByteBuffer target = ByteBuffer.allocate(Math.min(most, 1 << 16));
      int count = way.to.pollRead(target, task);
      if (count == YamuxStream.EOF) {
        assertThat(way.ended).isTrue();
        assertThat(way.read).isEqualTo(way.written.size());
        way.endSeen = true;
      } else if (count > 0) {
        assertThat(way.read + count).isLessThanOrEqualTo(way.written.size());
        assertThat(target.flip()).isEqualTo(way.written.part(way.read, count));
        way.read += count;
        return true;
      }
    }
    return false;
  }

  private static void end(Way way, Random random, TestTask task) throws IOException {
    if (way != null && !way.ended && random.nextInt(20) == 0) {
      way.from.pollShutdown(task);
      way.ended = true;
    }
  }

  private static Way pick(List<Way> ways, Random random) {
    return ways.isEmpty() ? null : ways.get(random.nextInt(ways.size()));
  }
}

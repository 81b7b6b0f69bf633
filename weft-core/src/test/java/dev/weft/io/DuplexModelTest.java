package dev.weft.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.TestTask;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Duplex streams against a plain queue, by one thread with a model and by two at once. */
class DuplexModelTest {

  @Test
  void randomOperations_oneThread_matchAQueue() throws Exception {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int capacity = 1 + random.nextInt(20);
      DuplexPair pair = Io.duplex(capacity);
      ArrayDeque<Byte> model = new ArrayDeque<>();
      TestTask task = new TestTask();
      byte next = 0;
      for (int step = 0; step < 300; step++) {
        int size = random.nextInt(25);
        ByteBuffer buffer = ByteBuffer.allocate(size);
        String where = "seed " + seed + " step " + step;
        if (random.nextBoolean()) {
          for (int i = 0; i < size; i++) {
            buffer.put(i, (byte) (next + i));
          }
          Poll<Integer> answer = task.poll(pair.first().write(buffer));
          int room = Math.min(size, capacity - model.size());
          boolean waits = size > 0 && room == 0;
          assertThat(answer).as(where).isEqualTo(waits ? Poll.pending() : Poll.ready(room));
          assertThat(buffer.position()).isEqualTo(room);
          for (int i = 0; i < room; i++) {
            model.add(next++);
          }
        } else {
          Poll<Integer> answer = task.poll(pair.second().read(buffer));
          int there = Math.min(size, model.size());
          boolean waits = size > 0 && there == 0;
          assertThat(answer).as(where).isEqualTo(waits ? Poll.pending() : Poll.ready(there));
          for (int i = 0; i < there; i++) {
            assertThat(buffer.get(i)).as(where).isEqualTo(model.remove());
          }
        }
      }
    }
  }

  @Test
  void randomTraffic_twoThreadsBothWays_arrivesInOrder() throws Exception {
    for (long seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      DuplexPair pair = Io.duplex(1 + random.nextInt(64));
      FutureTask<Long> peer = start(new Side(pair.second(), random.split()));
      long here = new Side(pair.first(), random.split()).call();
      assertThat(here).as("seed %d", seed).isEqualTo(Side.TOTAL);
      assertThat(peer.get(30, TimeUnit.SECONDS)).as("seed %d", seed).isEqualTo(Side.TOTAL);
    }
  }

  private static <T> FutureTask<T> start(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "duplex peer");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** Writes a known sequence and checks the peer's, with random sizes and random cancels. */
  private record Side(DuplexStream stream, SplittableRandom random) implements Callable<Long> {

    static final long TOTAL = 4_000;

    private static byte at(long index) {
      return (byte) (index * 31 + (index >>> 8));
    }

    @Override
    public Long call() throws Exception {
      TestTask task = new TestTask();
      long sent = 0;
      long received = 0;
      boolean ended = false;
      Future<Integer> read = null;
      ByteBuffer into = ByteBuffer.allocate(0);
      Future<Integer> write = null;
      while (!ended || sent < TOTAL) {
        int seen = task.wakes();
        boolean moved = false;
        if (sent < TOTAL) {
          if (write == null) {
            write = stream.write(chunk(sent));
          }
          if (task.poll(write) instanceof Poll.Ready<Integer>(Integer count)) {
            sent += count;
            write = null;
            moved = true;
            if (sent == TOTAL) {
              task.ready(stream.shutdown());
            }
          } else if (random.nextInt(4) == 0) {
            assertThat(write.cancel()).isTrue();
            write = null;
            moved = true;
          }
        }
        if (!ended) {
          if (read == null) {
            into = ByteBuffer.allocate(1 + random.nextInt(100));
            read = stream.read(into);
          }
          if (task.poll(read) instanceof Poll.Ready<Integer>(Integer count)) {
            read = null;
            moved = true;
            ended = count == AsyncRead.EOF;
            for (int i = 0; i < count; i++) {
              if (into.get(i) != at(received + i)) {
                throw new AssertionError("wrong byte at " + (received + i));
              }
            }
            received += Math.max(count, 0);
          } else if (random.nextInt(4) == 0) {
            assertThat(read.cancel()).isTrue();
            read = null;
            moved = true;
          }
        }
        if (!moved) {
          task.awaitWakes(seen + 1);
        }
      }
      return received;
    }

    private ByteBuffer chunk(long from) {
      int size = (int) Math.min(TOTAL - from, 1 + random.nextInt(100));
      ByteBuffer chunk = ByteBuffer.allocate(size);
      for (int i = 0; i < size; i++) {
        chunk.put(i, at(from + i));
      }
      return chunk;
    }
  }
}

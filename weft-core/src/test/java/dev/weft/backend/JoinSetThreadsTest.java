package dev.weft.backend;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinSet;
import dev.weft.Weft;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A join set with several producers and consumers; {@code weft-verify} runs this woven, too. */
@Tag("stackful")
@Timeout(60)
class JoinSetThreadsTest {

  private static final int PRODUCERS = 4;
  private static final int EACH = 200;
  private static final int LIMIT = 3;

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicLong sum = new AtomicLong();
  private final AtomicInteger taken = new AtomicInteger();

  private Future<Integer> work(int value) {
    return async(
        () -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          await(yieldNow());
          running.decrementAndGet();
          return value;
        });
  }

  private Future<Void> produce(JoinSet<Integer> set, int from) {
    return async(
        () -> {
          for (int i = 0; i < EACH; i++) {
            await(set.spawnWhenFree(work(from + i)));
          }
        });
  }

  private Future<Void> consume(JoinSet<Integer> set) {
    return async(
        () -> {
          while (taken.get() < PRODUCERS * EACH) {
            JoinHandle<Integer> next = await(set.joinNext());
            if (next == null) {
              await(yieldNow()); // nothing is under way at the moment
            } else {
              sum.addAndGet(await(next));
              taken.incrementAndGet();
            }
          }
        });
  }

  @Test
  void producersAndConsumers_eachResultIsTakenOnceAndTheLimitHolds() throws Exception {
    int all = PRODUCERS * EACH;
    try (Weft weft = Weft.builder().workers(4).build()) {
      Future<Integer> main =
          async(
              () -> {
                try (JoinSet<Integer> set = JoinSet.open()) {
                  set.limit(LIMIT);
                  List<JoinHandle<Void>> tasks = new ArrayList<>();
                  for (int p = 0; p < PRODUCERS; p++) {
                    tasks.add(weft.spawn(produce(set, p * EACH)));
                  }
                  tasks.add(weft.spawn(consume(set)));
                  tasks.add(weft.spawn(consume(set)));
                  await(join(tasks));
                  return set.size();
                }
              });
      assertThat(weft.blockOn(main)).isZero();
    }
    assertThat(taken.get()).isEqualTo(all);
    assertThat(sum.get()).isEqualTo((long) all * (all - 1) / 2);
    assertThat(most.get()).isBetween(1, LIMIT);
  }
}

package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkStealingScenariosTest extends RuntimeScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.WORK_STEALING;
  }

  @Test
  void blockInPlace_inTheRootOfBlockOn_works() throws Exception {
    assertThat(weft.<Integer>blockOn(cx -> Poll.ready(Async.blockInPlace(() -> 6)))).isEqualTo(6);
  }

  @Test
  void blockInPlace_waitsForATaskThatYieldedOnItsWorker_goesOn() throws Exception {
    Weft single = open(1);
    var yielded = new CountDownLatch(1);
    var finished = new CountDownLatch(1);
    single.spawn(
        cx -> {
          if (yielded.getCount() > 0) {
            yielded.countDown();
            cx.waker().wake();
            return Poll.pending();
          }
          finished.countDown();
          return Poll.ready(null);
        });
    var blocker =
        single.<String>spawn(
            cx ->
                Poll.ready(
                    Async.blockInPlace(
                        () -> {
                          Futures.await(finished);
                          return "went on";
                        })));
    assertThat(single.blockOn(blocker)).isEqualTo("went on");
  }
}

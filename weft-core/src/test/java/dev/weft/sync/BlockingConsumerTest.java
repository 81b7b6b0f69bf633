package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.Futures;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A consumer that goes on in the same poll with a call that blocks. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BlockingConsumerTest {

  private static final int CAPACITY = 64;

  private final Mpsc.Bounded<Integer> channel = Mpsc.bounded(CAPACITY);
  private final CountDownLatch waits = new CountDownLatch(1);
  private final CountDownLatch sentAll = new CountDownLatch(1);

  private Future<Object> producer() {
    for (int i = 0; i < CAPACITY; i++) {
      assertThat(channel.sender().trySend(i)).isInstanceOf(TrySend.Sent.class);
    }
    RawFuture<Void> last = RawFuture.own(channel.sender().send(CAPACITY));
    return cx -> {
      if (last.pollRaw(cx) == RawFuture.PENDING) {
        waits.countDown();
        return Poll.pending();
      }
      sentAll.countDown();
      return Poll.ready(null);
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"WORK_STEALING", "GLOBAL_QUEUE"})
  void consumerThatBlocksInPlace_hasMadeRoomBefore(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = Weft.builder().scheduler(scheduler).workers(2).build()) {
      JoinHandle<Object> producer = weft.spawn(producer());
      Futures.await(waits);
      Future<Object> consumer =
          cx -> {
            Object _ = channel.receiver().pollRecv(cx);
            return Poll.ready(
                Async.blockInPlace(
                    () -> {
                      Futures.await(sentAll);
                      return "went on";
                    }));
          };
      assertThat(weft.blockOn(weft.spawn(consumer))).isEqualTo("went on");
      weft.blockOn(producer);
    }
  }
}

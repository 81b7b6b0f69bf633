package dev.weft.sync;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lock of a channel that a stackful block and the thread that polls it want. */
@Tag("stackful")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LockOfBlockAndPollTest {

  private final BoundedChannel<Integer> channel = new BoundedChannel<>(1);
  private final AtomicReference<Thread> inBlock = new AtomicReference<>();
  private final CountDownLatch held = new CountDownLatch(1);

  /** Has the channel's lock until the block waits for it, and then its poll. */
  private void hold(Thread poller) {
    synchronized (channel) {
      held.countDown();
      Eventually.until(
          "both wait",
          () ->
              inBlock.get() != null
                  && inBlock.get().getState() == Thread.State.BLOCKED
                  && poller.getState() != Thread.State.RUNNABLE);
    }
  }

  @Test
  void lockThatABlockWaitsFor_andThenItsPoll_isGotByBoth() throws Exception {
    Thread poller = Thread.currentThread();
    Thread holder = Thread.ofPlatform().daemon().start(() -> hold(poller));
    Futures.await(held);
    Future<String> block =
        async(
            () -> {
              inBlock.set(Thread.currentThread());
              channel.refuse();
              return "closed";
            });
    Future<String> polling =
        cx -> {
          Poll<String> polled = block.poll(cx);
          channel.refuse(); // as at the end of a poll in which messages were received
          return polled;
        };
    try (Weft weft = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build()) {
      assertThat(weft.blockOn(polling)).isEqualTo("closed");
    }
    holder.join();
  }
}

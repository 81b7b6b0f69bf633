package dev.weft.internal.stackful;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.io.BufferPool;
import dev.weft.io.PooledBuffer;
import dev.weft.testkit.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OwnLockTest {

  private static final int MANY = 64; // more than a pool keeps without its lock

  private static Thread waiting(Thread.State state, Runnable work) {
    Thread thread = Thread.ofVirtual().start(work);
    Eventually.until(thread + " is " + state, () -> thread.getState() == state);
    return thread;
  }

  private static void giveBackMany(BufferPool pool) {
    List<PooledBuffer> taken = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      taken.add(pool.take());
    }
    taken.forEach(PooledBuffer::close);
  }

  @Test
  void threadThatWaitsForALockOfWefts_isInLineForIt() throws Exception {
    BufferPool pool = BufferPool.direct(16, MANY);
    var field = BufferPool.class.getDeclaredField("lock");
    field.setAccessible(true);
    var lock = (ReentrantLock) field.get(pool);
    lock.lock();
    Thread thread;
    try {
      thread = waiting(Thread.State.WAITING, () -> giveBackMany(pool));
      assertThat(OwnLock.isAwaitedBy(thread)).isTrue();
    } finally {
      lock.unlock();
    }
    thread.join();
    assertThat(OwnLock.isAwaitedBy(thread)).isFalse();
  }

  @Test
  void threadThatWaitsForALockOfTheUsers_isNot() throws Exception {
    var lock = new ReentrantLock();
    lock.lock();
    Thread thread;
    try {
      thread =
          waiting(
              Thread.State.WAITING,
              () -> {
                lock.lock();
                lock.unlock();
              });
      assertThat(OwnLock.isAwaitedBy(thread)).isFalse();
    } finally {
      lock.unlock();
    }
    thread.join();
  }

  @Test
  void threadThatWaitsForALatch_isNot() throws Exception {
    var latch = new CountDownLatch(1);
    Thread thread =
        waiting(
            Thread.State.WAITING,
            () -> {
              try {
                latch.await();
              } catch (InterruptedException never) {
                throw new AssertionError(never);
              }
            });
    assertThat(OwnLock.isAwaitedBy(thread)).isFalse();
    latch.countDown();
    thread.join();
  }
}

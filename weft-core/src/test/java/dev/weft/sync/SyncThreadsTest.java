package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads on one object, each waiting as a plain thread does: poll, park until woken. */
@Timeout(60)
final class SyncThreadsTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 2_000;

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final List<java.util.concurrent.Future<?>> running = new ArrayList<>();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private <T> java.util.concurrent.Future<T> start(Callable<T> body) {
    java.util.concurrent.Future<T> future = pool.submit(body);
    running.add(future);
    return future;
  }

  private void run(Callable<?> body) {
    running.add(pool.submit(body));
  }

  private void joinAll() throws Exception {
    for (java.util.concurrent.Future<?> future : running) {
      future.get(50, TimeUnit.SECONDS);
    }
  }

  /** Polls on this thread until ready. */
  private static <T> T block(Future<T> future) throws Exception {
    var woken = new Semaphore(0);
    Waker waker = woken::release;
    Context cx = Context.of(waker);
    while (true) {
      if (future.poll(cx) instanceof Poll.Ready<T>(T value)) {
        return value;
      }
      woken.acquire();
    }
  }

  @Test
  void mutex_contendedWithCancels_excludesAndLosesNothing() throws Exception {
    var mutex = new AsyncMutex();
    int[] counter = {0}; // guarded by the mutex alone
    int cancelled = 0;
    List<java.util.concurrent.Future<Integer>> cancels = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      cancels.add(start(() -> count(mutex, counter)));
    }

    for (java.util.concurrent.Future<Integer> each : cancels) {
      cancelled += each.get();
    }
    assertThat(counter[0] + cancelled).isEqualTo(THREADS * ROUNDS);
    assertThat(mutex.isLocked()).isFalse();
  }

  /** Counts under the lock, giving up each fourth time if it isn't free; returns how often. */
  private static int count(AsyncMutex mutex, int[] counter) throws Exception {
    int cancelled = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Future<AsyncMutex.Guard> lock = mutex.lock();
      AsyncMutex.Guard guard = null;
      if ((i & 3) != 0) {
        guard = block(lock);
      } else if (lock.poll(Context.of(Waker.noop()))
          instanceof Poll.Ready<AsyncMutex.Guard>(AsyncMutex.Guard ready)) {
        guard = ready;
      } else {
        lock.cancel();
        cancelled++;
        continue;
      }
      counter[0]++;
      guard.close();
    }
    return cancelled;
  }

  @Test
  void mutex_guardsAreClosedByTwoAtOnce_excludesAndLosesNothing() throws Exception {
    var mutex = new AsyncMutex();
    int[] counter = {0}; // guarded by the mutex alone
    var last = new AtomicReference<AsyncMutex.Guard>(block(mutex.lock()));
    for (int t = 0; t < THREADS; t++) {
      run(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              last.get().close(); // maybe while its owner does, or when others hold the lock
              AsyncMutex.Guard guard = block(mutex.lock());
              int seen = counter[0];
              Thread.onSpinWait(); // time for another to come in
              counter[0] = seen + 1;
              last.set(guard);
              guard.close();
            }
            return null;
          });
    }

    joinAll();
    assertThat(counter[0]).isEqualTo(THREADS * ROUNDS);
    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void bounded_manySenders_everyMessageArrivesOnceAndInTheirOrder() throws Exception {
    Mpsc.Bounded<long[]> channel = Mpsc.bounded(3);
    for (int t = 0; t < THREADS; t++) {
      long id = t;
      Mpsc.Sender<long[]> sender = channel.sender().copy();
      run(
          () -> {
            for (long i = 0; i < ROUNDS; i++) {
              block(sender.send(new long[] {id, i}));
            }
            sender.close();
            return null;
          });
    }
    channel.sender().close();

    assertInOrder(channel.receiver());
    joinAll();
  }

  @Test
  void unbounded_manySenders_everyMessageArrivesOnceAndInTheirOrder() throws Exception {
    Mpsc.Unbounded<long[]> channel = Mpsc.unbounded();
    for (int t = 0; t < THREADS; t++) {
      long id = t;
      Mpsc.Sender<long[]> sender = channel.sender().copy();
      run(
          () -> {
            for (long i = 0; i < ROUNDS; i++) {
              assertThat(sender.trySend(new long[] {id, i})).isInstanceOf(TrySend.Sent.class);
            }
            sender.close();
            return null;
          });
    }
    channel.sender().close();

    assertInOrder(channel.receiver());
    joinAll();
  }

  private static void assertInOrder(Mpsc.Receiver<long[]> receiver) throws Exception {
    long[] next = new long[THREADS];
    for (long[] m = block(receiver.recv()); m != null; m = block(receiver.recv())) {
      assertThat(m[1]).isEqualTo(next[(int) m[0]]++);
    }
    assertThat(next).containsOnly(ROUNDS);
  }

  @Test
  void bounded_closedWhileSending_receivesJustWhatWasAccepted() throws Exception {
    for (int round = 0; round < 100; round++) {
      Mpsc.Bounded<Integer> channel = Mpsc.bounded(1 + round % 4);
      List<java.util.concurrent.Future<Integer>> accepted = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        accepted.add(start(() -> sendUntilClosed(channel.sender())));
      }
      int received = 0;
      while (received <= round) {
        assertThat(block(channel.receiver().recv())).isNotNull();
        received++;
      }
      channel.receiver().close();
      while (block(channel.receiver().recv()) != null) {
        received++;
      }
      assertThat(received).isEqualTo(accepted.get(0).get() + accepted.get(1).get());
    }
  }

  private static int sendUntilClosed(Mpsc.Sender<Integer> sender) throws Exception {
    int sent = 0;
    try {
      while (true) {
        block(sender.send(sent));
        sent++;
      }
    } catch (ClosedException end) {
      return sent;
    }
  }

  @Test
  void unbounded_closedWhileSending_receivesJustWhatWasAccepted() throws Exception {
    for (int round = 0; round < 100; round++) {
      Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
      var go = new CountDownLatch(1);
      List<java.util.concurrent.Future<Integer>> accepted = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        accepted.add(
            start(
                () -> {
                  go.await();
                  int sent = 0;
                  while (sent < 10_000 && channel.sender().trySend(sent) instanceof TrySend.Sent) {
                    sent++;
                  }
                  return sent;
                }));
      }
      go.countDown();
      assertThat(block(channel.receiver().recv())).isZero();
      channel.receiver().close();

      int received = 1;
      while (block(channel.receiver().recv()) != null) {
        received++;
      }
      assertThat(received).isEqualTo(accepted.get(0).get() + accepted.get(1).get());
    }
  }

  @Test
  void blockedSender_receiverCloses_failsAtOnce() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(1);
    channel.sender().trySend(1);
    java.util.concurrent.Future<?> blocked = start(() -> block(channel.sender().send(2)));

    channel.receiver().close();

    assertThatThrownBy(() -> blocked.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ClosedException.class);
  }

  @Test
  void oneshot_sendRacesWithClose_valueIsReceivedOrGivenBack() throws Exception {
    for (int i = 0; i < 500; i++) {
      Oneshot<Integer> channel = Oneshot.create();
      var go = new CountDownLatch(1);
      java.util.concurrent.Future<Boolean> sent =
          start(
              () -> {
                go.await();
                return channel.sender().send(1);
              });
      go.countDown();
      channel.receiver().close();

      boolean received = channel.receiver().tryRecv() instanceof TryRecv.Received;
      assertThat(received).isEqualTo(sent.get());
    }
  }

  @Test
  void notify_pingPong_losesNoSignal() throws Exception {
    var ping = new Notify();
    var pong = new Notify();
    run(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            block(ping.notified());
            pong.notifyOne();
          }
          return null;
        });

    for (int i = 0; i < ROUNDS; i++) {
      ping.notifyOne();
      block(pong.notified());
    }
    joinAll();
  }

  @Test
  void semaphore_batches_allPermitsComeBack() throws Exception {
    var semaphore = new AsyncSemaphore(5);
    for (int t = 0; t < THREADS; t++) {
      int count = 1 + t;
      run(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              Future<AsyncSemaphore.Permit> wait = semaphore.acquire(count);
              if ((i & 7) == 0) {
                if (wait.poll(Context.of(Waker.noop()))
                    instanceof Poll.Ready<AsyncSemaphore.Permit>(AsyncSemaphore.Permit permit)) {
                  permit.close();
                } else {
                  wait.cancel();
                }
              } else {
                block(wait).close();
              }
            }
            return null;
          });
    }

    joinAll();
    assertThat(semaphore.availablePermits()).isEqualTo(5);
  }
}

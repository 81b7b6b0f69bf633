package dev.weft.bench.program.jdk;

import dev.weft.bench.program.Sums;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Messages between threads, over each kind of blocking queue. */
final class ThreadChannels {

  private static final int SPSC_CAPACITY = 64;
  private static final int TIMED_CAPACITY = 100;
  private static final int CAPACITY = 1_000;
  private static final int SIDES = 4;
  private static final Integer MESSAGE = 1;

  private final ThreadFactory threads;

  ThreadChannels(ThreadFactory threads) {
    this.threads = threads;
  }

  void spsc(int messages) throws InterruptedException {
    oneToOne(new ArrayBlockingQueue<>(SPSC_CAPACITY), messages);
  }

  void rendezvous(int messages) throws InterruptedException {
    oneToOne(new SynchronousQueue<>(), messages);
  }

  void unbounded(int messages) throws InterruptedException {
    oneToOne(new LinkedBlockingQueue<>(), messages);
  }

  private void oneToOne(BlockingQueue<Integer> queue, int messages) throws InterruptedException {
    produce(messages, queue);
    Sums.check(messages, receive(messages, queue));
  }

  /** Each receiver takes its part of the messages, whichever they are. */
  void mpmc(int messages) throws Exception {
    var queue = new ArrayBlockingQueue<Integer>(CAPACITY);
    var receivers = new ArrayList<FutureTask<Integer>>();
    for (int i = 0; i < SIDES; i++) {
      receivers.add(receiver(messages / SIDES, queue));
      produce(messages / SIDES, queue);
    }
    Sums.check(messages, sum(receivers));
  }

  /** A queue for each receiver. */
  void broadcast(int messages) throws Exception {
    var queues = new ArrayList<BlockingQueue<Integer>>();
    var receivers = new ArrayList<FutureTask<Integer>>();
    for (int i = 0; i < SIDES; i++) {
      var queue = new ArrayBlockingQueue<Integer>(CAPACITY);
      queues.add(queue);
      receivers.add(receiver(messages, queue));
    }
    for (int i = 0; i < messages; i++) {
      for (BlockingQueue<Integer> queue : queues) {
        queue.put(MESSAGE);
      }
    }
    Sums.check((long) SIDES * messages, sum(receivers));
  }

  /** Each message is waited for with a time limit, which is never reached. */
  void inTime(int messages) throws InterruptedException {
    var queue = new ArrayBlockingQueue<Integer>(TIMED_CAPACITY);
    produce(messages, queue);
    int sum = 0;
    for (int i = 0; i < messages; i++) {
      sum += Objects.requireNonNull(queue.poll(1, TimeUnit.HOURS));
    }
    Sums.check(messages, sum);
  }

  private void produce(int messages, BlockingQueue<Integer> queue) {
    ThreadBody producer =
        () -> {
          for (int i = 0; i < messages; i++) {
            queue.put(MESSAGE);
          }
        };
    threads.newThread(producer.guarded()).start();
  }

  private FutureTask<Integer> receiver(int messages, BlockingQueue<Integer> queue) {
    var receiver = new FutureTask<>(() -> receive(messages, queue));
    threads.newThread(receiver).start();
    return receiver;
  }

  private static int receive(int messages, BlockingQueue<Integer> queue)
      throws InterruptedException {
    int sum = 0;
    for (int i = 0; i < messages; i++) {
      sum += queue.take();
    }
    return sum;
  }

  private static long sum(Iterable<FutureTask<Integer>> receivers) throws Exception {
    long sum = 0;
    for (FutureTask<Integer> receiver : receivers) {
      sum += receiver.get();
    }
    return sum;
  }
}

package dev.weft.bench.program.jdk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;

/** Messages between threads, and threads that take turns. */
final class ThreadMessages {

  private static final int CHILDREN = 10;
  private static final int PRODUCERS = 4;
  private static final int MPSC_CAPACITY = 1_000;
  private static final int YIELDING = 1_000;
  private static final int LOCKING = 100;
  private static final Integer MESSAGE = 1;

  private final ThreadFactory threads;

  ThreadMessages(ThreadFactory threads) {
    this.threads = threads;
  }

  /** Pairs of threads that send one message to and fro. */
  void pingPong(int pairs, int rounds) throws InterruptedException {
    var bodies = new ArrayList<ThreadBody>();
    for (int i = 0; i < pairs; i++) {
      var there = new ArrayBlockingQueue<Integer>(1);
      var back = new ArrayBlockingQueue<Integer>(1);
      bodies.add(
          () -> {
            for (int round = 0; round < rounds; round++) {
              back.put(there.take());
            }
          });
      bodies.add(
          () -> {
            for (int round = 0; round < rounds; round++) {
              there.put(MESSAGE);
              back.take();
            }
          });
    }
    all(bodies);
  }

  void mpsc(int messages) throws InterruptedException {
    var queue = new ArrayBlockingQueue<Integer>(MPSC_CAPACITY);
    for (int i = 0; i < PRODUCERS; i++) {
      ThreadBody producer =
          () -> {
            for (int sent = 0; sent < messages / PRODUCERS; sent++) {
              queue.put(MESSAGE);
            }
          };
      threads.newThread(producer.guarded()).start();
    }
    for (int i = 0; i < messages; i++) {
      queue.take();
    }
  }

  void skynet(int leaves) throws InterruptedException {
    var root = new ArrayBlockingQueue<Long>(1);
    node(0, leaves, root);
    root.take();
  }

  private void node(long first, int leaves, BlockingQueue<Long> parent) {
    ThreadBody node =
        () -> {
          if (leaves == 1) {
            parent.put(first);
            return;
          }
          int each = leaves / CHILDREN;
          var queue = new ArrayBlockingQueue<Long>(CHILDREN);
          for (int i = 0; i < CHILDREN; i++) {
            node(first + (long) i * each, each, queue);
          }
          long sum = 0;
          for (int i = 0; i < CHILDREN; i++) {
            sum += queue.take();
          }
          parent.put(sum);
        };
    threads.newThread(node.guarded()).start();
  }

  @SuppressWarnings("ThreadPriorityCheck") // what is measured
  void yields(int yields) throws InterruptedException {
    ThreadBody yielding =
        () -> {
          for (int i = 0; i < yields / YIELDING; i++) {
            Thread.yield();
          }
        };
    times(YIELDING, yielding);
  }

  /** All want the same lock, for a moment each time. */
  void mutex(int locks) throws InterruptedException {
    var lock = new ReentrantLock();
    var count = new int[1];
    ThreadBody locking =
        () -> {
          for (int i = 0; i < locks / LOCKING; i++) {
            lock.lock();
            try {
              count[0]++;
            } finally {
              lock.unlock();
            }
          }
        };
    times(LOCKING, locking);
  }

  private void times(int count, ThreadBody body) throws InterruptedException {
    var bodies = new ArrayList<ThreadBody>();
    for (int i = 0; i < count; i++) {
      bodies.add(body);
    }
    all(bodies);
  }

  private void all(List<ThreadBody> bodies) throws InterruptedException {
    var started = new ArrayList<Thread>();
    for (ThreadBody body : bodies) {
      Thread thread = threads.newThread(body.guarded());
      thread.start();
      started.add(thread);
    }
    for (Thread each : started) {
      each.join();
    }
  }
}

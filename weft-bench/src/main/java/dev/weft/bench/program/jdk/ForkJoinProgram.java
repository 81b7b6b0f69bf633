package dev.weft.bench.program.jdk;

import dev.weft.bench.program.TaskProgram;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** ForkJoinPool by itself: no waiting but for children, and so a floor for scheduling. */
public final class ForkJoinProgram {

  private static final int CHILDREN = 10;

  private ForkJoinProgram() {}

  /**
   * The program.
   *
   * @param args none
   * @throws Exception if a work failed
   */
  public static void main(String[] args) throws Exception {
    try (var pool = new ForkJoinPool(TaskProgram.WORKERS)) {
      pool.invoke(new Empty());
      TaskProgram.firstTaskDone();
      new TaskProgram()
          .add("spawn", n -> pool.invoke(new All(n)))
          .add("chain", n -> chain(pool, n))
          .add("skynet-joins", n -> pool.invoke(new Sum(0, n)))
          .serve();
    }
  }

  private static void chain(ForkJoinPool pool, int depth) throws InterruptedException {
    var end = new CountDownLatch(1);
    pool.execute(new Link(depth, end));
    end.await();
  }

  private static final class Empty extends RecursiveAction {
    private static final long serialVersionUID = 1;

    @Override
    protected void compute() {}
  }

  private static final class All extends RecursiveAction {
    private static final long serialVersionUID = 1;
    private final int count;

    All(int count) {
      this.count = count;
    }

    @Override
    protected void compute() {
      var all = new Empty[count];
      for (int i = 0; i < count; i++) {
        all[i] = new Empty();
        var _ = all[i].fork();
      }
      for (Empty each : all) {
        each.join();
      }
    }
  }

  private static final class Link extends RecursiveAction {
    private static final long serialVersionUID = 1;
    private final int left;
    private final transient CountDownLatch end;

    Link(int left, CountDownLatch end) {
      this.left = left;
      this.end = end;
    }

    @Override
    protected void compute() {
      if (left == 0) {
        end.countDown();
      } else {
        var _ = new Link(left - 1, end).fork();
      }
    }
  }

  private static final class Sum extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;
    private final long first;
    private final int leaves;

    Sum(long first, int leaves) {
      this.first = first;
      this.leaves = leaves;
    }

    @Override
    protected Long compute() {
      if (leaves == 1) {
        return first;
      }
      int each = leaves / CHILDREN;
      var children = new Sum[CHILDREN];
      for (int i = 0; i < CHILDREN; i++) {
        children[i] = new Sum(first + (long) i * each, each);
        var _ = children[i].fork();
      }
      long sum = 0;
      for (int i = CHILDREN - 1; i >= 0; i--) { // the youngest first, which is still at hand
        sum += children[i].join();
      }
      return sum;
    }
  }
}

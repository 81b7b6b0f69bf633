package dev.weft.bench.program.weft;

import com.sun.management.ThreadMXBean;
import dev.weft.Weft;
import dev.weft.bench.process.Control;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;

/**
 * What an operation allocates and a waiting task holds, in bytes. One worker, so that from round to
 * round the same happens.
 */
public final class WeftBudgets {

  /** As many as it takes for all that is set up once to be set up. */
  private static final int WARM_UP_ROUNDS = 5;

  private static final int ROUNDS = 5;
  private static final int LOOKS = 3;

  private final Weft weft;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private WeftBudgets(Weft weft) {
    this.weft = weft;
  }

  /**
   * Answers until the input ends: {@code allocated WORK SIZE} by the bytes that one operation
   * allocates, {@code held TASKS} by the bytes of live heap of a task that sleeps.
   *
   * @param args none
   * @throws Exception if a work failed
   */
  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      var budgets = new WeftBudgets(weft);
      Control.say("ready", ProcessHandle.current().pid());
      Control.serveUntilEnd(Map.of("allocated", budgets::allocated, "held", budgets::held));
    }
  }

  private Long allocated(List<String> args) throws Exception {
    Operations.Work work = Operations.of(args.getFirst());
    int size = Integer.parseInt(args.get(1));
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      run(work, size);
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getTotalThreadAllocatedBytes();
      run(work, size);
      least = Math.min(least, threads.getTotalThreadAllocatedBytes() - before);
    }
    return Math.round((double) least / size);
  }

  private void run(Operations.Work work, int size) throws Exception {
    weft.blockOn(weft.spawn(work.start(size)));
  }

  private Long held(List<String> args) throws Exception {
    int tasks = Integer.parseInt(args.getFirst());
    Sleepers.hold(weft, tasks); // warms up, too
    long before = leastLiveBytes();
    Sleepers.hold(weft, tasks);
    return Math.round((double) (leastLiveBytes() - before) / tasks);
  }

  /** A thread that is still busy after a collection makes a look too high, never too low. */
  private static long leastLiveBytes() {
    long least = Long.MAX_VALUE;
    for (int look = 0; look < LOOKS; look++) {
      least = Math.min(least, Control.liveBytes());
    }
    return least;
  }
}

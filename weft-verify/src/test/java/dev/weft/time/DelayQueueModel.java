package dev.weft.time;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * One consumer, who waits until the queue is empty or for as long as it takes, and others who
 * insert, bring forward and remove. No time passes: what is due comes out, the rest waits.
 */
public class DelayQueueModel {

  private static final long SOON = 10;
  private static final long LATE = 20;

  private final TestServices services = new TestServices(new ManualClock());
  private final DelayQueue<String> queue = new DelayQueue<>(services.clock(), Integer.MAX_VALUE);
  private DelayQueue.Entry<String> late = queue.insertAt("late", LATE);
  private TestTask task;
  private Future<DelayQueue.Entry<String>> wait;
  private boolean untilEmpty;

  public DelayQueueModel() {
    queue.remove(late);
  }

  @Operation(nonParallelGroup = "consumer")
  public String next() throws Exception {
    return poll(true, queue::next);
  }

  @Operation(nonParallelGroup = "consumer")
  public String take() throws Exception {
    return poll(false, queue::take);
  }

  private String poll(boolean untilEmpty, Supplier<Future<DelayQueue.Entry<String>>> source)
      throws Exception {
    if (wait != null && this.untilEmpty != untilEmpty) {
      cancel();
    }
    if (wait == null) {
      wait = source.get();
      this.untilEmpty = untilEmpty;
    }
    task = new TestTask(services);
    if (!(task.poll(wait) instanceof Poll.Ready<DelayQueue.Entry<String>>(var entry))) {
      return "pending";
    }
    wait = null;
    return entry == null ? "empty" : entry.value();
  }

  @Operation(nonParallelGroup = "consumer")
  public void cancel() {
    if (wait != null && !wait.cancel()) {
      throw new AssertionError("a wait isn't released by its cancel");
    }
    wait = null;
  }

  @Operation
  public boolean insertDue() {
    return queue.tryInsert("due", Duration.ZERO) != null;
  }

  @Operation(nonParallelGroup = "late")
  public void insertLate() {
    queue.tryRemove(late);
    late = queue.insertAt("late", LATE);
  }

  @Operation(nonParallelGroup = "late")
  public boolean bringForward() {
    return queue.resetAt(late, SOON);
  }

  @Operation(nonParallelGroup = "late")
  public boolean remove() {
    return queue.tryRemove(late);
  }

  @Operation
  public void clear() {
    queue.clear();
  }

  @Validate
  public void atRest() throws Exception {
    if (wait != null && task.wakes() == 0) {
      String now = untilEmpty ? next() : take();
      if (!now.equals("pending")) {
        throw new AssertionError("the consumer waits for ever, and a poll is " + now);
      }
    }
    long alarm = services.timers().nanosUntilNext(0);
    DelayQueue.Entry<String> due = queue.peek();
    if (wait != null && due != null && task.wakes() == 0 && alarm > due.deadlineNanos()) {
      throw new AssertionError("the consumer wakes at " + alarm + ", too late for " + due);
    }
    cancel();
    if (services.timers().size() != 0) {
      throw new AssertionError("a timer is left");
    }
  }
}

package dev.weft.internal.task;

import dev.weft.Context;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Two who join a task, one of whom may give up, while the task ends. At rest nobody was forgotten.
 */
public class JoinModel {

  private final StubSite site = new StubSite();
  private final TaskCell<Integer> task =
      new TaskCell<>(new StubOwner(ignored -> {}), 1, cx -> Poll.ready(42));
  private boolean ended;
  private final Joiner first = new Joiner(task.newWait());
  private final Joiner second = new Joiner(task.newWait());

  @Operation(nonParallelGroup = "first")
  public void joinFirst() throws Exception {
    first.poll();
  }

  @Operation(nonParallelGroup = "second")
  public void joinSecond() throws Exception {
    second.poll();
  }

  @Operation(nonParallelGroup = "second")
  public void giveUpSecond() {
    second.cancel();
  }

  @Operation(nonParallelGroup = "worker")
  public void end() {
    if (!ended) {
      ended = true;
      task.run(site);
    }
  }

  @Validate
  public void atRest() throws Exception {
    end();
    first.check("first");
    second.check("second");
  }

  private static final class Joiner {

    private final RawFuture<Integer> wait;
    private volatile boolean woken;
    private boolean waiting;
    private boolean over;

    Joiner(RawFuture<Integer> wait) {
      this.wait = wait;
    }

    void poll() throws Exception {
      if (!over) {
        Waker waker = () -> woken = true;
        Object result = wait.pollRaw(Context.of(waker));
        waiting = result == RawFuture.PENDING;
        over = !waiting;
        if (over && !Integer.valueOf(42).equals(result)) {
          throw new AssertionError("joined and got " + result);
        }
      }
    }

    void cancel() {
      if (!over) {
        wait.cancel();
        over = true;
        waiting = false;
      }
    }

    void check(String name) throws Exception {
      if (waiting && !woken) {
        throw new AssertionError("the " + name + " joiner was forgotten");
      }
      poll();
      if (!over) {
        throw new AssertionError("the " + name + " joiner can't see the end");
      }
    }
  }
}

package dev.weft.everypoll;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A future that is pending for some polls and then hands out a value or fails. It may need time to
 * be cancelled, and then even complete. It notes each breach of the rules for those who poll it.
 */
final class Leaf<T> extends RawFuture<T> {

  private enum End {
    OPEN,
    DONE,
    RELEASED
  }

  private final Run run;
  final String name;
  private final Supplier<? extends T> value;
  private final boolean fails;
  private final boolean event; // goes on only when the run fires it
  private final int cancelPolls; // -1: is released at once
  private boolean completesCancelled;
  private int pendings;
  private boolean cancelled;
  private boolean polling;
  private boolean due = true;
  private Waker waker;
  private End end = End.OPEN;
  private int polls;

  Leaf(Run run, String name, SplittableRandom random, boolean mayFail, Supplier<T> value) {
    this.run = run;
    this.name = name;
    this.value = value;
    pendings = random.nextInt(3);
    fails = random.nextInt(100) < 20 && mayFail;
    event = random.nextBoolean();
    cancelPolls = random.nextInt(4) - 1;
    completesCancelled = random.nextInt(3) == 0;
  }

  /** Has it complete if it needs time to be cancelled, as streams do. */
  Leaf<T> stubborn() {
    completesCancelled = true;
    return this;
  }

  @Override
  public Object pollRaw(Context cx) throws Exception {
    if (end != End.OPEN || polling) {
      run.misuse(name + " was polled " + (polling ? "in its own poll" : "after it was " + end));
      throw new IllegalStateException(name);
    }
    polls++;
    polling = true;
    waker = cx.waker();
    run.polled(name);
    polling = false;
    if (!due) {
      return PENDING;
    }
    if (pendings > 0) {
      pendings--;
      if (event) {
        due = false;
        run.waiting(this);
      } else {
        waker.wake();
      }
      return PENDING;
    }
    end = End.DONE;
    if (cancelled && !completesCancelled) {
      run.log(name + " gone");
      throw new Cancellation(name);
    }
    if (fails) {
      run.log(name + " fails");
      throw new Injected(name);
    }
    run.log(name + " ready");
    return value.get();
  }

  void fire() {
    due = true;
    if (end == End.OPEN) {
      waker.wake();
    }
  }

  boolean isLeft() {
    return end == End.OPEN && polls > 0;
  }

  /** Ends it at once, as those who wait for a sink may do. */
  void release() {
    run.log(name + " released");
    end = End.RELEASED;
  }

  @Override
  public boolean cancel() {
    if (end != End.OPEN) {
      return true;
    }
    if (!cancelled && polls > 0) { // before the first poll nothing has to be undone
      run.log(name + " cancelled");
    }
    if (polls == 0 || cancelPolls < 0 && !polling) {
      end = End.RELEASED;
      return true;
    }
    if (!cancelled) {
      cancelled = true;
      pendings = Math.max(0, cancelPolls);
      due = true; // the first step of the clean-up needs no event
      run.waitsNoMore(this); // whoever has asked has to poll it, as nothing else wakes it
    }
    return false;
  }

  @Override
  public boolean claim() {
    return true;
  }

  @Override
  public String toString() {
    return name;
  }
}

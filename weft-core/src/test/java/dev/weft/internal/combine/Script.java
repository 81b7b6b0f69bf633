package dev.weft.internal.combine;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;

/**
 * A future that follows a script, and complains when it is polled or cancelled against the rules.
 */
final class Script<T> extends RawFuture<T> {

  enum End {
    OPEN,
    COMPLETED,
    FAILED,
    RELEASED
  }

  private final String name;
  private int pendings;
  private Object outcome;
  private int cancelPolls = -1; // releases at once
  private Object cancelOutcome;
  private boolean event; // each step needs fire()
  private boolean fired = true;
  private boolean wakesItself;
  private Runnable inPoll = () -> {};
  private Runnable inCancel = () -> {};
  private boolean polling;
  private boolean cancelRequested;
  private Waker waker;

  int polls;
  int cancels;
  End end = End.OPEN;
  String misuse;

  private Script(String name, int pendings, Object outcome) {
    this.name = name;
    this.pendings = pendings;
    this.outcome = outcome;
  }

  static <T> Script<T> ready(T value) {
    return new Script<>("ready", 0, value);
  }

  /** Pending for some polls, then a value or, if it is one, a failure. */
  static <T> Script<T> after(int pendings, Object outcome) {
    return new Script<>("after" + pendings, pendings, outcome);
  }

  static <T> Script<T> never() {
    return new Script<>("never", Integer.MAX_VALUE, null);
  }

  static <T> Script<T> failing(Throwable failure) {
    return new Script<>("failing", 0, failure);
  }

  /** After a cancel it needs so many polls more and then ends with a value or failure. */
  Script<T> slowCancel(int polls, Object outcome) {
    cancelPolls = polls;
    cancelOutcome = outcome;
    return this;
  }

  /** After a cancel it needs so many polls more and then throws a Cancellation. */
  Script<T> slowCancel(int polls) {
    return slowCancel(polls, new Cancellation(name + " was cancelled."));
  }

  Script<T> inPoll(Runnable hook) {
    inPoll = hook;
    return this;
  }

  Script<T> inCancel(Runnable hook) {
    inCancel = hook;
    return this;
  }

  /** Goes a step further only when {@link #fire} was called since the last one. */
  Script<T> byEvent() {
    event = true;
    fired = false;
    return this;
  }

  /** Asks for another poll in each one that is pending. */
  Script<T> byItself() {
    wakesItself = true;
    return this;
  }

  /** The event that it waits for; wakes whoever polled it last. */
  void fire() {
    fired = true;
    Waker latest = waker;
    if (latest != null) {
      latest.wake();
    }
  }

  boolean isWaiting() {
    return end == End.OPEN && polls > 0 && !fired;
  }

  /** How it ended, or would end next. */
  Object outcome() {
    return outcome;
  }

  @Override
  public Object pollRaw(Context cx) throws Exception {
    if (end != End.OPEN || polling) {
      misuse = name + " was polled " + (polling ? "in its own poll" : "after " + end);
      throw new IllegalStateException(misuse);
    }
    polls++;
    polling = true;
    try {
      inPoll.run();
    } finally {
      polling = false;
    }
    waker = cx.waker();
    if (pendings > 0 && fired) {
      pendings--;
      fired = !event;
      if (wakesItself) {
        waker.wake();
      }
      return PENDING;
    }
    if (!fired) {
      return PENDING;
    }
    if (outcome instanceof Throwable failure) {
      end = End.FAILED;
      return sneak(failure);
    }
    end = End.COMPLETED;
    return outcome;
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> Object sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  @Override
  public boolean cancel() {
    cancels++;
    if (end != End.OPEN) {
      return true;
    }
    inCancel.run();
    if (!polling && (polls == 0 || cancelPolls < 0)) {
      end = End.RELEASED;
      return true;
    }
    if (!cancelRequested) {
      cancelRequested = true;
      pendings = Math.max(0, cancelPolls);
      outcome = cancelPolls < 0 ? new Cancellation(name + " was cancelled.") : cancelOutcome;
      fired = true; // the first step of the clean-up needs no event
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

package dev.weft.time;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import dev.weft.spi.TimerEntry;
import dev.weft.spi.TimerQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A future that completes at a time of the runtime's clock, never early. Nothing is set up before
 * the first poll.
 *
 * <p>A sleep is used once; {@link #reset} gives another one in its place.
 *
 * <p><em>Cancellation:</em> gives the timer up at once; nothing is lost.
 *
 * <p><em>Threads:</em> for its owner, like any future.
 */
public final class Sleep extends TimerEntry {

  /*
   * State: `queue` is null until the timer is set. `waker` then holds whom to wake, and before and
   * after that a mark:
   *
   *   RELATIVE ─first poll─> waker     `time` was a delay and becomes a deadline
   *   null     ─first poll─> waker     `time` is a deadline
   *   waker    ─fired─> FIRED          by the turn holder, which wakes the waker that it took out
   *   waker    ─poll─> another waker   by the owner
   *   waker    ─cancel─> GIVEN_UP      by the owner; lets go of the task at once
   *
   * Ordering: fired() runs on the thread that turns the queue while the owner may be polling elsewhere.
   * Each takes the other's write by an atomic operation on `waker`: if the owner's swap fails, FIRED is
   * there and the poll is ready; if it succeeds, fired() finds the new waker. `time` and the first waker
   * are written before the entry is pushed, whose compare-and-set publishes them.
   *
   * A poll also looks at the clock, so that a sleep which is due is ready even if the turn holder hasn't
   * come to it; it then gives the timer up, and a wake that is already on its way is one too many.
   */

  private static final Waker RELATIVE = new Mark();
  private static final Waker FIRED = new Mark();
  private static final Waker GIVEN_UP = new Mark();

  private long time;
  private @Nullable Waker waker; // owner and turn holder, see above
  private @Nullable TimerQueue queue;

  private Sleep(long time, @Nullable Waker mark) {
    this.time = time;
    this.waker = mark;
  }

  /**
   * A sleep for a time that counts from its first poll.
   *
   * @param duration zero or less completes at the first poll; anything above 146 years is as good
   *     as for ever
   * @return a sleep that hasn't started
   */
  public static Sleep after(Duration duration) {
    return new Sleep(Deadlines.nanos(Objects.requireNonNull(duration, "duration")), RELATIVE);
  }

  /**
   * A sleep until a time.
   *
   * @param deadlineNanos nanoseconds of the runtime's clock; in the past completes at the first
   *     poll
   * @return a sleep that hasn't started
   */
  public static Sleep until(long deadlineNanos) {
    return new Sleep(deadlineNanos, null);
  }

  /**
   * Gives up this sleep, if it hasn't ended, and makes another one in its place:
   *
   * {@snippet class="dev.weft.snippets.TimeSnippets" region="reset"}
   *
   * @param duration as for {@link #after}
   * @return a new sleep
   */
  public Sleep reset(Duration duration) {
    Sleep another = after(duration);
    cancel();
    return another;
  }

  /**
   * Gives up this sleep and makes another one, with a deadline, in its place.
   *
   * @param deadlineNanos as for {@link #until}
   * @return a new sleep
   */
  public Sleep resetUntil(long deadlineNanos) {
    cancel();
    return until(deadlineNanos);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the time counts from the first poll, which hasn't been yet
   */
  @Override
  public long deadlineNanos() {
    if (waker == RELATIVE) {
      throw new IllegalStateException(
          "A sleep of "
              + Duration.ofNanos(time)
              + " has no deadline before its first poll, from which it counts.");
    }
    return time;
  }

  /**
   * Whether the sleep is over.
   *
   * @return true once the deadline was seen to have come; false after a cancel before it
   */
  public boolean isElapsed() {
    return WAKER.getAcquire(this) == FIRED; // pairs with Sleep.fired
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    return queue == null ? start(cx) : look(queue, cx);
  }

  /** One that counts from its first poll isn't over before that. */
  @Override
  protected @Nullable Object tryLeaf(Context cx) {
    return waker == RELATIVE && time != 0 ? PENDING : UNTRIED;
  }

  private @Nullable Object start(Context cx) {
    Services services = TaskContext.services(cx);
    long now = services.clock().nanoTime();
    boolean due;
    if (waker == RELATIVE) {
      due = time == 0;
      time += now;
    } else {
      due = Deadlines.isDue(now, time);
      if (!due && time - now > Deadlines.FAR_NANOS) {
        time = now + Deadlines.FAR_NANOS;
      }
    }
    if (due) {
      waker = FIRED;
      return null;
    }
    waker = cx.waker();
    queue = services.timers();
    queue.add(this);
    return PENDING;
  }

  private @Nullable Object look(TimerQueue queue, Context cx) {
    Object before = WAKER.getAcquire(this); // pairs with Sleep.fired
    if (before == FIRED) {
      return null;
    }
    if (Deadlines.isDue(TaskContext.services(cx).clock().nanoTime(), time)) {
      queue.cancel(this);
      WAKER.setVolatile(this, FIRED);
      return null;
    }
    Waker now = cx.waker();
    if (before == now || WAKER.compareAndSet(this, before, now)) {
      return PENDING;
    }
    return null;
  }

  @Override
  protected boolean cancelLeaf() {
    TimerQueue queue = this.queue;
    if (queue != null) {
      queue.cancel(this);
      Waker before = (Waker) WAKER.getAndSet(this, GIVEN_UP);
      if (before == FIRED) {
        WAKER.setVolatile(this, FIRED);
      }
    }
    return true;
  }

  @Override
  protected int touch() {
    return waker instanceof TaskContext task ? task.touch() : 0;
  }

  @Override
  protected void fired() {
    ((Waker) WAKER.getAndSet(this, FIRED)).wake();
  }

  private static final VarHandle WAKER;

  static {
    try {
      WAKER = MethodHandles.lookup().findVarHandle(Sleep.class, "waker", Waker.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** A state in the place of a waker. */
  private static final class Mark implements Waker {
    @Override
    public void wake() {}
  }
}

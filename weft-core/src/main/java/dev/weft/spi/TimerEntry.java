package dev.weft.spi;

import dev.weft.codegen.LeafFuture;

/**
 * One timer: a leaf future, so that a sleep is a single object, with the links that its queue
 * needs.
 */
public abstract class TimerEntry extends LeafFuture<Void> {

  /** Creates an entry that was not added. */
  protected TimerEntry() {}

  /**
   * When it is due.
   *
   * @return nanoseconds of the runtime's clock
   */
  public abstract long deadlineNanos();

  /** Called once by the queue when the timer is due; must be short and not throw. */
  protected abstract void fired();
}

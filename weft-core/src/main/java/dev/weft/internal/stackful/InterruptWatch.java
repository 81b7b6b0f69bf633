package dev.weft.internal.stackful;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Keeps interrupts of a user's thread that arrive while it carries a block's virtual thread. */
final class InterruptWatch extends AbstractSelector {

  /*
   * Idea: mounting and unmounting a virtual thread clears the interrupt status of the platform thread
   * below it, so an interrupt of the thread inside blockOn would be lost if it came while a block runs
   * in place. The JDK tells whoever stands between begin() and end() of a selector that its thread
   * was interrupted, by calling wakeup(); this is a selector for that one purpose. It is needed on
   * threads that aren't the runtime's own only: nobody interrupts those to say something to us.
   *
   * State: `inside` while a run is carried; `seen` once an interrupt came. wakeup() may come late, on
   * the interrupting thread, after the run has ended; then it repeats the interrupt itself. wakeup()
   * writes `seen` and reads `inside`, leave() writes `inside` and reads `seen`: one of them at
   * least sees the other, and taking `seen` atomically lets one of them only act.
   */

  private static final ThreadLocal<InterruptWatch> WATCHES =
      ThreadLocal.withInitial(InterruptWatch::new);

  private final Thread owner = Thread.currentThread();
  private final AtomicBoolean seen = new AtomicBoolean();
  private volatile boolean inside;

  private InterruptWatch() {
    super(null);
  }

  /** Begins to watch the calling platform thread. */
  static InterruptWatch enter() {
    InterruptWatch watch = WATCHES.get();
    watch.inside = true;
    watch.begin(); // counts an interrupt that is already there
    return watch;
  }

  /** Ends the watch and restores the thread's interrupt status. */
  void leave() {
    end();
    inside = false;
    if (seen.getAndSet(false)) {
      owner.interrupt();
    }
  }

  @Override
  public Selector wakeup() {
    seen.set(true);
    if (!inside && seen.getAndSet(false)) {
      owner.interrupt();
    }
    return this;
  }

  @Override
  protected void implCloseSelector() {}

  @Override
  protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object with) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SelectionKey> keys() {
    return Set.of();
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    return Set.of();
  }

  @Override
  public int selectNow() {
    return 0;
  }

  @Override
  public int select(long timeout) {
    return 0;
  }

  @Override
  public int select() {
    return 0;
  }
}

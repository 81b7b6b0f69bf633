package dev.weft.internal.timer;

import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.TimerEntry;
import org.jspecify.annotations.Nullable;

/**
 * A sorted tree of timers: setting and cancelling one take logarithmic time, and all that is due is
 * taken out at once. Timers with the same deadline share a node.
 */
public final class TreeTimerQueue extends InboxTimerQueue {

  private static final long NEAR_NANOS = 2_000_000;

  private final DeadlineTree tree = new DeadlineTree(); // turn holder

  /**
   * Creates an empty queue.
   *
   * @param callOwner ends the owner's sleep, see {@link InboxTimerQueue#fallAsleep}
   */
  public TreeTimerQueue(Runnable callOwner) {
    super(callOwner);
  }

  @Override
  protected void insert(TimerEntry entry) {
    tree.add(entry);
  }

  @Override
  protected void remove(TimerEntry entry) {
    tree.remove(entry);
  }

  @Override
  protected int fireDue(long nowNanos) {
    return fire(tree.takeDue(nowNanos));
  }

  private int fire(DeadlineTree.@Nullable Node due) {
    int fired = 0;
    for (DeadlineTree.Node node = due; node != null; node = node.right) {
      fired += fire(node.left);
      for (int i = 0; i < node.entries.end(); i++) {
        TimerEntry entry = node.entries.at(i);
        if (entry != null && fireEntry(entry)) {
          fired++;
        }
      }
    }
    return fired;
  }

  @Override
  protected long untilNext(long nowNanos) {
    DeadlineTree.Node first = tree.first();
    return first == null ? NONE : first.deadline - nowNanos;
  }

  @Override
  public boolean isCrowded() {
    DeadlineTree.Node first = tree.first();
    return first != null && tree.count(first.deadline + NEAR_NANOS, CROWD) >= CROWD;
  }
}

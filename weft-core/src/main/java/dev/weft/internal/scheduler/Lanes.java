package dev.weft.internal.scheduler;

import dev.weft.internal.task.TaskCell;
import org.jspecify.annotations.Nullable;

/** The tasks of one thread in one lane, or in two of which one goes first. */
final class Lanes {

  /** So many tasks of the lane that goes first, then one of the other. */
  static final int HIGH_IN_ROW = 31;

  private final LaneQueue normal = new LaneQueue();
  private final @Nullable LaneQueue high;
  private int highInRow;

  Lanes(boolean two) {
    high = two ? new LaneQueue() : null;
  }

  /** One of the lanes; {@code first} only if there are two. */
  LaneQueue lane(boolean first) {
    LaneQueue lane = first ? high : normal;
    if (lane == null) {
      throw new AssertionError("there is one lane only");
    }
    return lane;
  }

  /** Takes the task that is due. Owner only. */
  @Nullable TaskCell<?> next() {
    LaneQueue ahead = high;
    if (ahead == null) {
      return normal.next();
    }
    if (highInRow < HIGH_IN_ROW) {
      TaskCell<?> task = ahead.next();
      if (task != null) {
        highInRow++;
        return task;
      }
    }
    highInRow = 0;
    TaskCell<?> task = normal.next();
    return task == null ? ahead.next() : task;
  }

  /** Whether nothing is here. Owner only. */
  boolean isEmpty() {
    return normal.isEmpty() && (high == null || high.isEmpty());
  }

  /** Tasks that the owner has taken over, without those in the mailboxes. Owner only. */
  int queued() {
    return normal.queued() + (high == null ? 0 : high.queued());
  }

  /** Tasks without those in the mailboxes; a snapshot for any thread. */
  int depth() {
    return normal.depth() + (high == null ? 0 : high.depth());
  }

  /** Tasks in the mailboxes; a snapshot for any thread. */
  int inboxDepth() {
    return normal.inboxDepth() + (high == null ? 0 : high.inboxDepth());
  }
}

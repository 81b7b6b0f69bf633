package dev.weft.internal.task;

import dev.weft.Weft;
import dev.weft.spi.Clock;
import org.jspecify.annotations.Nullable;

/** What a task knows of the runtime that it belongs to. */
public interface TaskOwner {

  /** Puts a task that has become runnable where a worker finds it. Any thread; never blocks. */
  void schedule(TaskCell<?> task);

  /** Puts a new task, which was never polled, where a worker finds it. Any thread; never blocks. */
  default void scheduleNew(TaskCell<?> task) {
    schedule(task);
  }

  /** Puts a task back that was woken in its own poll, behind those that wait. On its poll site. */
  void scheduleAgain(TaskCell<?> task, boolean yielded);

  /** The task has ended: it is to be forgotten, before anybody can see that it has ended. */
  void ended(TaskCell<?> task);

  /** Now everybody can see it; who waits until no task is alive may be told. */
  default void endSeen() {}

  /** The runtime for users. */
  Weft weft();

  /** The runtime's clock. */
  Clock clock();

  /** How long a cancelled block may clean up, in nanoseconds. */
  long graceNanos();

  /** What its task was called, if it has one task with a name. */
  default @Nullable String taskName() {
    return null;
  }

  /** What takes users' thread-locals along; null if they don't want that. */
  default @Nullable Carrier carrier() {
    return null;
  }

  /** Whether only one worker may poll its tasks. */
  default boolean isPinned() {
    return false;
  }

  /** Failures that nobody joins. */
  Unobserved unobserved();
}

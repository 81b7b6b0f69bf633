package dev.weft.internal.combine;

import dev.weft.JoinHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task of a join set or map, under the lock of its {@link JoinCore}. */
final class JoinEntry<T extends @Nullable Object> {

  final @Nullable Object key; // in a map
  @Nullable JoinHandle<T> handle; // from the end of the spawn, or of the task if that is earlier
  @Nullable Object seenBy; // the wait for the whole that has looked at its end
  boolean ended;
  boolean completed; // ended with a value
  boolean failed; // ended with a failure, neither if it was aborted
  boolean taken; // or dropped: joinNext never returns it any more

  JoinEntry(@Nullable Object key) {
    this.key = key;
  }

  /** The handle of a task that has ended. */
  JoinHandle<T> handle() {
    return Objects.requireNonNull(handle);
  }
}

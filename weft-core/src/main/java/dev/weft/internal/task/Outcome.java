package dev.weft.internal.task;

import dev.weft.codegen.Codegen;
import dev.weft.codegen.LogicalFrames;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** How a task ended, where that isn't simply a value. */
sealed interface Outcome {

  /** It threw; {@code watch} reports that if nobody joins. */
  record Failed(Throwable failure, @Nullable FailureWatch watch) implements Outcome {}

  /** It was aborted. */
  record Aborted(long id) implements Outcome {}

  /** It ended, and there was no memory to say how. */
  Failed NO_MEMORY =
      new Failed(
          new OutOfMemoryError("There was no memory left to keep how the task ended."), null);

  /** The value that a joiner gets, or the exception that it gets in its place. */
  static @Nullable Object get(@Nullable Object outcome) {
    if (outcome instanceof Failed(Throwable failure, FailureWatch watch)) {
      if (watch != null) {
        watch.observed();
      }
      LogicalFrames.add(failure);
      throw Codegen.<RuntimeException>sneak(failure);
    }
    if (outcome instanceof Aborted(long id)) {
      throw new CancellationException("Task " + id + " was aborted.");
    }
    return outcome;
  }
}

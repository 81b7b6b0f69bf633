package dev.weft;

import dev.weft.internal.gate.Gate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value that belongs to a piece of asynchronous work, on whichever thread it runs.
 *
 * <p>The value is visible to everything inside the future given to {@link #where}, its clean-up
 * after a cancellation included, and to nothing else; tasks spawned there don't inherit it. It
 * costs nothing where it isn't used.
 *
 * @param <T> type of the value
 */
public final class TaskLocal<T> {

  private final String name;

  private TaskLocal(String name) {
    this.name = name;
  }

  /**
   * Creates a task-local without a value.
   *
   * @param name what it is for, shown in messages
   * @param <T> type of the value
   * @return a new task-local
   */
  public static <T> TaskLocal<T> create(String name) {
    return new TaskLocal<>(Objects.requireNonNull(name, "name"));
  }

  /**
   * Binds a value for the time of a future.
   *
   * @param value the value to see inside
   * @param future the work to run with it
   * @param <R> type of the result
   * @return a future that runs the given one with the value bound
   */
  public <R extends @Nullable Object> Future<R> where(T value, Future<R> future) {
    return Gate.get()
        .bind(
            this, Objects.requireNonNull(value, "value"), Objects.requireNonNull(future, "future"));
  }

  /**
   * The value bound here, if any.
   *
   * @return the value, or {@code null} if none is bound
   */
  public @Nullable T getOrNull() {
    return Gate.get().bound(this);
  }

  /**
   * The value bound here.
   *
   * @return the value
   * @throws IllegalStateException if none is bound
   */
  public T get() {
    T value = getOrNull();
    if (value == null) {
      throw new IllegalStateException(
          "Task-local '" + name + "' has no value here; run this inside " + name + ".where(…).");
    }
    return value;
  }

  @Override
  public String toString() {
    return "TaskLocal[" + name + "]";
  }
}

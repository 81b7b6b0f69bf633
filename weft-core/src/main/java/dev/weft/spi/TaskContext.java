package dev.weft.spi;

import dev.weft.Context;
import dev.weft.codegen.PollContext;

/** The context of a task on a runtime. */
public abstract class TaskContext extends PollContext {

  /** Creates the context of a task. */
  protected TaskContext() {}

  /**
   * What the polling thread offers.
   *
   * @return the services of the place where this poll runs; valid during this poll
   */
  public abstract Services services();

  /**
   * Reads what a wake and the next poll will read first, so that this is in the cache by then. Any
   * thread, at any time; it changes nothing.
   *
   * @return a value without meaning, for the caller to use, so that the reads are not left out
   */
  public int touch() {
    return 0;
  }

  /**
   * The services behind a future's context.
   *
   * @param cx the context of a poll
   * @return the services of its place
   * @throws IllegalStateException if the poll runs outside any runtime
   */
  public static Services services(Context cx) {
    if (PollContext.of(cx) instanceof TaskContext task) {
      return task.services();
    }
    cx.runtime(); // throws, and says what to do
    throw new IllegalStateException(
        "The context " + cx + " is not one of Weft's own; wrap it with Context.withWaker instead.");
  }
}

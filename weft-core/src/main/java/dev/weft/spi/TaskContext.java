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

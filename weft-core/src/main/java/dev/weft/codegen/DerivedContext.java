package dev.weft.codegen;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.Weft;
import java.util.Objects;

/** The context of a task with the waker of a combinator. */
record DerivedContext(PollContext task, Waker waker) implements Context {

  @Override
  public Weft runtime() {
    return task.runtime();
  }

  @Override
  public Context withWaker(Waker waker) {
    return new DerivedContext(task, Objects.requireNonNull(waker, "waker"));
  }
}

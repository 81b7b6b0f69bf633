package dev.weft;

import java.util.Objects;

/** A context that knows a waker and nothing else. */
record PlainContext(Waker waker) implements Context {

  @Override
  public Weft runtime() {
    throw new IllegalStateException(
        "This future needs a Weft runtime (timers, sockets, spawn), but it is polled outside one;"
            + " run it with Weft.blockOn(future) or spawn it.");
  }

  @Override
  public Context withWaker(Waker waker) {
    return new PlainContext(Objects.requireNonNull(waker, "waker"));
  }
}

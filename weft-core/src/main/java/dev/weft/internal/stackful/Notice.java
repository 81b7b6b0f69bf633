package dev.weft.internal.stackful;

import dev.weft.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Something to be said once. */
final class Notice {

  private final AtomicBoolean said = new AtomicBoolean();
  private final Consumer<String> sink;

  Notice(Consumer<String> sink) {
    this.sink = sink;
  }

  /**
   * Says how async blocks run that weren't compiled; at the first call only.
   *
   * @param first one of them: it may well be a library's and not the user's
   */
  void uncompiled(String mode, Future<?> first) {
    if (!said.getPlain()
        && said.compareAndSet(false, true)) { // plain: a stale false only costs time
      sink.accept(
          "Async blocks that the Weft compiler plugin did not compile run on virtual threads ("
              + mode
              + "), with the same results; the first is the "
              + first
              + ". To compile them to state machines, put weft-compiler on javac's processor path.");
    }
  }
}

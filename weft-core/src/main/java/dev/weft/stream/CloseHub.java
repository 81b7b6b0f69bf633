package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The end of one of a hub's consumers: items that were its alone are discarded, and with the last
 * consumer the source is closed.
 */
final class CloseHub extends StreamFuture<Void> {

  private final AsyncStream<?> source;
  private final Predicate<List<Object>> detach; // adds what to discard; whether this was the last
  private final Crew discarding = new Crew();
  private boolean detached;
  private boolean last;
  private @Nullable Quit quit;

  CloseHub(AsyncStream<?> source, Predicate<List<Object>> detach) {
    this.source = source;
    this.detach = detach;
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    detach();
    if (!discarding.stopped(cx)) {
      return RawFuture.PENDING;
    }
    if (last) {
      try {
        if (quitting().poll(cx) == RawFuture.PENDING) {
          return RawFuture.PENDING;
        }
      } catch (Throwable failure) {
        discarding.addTrouble(failure);
      }
    }
    Throwable trouble = discarding.takeTrouble();
    if (trouble != null) {
      throw Codegen.<RuntimeException>sneak(trouble);
    }
    return null;
  }

  private void detach() {
    if (!detached) {
      detached = true;
      List<Object> untaken = new ArrayList<>();
      last = detach.test(untaken);
      untaken.forEach(discarding::discard);
    }
  }

  private Quit quitting() {
    Quit now = quit;
    if (now == null) {
      now = new Quit(source);
      quit = now;
    }
    return now;
  }

  @Override
  boolean leave() {
    detach();
    return !last && discarding.isEmpty();
  }
}

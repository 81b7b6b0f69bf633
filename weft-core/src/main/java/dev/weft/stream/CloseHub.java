package dev.weft.stream;

import dev.weft.Context;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The end of one of a hub's consumers; with the last of them the source is closed. */
final class CloseHub extends StreamFuture<Void> {

  private final AsyncStream<?> source;
  private final BooleanSupplier detach; // whether this was the last one; the same when repeated
  private @Nullable Quit quit;

  CloseHub(AsyncStream<?> source, BooleanSupplier detach) {
    this.source = source;
    this.detach = detach;
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    return leave() ? null : quitting().poll(cx);
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
    return quit == null && !detach.getAsBoolean();
  }
}

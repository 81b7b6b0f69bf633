package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.internal.cleanup.Trouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The end of a consumer: items that nobody takes any more are closed, and then maybe a source. */
final class CloseRest extends StreamFuture<Void> {

  /*
   * A cancel begins the close if nobody has. If there is something to close the owner polls to the end
   * then, since nobody could make up for it.
   */

  /** What is to be closed; the source if this was its last consumer. */
  record Rest(Leftovers items, @Nullable AsyncStream<?> source) {}

  private final Supplier<Rest> detach; // called once
  private @Nullable Rest rest;
  private boolean closed; // the items
  private @Nullable Quit quit;
  private @Nullable Throwable trouble;

  CloseRest(Supplier<Rest> detach) {
    this.detach = detach;
  }

  private Rest rest() {
    Rest now = rest;
    if (now == null) {
      now = detach.get();
      rest = now;
    }
    return now;
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    Rest now = rest();
    if (!closed) {
      if (!now.items().areClosed(cx)) {
        return PENDING;
      }
      closed = true;
      trouble = now.items().takeTrouble();
    }
    if (now.source() != null && !hasQuit(now.source(), cx)) {
      return PENDING;
    }
    if (trouble != null) {
      throw Codegen.<RuntimeException>sneak(trouble);
    }
    return null;
  }

  private boolean hasQuit(AsyncStream<?> source, Context cx) {
    if (quit == null) {
      quit = new Quit(source);
    }
    try {
      return quit.poll(cx) != PENDING;
    } catch (Throwable failure) {
      trouble = Trouble.add(trouble, failure);
      return true;
    }
  }

  @Override
  boolean leave() {
    Rest now = rest();
    return now.source() == null && now.items().isEmpty() && trouble == null;
  }
}

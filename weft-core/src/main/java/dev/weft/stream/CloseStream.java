package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.internal.cleanup.Trouble;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The close of an operator: what it runs is stopped and waited for, then its sources are closed.
 */
final class CloseStream extends StreamFuture<Void> {

  /*
   * A cancel begins the close if nobody has, and then changes nothing: the owner polls to the end, since
   * nobody could make up for it.
   */

  private final Operator<?> stream;
  private final Iterator<? extends AsyncStream<?>> sources;
  private boolean begun;
  private boolean stopped;
  private @Nullable Quit current;
  private @Nullable Throwable trouble;

  CloseStream(Operator<?> stream, List<? extends AsyncStream<?>> sources) {
    this.stream = stream;
    this.sources = sources.iterator();
  }

  private void begin() {
    if (!begun) {
      begun = true;
      stream.shut();
    }
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    begin();
    if (!stopped) {
      if (!stream.stopped(cx)) {
        return PENDING;
      }
      stopped = true;
      trouble = stream.takeFailure();
    }
    while (current != null || sources.hasNext()) {
      if (current == null) {
        current = new Quit(sources.next());
      }
      try {
        if (current.poll(cx) == PENDING) {
          return PENDING;
        }
      } catch (Throwable failure) {
        trouble = Trouble.add(trouble, failure);
      }
      current = null;
    }
    if (trouble != null) {
      throw Codegen.<RuntimeException>sneak(trouble);
    }
    return null;
  }

  @Override
  boolean leave() {
    begin();
    return false;
  }
}

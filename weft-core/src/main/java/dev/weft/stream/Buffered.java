package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A stream that asks its source for some items more than it was asked for. */
final class Buffered<T> extends Operator<T> {

  /*
   * Each poll takes from the source what it has, up to the size of the buffer, so that the source is
   * at work on the next item while the consumer is on this one. A failure waits behind the items that
   * came before it. While user code below the source holds the turn, nothing is given: the consumer's
   * code would run beside it.
   */

  private final AsyncStream<T> source;
  private final int size;
  private final ArrayDeque<Object> items = new ArrayDeque<>();
  private boolean sourceEnded;
  private @Nullable Throwable broken;

  Buffered(AsyncStream<T> source, int size) {
    super(source);
    this.source = source;
    this.size = size;
  }

  @Override
  @Nullable Object step(Context cx) throws Exception {
    fill(cx);
    if (turnHeld(cx)) {
      return RawFuture.PENDING;
    }
    Object item = items.poll();
    if (item != null || !sourceEnded) {
      return item == null ? RawFuture.PENDING : item;
    }
    if (broken != null) {
      throw Codegen.<RuntimeException>sneak(broken);
    }
    return null;
  }

  private void fill(Context cx) {
    PollContext task = PollContext.of(cx);
    while (!sourceEnded && items.size() < size) {
      Object item;
      try {
        item = source.pollNext(cx);
      } catch (Throwable failure) {
        sourceEnded = true;
        broken = failure;
        return;
      }
      if (item == RawFuture.PENDING) {
        return;
      }
      if (item == null) {
        sourceEnded = true;
        return;
      }
      items.add(item);
      if (task != null) {
        task.spend();
        if (!task.hasBudget()) {
          return;
        }
      }
    }
  }

  @Override
  boolean leave() {
    return sourceEnded || super.leave();
  }

  @Override
  void stop() {
    super.stop();
    items.forEach(crew()::discard);
    items.clear();
  }
}

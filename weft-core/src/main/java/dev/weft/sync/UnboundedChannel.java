package dev.weft.sync;

import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/** A channel that takes all: its queue alone decides what was sent and when it is closed. */
final class UnboundedChannel<T> extends Channel<T> {

  private volatile boolean refusing; // only a hint for isClosed; the queue decides

  UnboundedChannel(SegmentQueue<T> queue) {
    super(queue);
  }

  boolean put(T message) {
    if (queue.offer(message)) {
      receiving.wake();
      return true;
    }
    return false;
  }

  @Override
  Object next(@Nullable Context cx) {
    return queue.poll();
  }

  @Override
  void refuse() {
    queue.close();
    refusing = true;
  }

  @Override
  boolean isRefusing() {
    return refusing;
  }

  @Override
  boolean isFinished() {
    return refusing;
  }
}

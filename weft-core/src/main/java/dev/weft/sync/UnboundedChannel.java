package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** A channel that takes all: its queue alone decides what was sent and when it is closed. */
final class UnboundedChannel<T> extends Channel<T> {

  private volatile boolean refusing; // only a hint for isClosed; the queue decides

  private final SegmentQueue<T> queue;
  private final WakerSlot receiving = new WakerSlot();

  UnboundedChannel(SegmentQueue<T> queue) {
    this.queue = queue;
  }

  boolean put(T message) {
    if (queue.offer(message)) {
      receiving.wake();
      return true;
    }
    return false;
  }

  @Override
  Object tryTake() {
    return queue.poll();
  }

  @Override
  @Nullable Object take(@Nullable Context cx) {
    Object next = queue.poll();
    return next == SegmentQueue.EMPTY || next == SegmentQueue.CLOSED ? null : next;
  }

  @Override
  @Nullable Object tryRecv(Context cx) {
    Object next = queue.poll();
    if (next == SegmentQueue.EMPTY) {
      return LeafFuture.PENDING;
    }
    return next == SegmentQueue.CLOSED ? null : next;
  }

  @Override
  @Nullable Object pollRecv(Context cx) {
    Object next = queue.poll();
    if (next == SegmentQueue.EMPTY) {
      receiving.register(cx.waker());
      next = queue.poll(); // it may have come before the waker was there
      if (next == SegmentQueue.EMPTY) {
        return LeafFuture.PENDING;
      }
      receiving.clear();
    }
    return next == SegmentQueue.CLOSED ? null : next;
  }

  @Override
  void cancelRecv() {
    receiving.clear();
  }

  @Override
  int size() {
    return queue.size();
  }

  @Override
  void refuse() {
    queue.close();
    refusing = true;
    receiving.wake();
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

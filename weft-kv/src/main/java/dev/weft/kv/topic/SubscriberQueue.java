package dev.weft.kv.topic;

import static dev.weft.codegen.RawFuture.PENDING;

import dev.weft.Context;
import dev.weft.Waker;
import java.util.ArrayDeque;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The messages that wait for the consumer of one subscription. */
final class SubscriberQueue<M> {

  /*
   * State, all under the lock of this object, which is held for a few steps and never around foreign
   * code but the size of a message: the waker is called after it was released.
   *
   *   open ──close──> closed: takes nothing more; what is in it still comes, then the end
   *
   * `bytes` is the sum of the sizes of what is in `messages`; a message must therefore always have the
   * same size. `waker` is that of a consumer that found nothing, until it is called.
   *
   * Why no channel of dev.weft.sync: the oldest messages have to leave on the publisher's side, and the
   * limit counts bytes as well.
   */

  private final SubscriberOptions options;
  private final ToLongFunction<? super M> sizeOf;
  private final ArrayDeque<M> messages = new ArrayDeque<>(1);
  private long bytes;
  private long dropped;
  private boolean closed;
  private @Nullable Waker waker;

  SubscriberQueue(SubscriberOptions options, ToLongFunction<? super M> sizeOf) {
    this.options = options;
    this.sizeOf = sizeOf;
  }

  /** Takes a message; returns how many others it dropped for that, or -1 if it has no room. */
  int offer(M message) {
    Waker waiting;
    int gone = 0;
    synchronized (this) {
      if (closed) {
        return -1;
      }
      long size = sizeOf.applyAsLong(message);
      while (!hasRoom(size)) {
        if (options.whenFull() == SlowSubscriber.DISCONNECT) {
          return -1;
        }
        bytes -= sizeOf.applyAsLong(messages.remove());
        gone++;
      }
      messages.add(message);
      bytes += size;
      dropped += gone;
      waiting = waker;
      waker = null;
    }
    if (waiting != null) {
      waiting.wake();
    }
    return gone;
  }

  private boolean hasRoom(long size) {
    return messages.isEmpty()
        || (messages.size() < options.messages() && size <= options.bytes() - bytes);
  }

  /** The next message, null at the end, or PENDING. */
  synchronized @Nullable Object poll(Context cx) {
    M message = messages.poll();
    if (message != null) {
      bytes -= sizeOf.applyAsLong(message);
      return message;
    }
    if (closed) {
      return null;
    }
    waker = cx.waker();
    return PENDING;
  }

  synchronized void forget() {
    waker = null;
  }

  void close() {
    Waker waiting;
    synchronized (this) {
      closed = true;
      waiting = waker;
      waker = null;
    }
    if (waiting != null) {
      waiting.wake();
    }
  }

  synchronized int size() {
    return messages.size();
  }

  synchronized long dropped() {
    return dropped;
  }
}

package dev.weft.sync;

import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/**
 * What the two kinds of channel with one receiver have in common. The consumer is whoever uses the
 * receiver.
 */
abstract class Channel<T> extends Senders {

  /**
   * Looks for the next message and registers for it if there is none: the message, null at the end,
   * or PENDING.
   */
  abstract @Nullable Object pollRecv(Context cx);

  /** Looks for the next message and registers for nothing: as {@link #pollRecv} answers. */
  abstract @Nullable Object tryRecv(Context cx);

  /** Forgets what {@link #pollRecv} registered. */
  abstract void cancelRecv();

  /** The next message if it is there; {@code cx} is the context of its poll, if it is in one. */
  abstract @Nullable Object take(@Nullable Context cx);

  /** The next message, EMPTY or CLOSED, as in {@link SegmentQueue}. */
  abstract Object tryTake();

  /** How many messages are in the channel. */
  abstract int size();

  /** Whether nothing can be added any more. */
  abstract boolean isFinished();
}

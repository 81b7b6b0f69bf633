package dev.weft.sync;

import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future that is its own place in a {@link WaitQueue}, so that waiting costs no further object.
 * The fields belong to the queue and are guarded by its monitor; in a batch of woken nodes they
 * belong to the thread that wakes.
 */
abstract class WaitNode<T extends @Nullable Object> extends LeafFuture<T> {
  @Nullable WaitNode<?> previous;
  @Nullable WaitNode<?> next;
  @Nullable Waker waker;
}

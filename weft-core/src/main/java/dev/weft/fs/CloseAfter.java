package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/**
 * A release that comes after an operation that may still be under way, and whatever became of it.
 */
final class CloseAfter extends LeafFuture<Void> {

  private final CloseOp release;
  private @Nullable FileOp<?> before;

  CloseAfter(@Nullable FileOp<?> before, CloseOp release) {
    this.before = before;
    this.release = release;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    FileOp<?> current = before;
    if (current != null && !current.cancel()) {
      try {
        if (current.pollRaw(cx) == PENDING) {
          return PENDING;
        }
      } catch (Exception | Error unwanted) {
        // Nobody asks for its result any more.
      }
    }
    before = null;
    return release.pollRaw(cx);
  }

  @Override
  protected boolean cancelLeaf() {
    if (before == null) {
      return release.cancel();
    }
    return false; // what is under way ends, and the release comes after it
  }
}

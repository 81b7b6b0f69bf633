package dev.weft.internal.combine;

import dev.weft.AsyncCloseable;
import dev.weft.Future;

/** Something whose close has to be waited for. */
final class SlowResource implements AsyncCloseable {

  final Script<Void> closing = Script.after(2, null);

  @Override
  public Future<Void> closeAsync() {
    return closing;
  }

  @Override
  public void close() {
    throw new AssertionError("A close that waits was called on a worker.");
  }
}

package dev.weft.interop;

import dev.weft.Context;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;
import dev.weft.codegen.Shared;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** A stage that many may await. */
final class SharedStage<T extends @Nullable Object> implements Shared<T> {

  /*
   * Awaited or spawned, each gets a wait of its own. Polled by hand, there is nobody to cancel a wait; it
   * is then that of the waker, one however often it polls, until the stage completes.
   */

  private final StageHub<T> hub;
  private final IdentityHashMap<Waker, StageWait<T>> byHand = new IdentityHashMap<>(2);

  SharedStage(StageHub<T> hub) {
    this.hub = hub;
  }

  @Override
  public RawFuture<T> newWait() {
    return new StageWait<>(hub, false);
  }

  @Override
  public synchronized Poll<T> poll(Context cx) throws Exception {
    StageWait<T> wait = byHand.computeIfAbsent(cx.waker(), waker -> new StageWait<>(hub, false));
    boolean pending = false;
    try {
      Poll<T> answer = wait.poll(cx);
      pending = !answer.isReady();
      return answer;
    } finally {
      if (!pending) {
        byHand.remove(cx.waker());
      }
    }
  }

  @Override
  public String toString() {
    return "shared " + hub;
  }
}

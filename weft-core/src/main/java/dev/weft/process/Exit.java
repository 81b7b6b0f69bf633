package dev.weft.process;

import dev.weft.Context;
import dev.weft.Waker;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The end of a process, which any number of tasks of any runtimes wait for. */
final class Exit {

  /*
   * A waiter stores its waker, joins the set and then looks at `status`; the JDK's thread sets `status`
   * and then looks at the set. All are volatile or in a concurrent set, so one of them sees the other.
   */

  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private volatile @Nullable ExitStatus status;

  Exit(Process process) {
    CompletableFuture<Void> _ =
        process.onExit().thenAccept(ended -> ended(new ExitStatus(ended.exitValue())));
  }

  private void ended(ExitStatus how) {
    status = how;
    for (Wait wait : waits) {
      wait.waker.wake();
    }
    waits.clear(); // Who has joined since sees the status.
  }

  @Nullable ExitStatus status() {
    return status;
  }

  /** The status, or {@code null} if pending. */
  @Nullable ExitStatus poll(Wait wait, Context cx) {
    ExitStatus now = status;
    if (now == null) {
      wait.waker = cx.waker();
      waits.add(wait);
      now = status;
    }
    if (now != null) {
      waits.remove(wait);
    }
    return now;
  }

  void forget(Wait wait) {
    waits.remove(wait);
  }

  /** One who waits. */
  static final class Wait {
    private volatile Waker waker = Waker.noop();
  }
}

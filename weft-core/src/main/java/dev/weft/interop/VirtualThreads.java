package dev.weft.interop;

import dev.weft.Future;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Blocking calls on the JDK's virtual threads, as futures. The other direction needs no adapter: a
 * virtual thread calls {@link dev.weft.Weft#blockOn} or {@link dev.weft.Async#await}, which park it
 * and can be interrupted.
 *
 * {@snippet class="dev.weft.snippets.InteropSnippets" region="virtual"}
 */
public final class VirtualThreads {

  private VirtualThreads() {}

  /**
   * A call that runs on a new virtual thread of the JDK's scheduler, away from the runtime's
   * workers. Unlike {@link dev.weft.Async#stackful} it may compute for long, since it keeps no
   * worker; it needs no runtime, and inside it there is none.
   *
   * <p><em>Cancellation:</em> before the first poll the call never runs; later its thread is
   * interrupted, once, and the future completes when the call has ended. A value that it still
   * returns counts.
   *
   * @param call what to run
   * @param <T> type of its result
   * @return its result
   */
  public static <T extends @Nullable Object> Future<T> call(Callable<T> call) {
    return new ThreadCall<>(Objects.requireNonNull(call, "call"));
  }
}

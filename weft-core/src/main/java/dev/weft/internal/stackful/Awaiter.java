package dev.weft.internal.stackful;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.UserFrames;
import dev.weft.internal.task.PollSite;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What {@code await} does where the compiler plugin hasn't replaced it. */
public final class Awaiter {

  private Awaiter() {}

  /**
   * Awaits: in a stackful block by suspending it; on any other thread by driving the future there,
   * which parks a virtual thread and blocks a plain one. Interrupted while it drives, it cancels
   * the future and goes on until that has completed; a value that it still returns is returned,
   * with the interrupt status set.
   *
   * @throws Exception the very exception that the future failed with
   * @throws InterruptedException if the thread was interrupted while it drove the future
   * @throws IllegalStateException in the middle of a task's poll, whose worker it would stall
   */
  public static <T extends @Nullable Object> T await(Future<T> future) throws Exception {
    StackfulBlock<?> block = StackfulBlock.currentBlock();
    if (block != null) {
      return block.await(future);
    }
    PollSite site = PollSite.current();
    if (site != null) {
      throw refusal(site);
    }
    return new Drive<>(future).run();
  }

  /** Awaits the end of a close. */
  public static void awaitClose(AsyncCloseable resource) throws IOException {
    try {
      Void _ = await(resource.closeAsync());
    } catch (Exception failure) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }

  private static IllegalStateException refusal(PollSite site) {
    String method =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> UserFrames.isUser(frame.getClassName()))
                        .findFirst()
                        .map(frame -> frame.toStackTraceElement().toString())
                        .orElse("await"));
    return new IllegalStateException(
        method
            + " awaits outside any block inside "
            + (site.task() == null ? "a Weft worker" : site.task())
            + " on "
            + Thread.currentThread().getName()
            + ", which it would stall; await inside async or stackful, or move the call to"
            + " spawnBlocking.");
  }
}

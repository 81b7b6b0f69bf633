package dev.weft;

import dev.weft.internal.gate.Gate;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What everyday code is written with. Import it statically:
 *
 * {@snippet class="dev.weft.snippets.AsyncSnippets" region="total"}
 *
 * <p>Methods that return a {@link Future} do nothing until it is awaited, spawned or otherwise
 * polled.
 */
public final class Async extends RaceMethods {

  private Async() {}

  /**
   * An async block: code that may {@link #await}. Compiled by the Weft plugin it becomes a state
   * machine; otherwise it runs stackful on a virtual thread, with the same results.
   *
   * <p><em>Cancellation:</em> before the first poll the body never runs; later the await at which
   * it is throws {@link Cancellation}.
   *
   * @param body the code
   * @param <T> type of its value
   * @return a future of its value
   */
  public static <T extends @Nullable Object> Future<T> async(AsyncBody<T> body) {
    return Gate.get().async(Objects.requireNonNull(body, "body"));
  }

  /**
   * An async block without a value; see {@link #async(AsyncBody)}.
   *
   * @param body the code
   * @return completes when the code has
   */
  public static Future<Void> async(AsyncAction body) {
    return Gate.get().async(Objects.requireNonNull(body, "body"));
  }

  /**
   * A block that always runs on a virtual thread, so that methods far below it may {@link #await}.
   *
   * <p><em>Cancellation:</em> as for {@link #async(AsyncBody)}; a blocking call of the JDK inside
   * it is interrupted once.
   *
   * @param body the code
   * @param <T> type of its value
   * @return a future of its value
   */
  public static <T extends @Nullable Object> Future<T> stackful(StackfulBody<T> body) {
    return Gate.get().stackful(Objects.requireNonNull(body, "body"));
  }

  /**
   * A stackful block without a value; see {@link #stackful(StackfulBody)}.
   *
   * @param body the code
   * @return completes when the code has
   */
  public static Future<Void> stackful(StackfulAction body) {
    Objects.requireNonNull(body, "body");
    return Gate.get().stackful(body);
  }

  /**
   * Waits for a future without holding the thread, and returns its value.
   *
   * <p>Inside a block it suspends the block. Outside any block it parks a virtual thread; on a
   * plain thread it blocks and drives the future there; on a Weft worker it is refused, since it
   * would stall the worker.
   *
   * @param future what to wait for
   * @param <T> type of its value
   * @return its value
   * @throws Exception the very exception that the future failed with
   * @throws Cancellation if the block that awaits is cancelled
   * @throws IllegalStateException on a Weft worker outside any block
   */
  public static <T extends @Nullable Object> T await(Future<T> future) throws Exception {
    return Gate.get().await(Objects.requireNonNull(future, "future"));
  }

  /**
   * {@link #await} for lambdas that may not throw checked exceptions; one is thrown all the same,
   * as the same object.
   *
   * @param future what to wait for
   * @param <T> type of its value
   * @return its value
   */
  public static <T extends @Nullable Object> T awaitUnchecked(Future<T> future) {
    try {
      return await(future);
    } catch (Exception failure) {
      throw Async.<RuntimeException>sneak(failure);
    }
  }

  /**
   * Completes after a time, never early.
   *
   * <p><em>Cancellation:</em> nothing is lost.
   *
   * @param duration zero or less completes at the first poll; a very long one never does
   * @return completes when the time has passed, counted from its first poll
   */
  @CancelSafe
  public static Future<Void> sleep(Duration duration) {
    return Gate.get().sleep(Objects.requireNonNull(duration, "duration"));
  }

  /**
   * Lets other tasks run first.
   *
   * @return completes when the task is polled again, behind those that were waiting
   */
  @CancelSafe
  public static Future<Void> yieldNow() {
    return Gate.get().yieldNow();
  }

  /**
   * Limits the time that a future may take, counted from the first poll. When it is up, the future
   * is cancelled; the failure is thrown only after it has cleaned up. A value that it still returns
   * counts.
   *
   * @param limit zero or less still polls the future once
   * @param future what to limit
   * @param <T> type of its value
   * @return its value, or failure with {@link java.util.concurrent.TimeoutException}
   */
  public static <T extends @Nullable Object> Future<T> timeout(Duration limit, Future<T> future) {
    return Gate.get()
        .timeout(Objects.requireNonNull(limit, "limit"), Objects.requireNonNull(future, "future"));
  }

  /**
   * Starts a task on the current runtime.
   *
   * @param future what it runs
   * @param <T> type of its result
   * @return its handle
   * @throws IllegalStateException outside any runtime, or if the future was spawned before
   */
  public static <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    return Gate.get().spawn(Objects.requireNonNull(future, "future"));
  }

  /**
   * Runs a blocking call on the current runtime's pool for such calls; see {@link
   * Weft#spawnBlocking}.
   *
   * @param call what to run
   * @param <T> type of its result
   * @return its handle
   * @throws IllegalStateException outside any runtime
   */
  public static <T extends @Nullable Object> JoinHandle<T> spawnBlocking(Callable<T> call) {
    return Weft.current().spawnBlocking(Objects.requireNonNull(call, "call"));
  }

  /**
   * Runs a blocking call right here, after seeing to it that the other tasks of this worker go on
   * elsewhere. Calls may be nested; outside a worker it just calls.
   *
   * @param call what to run
   * @param <T> type of its result
   * @return its result
   * @throws Exception its failure
   * @throws IllegalStateException on a runtime with one thread, where nobody could go on
   */
  public static <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception {
    return Gate.get().blockInPlace(Objects.requireNonNull(call, "call"));
  }

  /**
   * Runs a block whose child tasks end with it: a normal return waits for all of them, any failure
   * cancels the rest and is thrown, further failures suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels the body and all children and waits for their clean-up.
   *
   * @param body gets the scope to spawn children in
   * @param <T> type of its value
   * @return the body's value, once no child runs any more
   */
  public static <T extends @Nullable Object> Future<T> scope(AsyncFunction<Scope, T> body) {
    return Gate.get().scope(Objects.requireNonNull(body, "body"));
  }

  // The cast is erased: any throwable passes through as it is.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E sneak(Throwable failure) throws E {
    throw (E) failure;
  }
}

package dev.weft.coroutine;

import dev.weft.codegen.Codegen;
import dev.weft.internal.stackful.Abandoned;
import dev.weft.internal.stackful.CoroutineBlock;
import dev.weft.internal.stackful.SystemVirtualThreads;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An asymmetric coroutine: resuming it passes a value in and runs its body until that yields a
 * value or returns one. Control always comes back to who has resumed it.
 *
 * {@snippet class="dev.weft.snippets.CoroutineSnippets" region="coroutine"}
 *
 * <p>It runs once. Closing it before its end throws a {@link dev.weft.Cancellation} at the yield
 * where the body rests, so that its {@code finally} blocks run before {@code close} returns. One
 * that is abandoned is ended on some thread once it is garbage, unless its own body refers to it.
 *
 * <p><em>Cancellation:</em> resuming and closing are plain calls for a task that is cancelled: the
 * cancellation comes at the task's next await. In a stackful task resuming is an await only as far
 * as the body itself waits, as for a {@link Generator}: then a task that is cancelled cancels the
 * body.
 *
 * <p><em>Threads:</em> any thread may resume it, one at a time.
 *
 * @param <I> type of what is passed in
 * @param <O> type of what comes out
 */
public final class Coroutine<I extends @Nullable Object, O extends @Nullable Object>
    implements AutoCloseable {

  // The body sees the block only: once nobody uses this object, it is garbage and the block closed.

  private final CoroutineBlock block;
  private final Runnable forget;

  Coroutine(SystemVirtualThreads threads, Body<I, O> body) {
    Objects.requireNonNull(body, "body");
    block = new CoroutineBlock(threads, "coroutine", body, (self, first) -> run(body, self, first));
    forget = Abandoned.watch(this, block);
  }

  /**
   * Makes a coroutine; nothing runs yet.
   *
   * @param body its code
   * @param <I> type of what is passed in
   * @param <O> type of what comes out
   * @return a coroutine that hasn't started
   */
  public static <I extends @Nullable Object, O extends @Nullable Object> Coroutine<I, O> of(
      Body<I, O> body) {
    return new Coroutine<>(SystemVirtualThreads.get(), body);
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // resume passes nothing but an I
  private static <I extends @Nullable Object, O extends @Nullable Object> Step<O> run(
      Body<I, O> body, CoroutineBlock self, @Nullable Object first) throws Exception {
    Yielder<I, O> out = value -> (I) self.yield(new Yielded<>(value));
    return new Returned<>(body.run(out, (I) first));
  }

  /**
   * Runs the body until it yields or returns.
   *
   * @param input the argument of the body at the first time, then the result of its yield
   * @return what it has yielded, or what it has returned, after which it has ended
   * @throws Exception the very exception that the body has thrown, which ends it
   * @throws IllegalStateException if it has ended, or runs already: on another thread, or since it
   *     is its own body that resumes it
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // that is all that run lets out
  public Step<O> resume(I input) throws Exception {
    try {
      return (Step<O>) block.next(input);
    } finally {
      settle();
    }
  }

  /**
   * Whether it has returned, thrown or been closed.
   *
   * @return true if it can't be resumed any more
   */
  public boolean isEnded() {
    return block.isEnded();
  }

  /**
   * Ends it: its clean-up runs, and what that throws is thrown here as it is, also if it is
   * checked. Does nothing at the end or a second time.
   *
   * @throws IllegalStateException if it runs, or goes on yielding
   */
  @Override
  public void close() {
    try {
      block.close();
    } catch (Exception failure) {
      throw Codegen.<RuntimeException>sneak(failure);
    } finally {
      settle();
    }
  }

  private void settle() {
    try {
      if (block.isEnded()) {
        forget.run();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public String toString() {
    return block.toString();
  }

  /**
   * The code of a coroutine.
   *
   * @param <I> type of what is passed in
   * @param <O> type of what comes out
   */
  @FunctionalInterface
  public interface Body<I extends @Nullable Object, O extends @Nullable Object> {

    /**
     * Runs the coroutine.
     *
     * @param out yields
     * @param first what the first resume has passed in
     * @return the last value
     * @throws Exception what the resumer gets
     */
    O run(Yielder<I, O> out, I first) throws Exception;
  }

  /**
   * The body's way out.
   *
   * @param <I> type of what is passed in
   * @param <O> type of what comes out
   */
  public interface Yielder<I extends @Nullable Object, O extends @Nullable Object> {

    /**
     * Hands a value to the resumer and rests until the next resume.
     *
     * @param value what this resume returns
     * @return what the next one passes in
     * @throws dev.weft.Cancellation if the coroutine is closed instead
     * @throws IllegalStateException outside the body, or while it is being closed
     */
    @SuppressWarnings("NamedLikeContextualKeyword") // always called on a receiver
    I yield(O value);
  }

  /**
   * How a run of the body has stopped.
   *
   * @param <O> type of what comes out
   */
  public sealed interface Step<O extends @Nullable Object> {

    /**
     * What came out.
     *
     * @return the value yielded or returned
     */
    O value();
  }

  /**
   * The body has yielded and can be resumed.
   *
   * @param value what it has yielded
   * @param <O> type of what comes out
   */
  public record Yielded<O extends @Nullable Object>(O value) implements Step<O> {}

  /**
   * The body has returned.
   *
   * @param value what it has returned
   * @param <O> type of what comes out
   */
  public record Returned<O extends @Nullable Object>(O value) implements Step<O> {}
}

package dev.weft.actor;

import dev.weft.Cancellation;
import dev.weft.codegen.Codegen;
import dev.weft.sync.Oneshot;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The way back to who has asked; it may be kept and used after the handler has returned.
 *
 * <p><em>Threads:</em> any thread may answer; the first answer counts.
 *
 * @param <R> type of the answer
 */
public final class Reply<R extends @Nullable Object> {

  private record Failure(Throwable cause) {}

  private final Oneshot<@Nullable Object> channel = Oneshot.create();
  private boolean answered; // guarded by this

  Reply() {}

  /**
   * Answers.
   *
   * @param answer what the ask returns
   * @return false if it was answered before, or who has asked waits no longer
   */
  public boolean send(R answer) {
    return answer(answer);
  }

  /**
   * Lets the ask fail.
   *
   * @param cause what it throws
   * @return false if it was answered before, or who has asked waits no longer
   */
  public boolean fail(Throwable cause) {
    return answer(new Failure(Objects.requireNonNull(cause, "cause")));
  }

  private synchronized boolean answer(@Nullable Object answer) {
    if (answered) {
      return false;
    }
    answered = true;
    return channel.sender().send(answer);
  }

  Oneshot.Receiver<@Nullable Object> receiver() {
    return channel.receiver();
  }

  /** Of another task: not the one that has asked was cancelled. */
  private static Throwable told(Throwable cause) {
    if (!(cause instanceof Cancellation)) {
      return cause;
    }
    var cancelled = new CancellationException("The task that was to answer was cancelled.");
    cancelled.initCause(cause);
    return cancelled;
  }

  static @Nullable Object value(@Nullable Object answer) {
    if (answer instanceof Failure(Throwable cause)) {
      throw Codegen.<RuntimeException>sneak(told(cause));
    }
    return answer;
  }
}

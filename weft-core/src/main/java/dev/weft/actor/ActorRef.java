package dev.weft.actor;

import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.sync.TrySend;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A running actor, as others see it.
 *
 * <p><em>Threads:</em> all methods may be called from any thread.
 *
 * @param <M> type of its messages
 */
public interface ActorRef<M> {

  /**
   * The actor's name.
   *
   * @return not necessarily unique
   */
  String name();

  /**
   * Sends a message, waiting in line for room in the mailbox from the first poll on.
   *
   * <p><em>Cancellation:</em> safe; the message wasn't sent.
   *
   * @param message not null
   * @return completes when the mailbox has it; failure with {@link dev.weft.sync.ClosedException}
   *     if the actor has stopped, and with {@link IllegalStateException} if the actor's own handler
   *     would wait for room in its own full mailbox
   */
  @CancelSafe
  Future<Void> tell(M message);

  /**
   * Sends a message if there is room.
   *
   * @param message not null
   * @return whether the mailbox has it; otherwise the message
   */
  TrySend<M> tryTell(M message);

  /**
   * Sends a message that is answered.
   *
   * <p><em>Cancellation:</em> the answer is lost; a message that was sent is still handled.
   *
   * @param message makes the message from the way back
   * @param <R> type of the answer
   * @return the answer; failure with what the handler has thrown at that message, and with {@link
   *     dev.weft.sync.ClosedException} if the actor stops before it answers
   * @throws IllegalStateException in the actor's own handler, which would wait for itself
   */
  @CancelSafe(loses = "the answer")
  <R extends @Nullable Object> Future<R> ask(Function<? super Reply<R>, ? extends M> message);

  /**
   * Ends it after the message that it handles now. Those in the mailbox aren't handled: an {@link
   * #ask} fails with {@link dev.weft.sync.ClosedException}, and a message that is {@link
   * AutoCloseable} is closed before the actor has ended, by awaiting its close if it is an {@link
   * dev.weft.AsyncCloseable}. The same holds however the actor ends; a restart keeps the mailbox.
   * What a handler has begun with is the handler's to close.
   */
  void stop();

  /** Ends it now: cancels the handler at its await. */
  void abort();

  /**
   * Waits for its end, and that of its children. May be called often and by many.
   *
   * <p><em>Cancellation:</em> nothing is lost.
   *
   * @return how it has ended; failure with {@link IllegalStateException} in the actor's own
   *     handler, which would wait for itself
   */
  @CancelSafe
  Future<Termination> watch();
}

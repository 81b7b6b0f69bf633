package dev.weft.actor;

import dev.weft.Weft;
import java.util.Objects;
import java.util.function.Function;

/**
 * What an actor is made of; each start makes one of its own.
 *
 * {@snippet class="dev.weft.snippets.ActorSnippets" region="counter"}
 *
 * @param name for messages, need not be unique
 * @param behavior makes the handler, with the actor's state, at the start and at each restart
 * @param mailbox how many messages may wait, 1 or more
 * @param supervision what happens when a handler fails
 * @param <M> type of the messages, which are never null
 */
public record Actor<M>(
    String name,
    Function<? super ActorContext<M>, ? extends Handler<M>> behavior,
    int mailbox,
    Supervision supervision) {

  private static final int DEFAULT_MAILBOX = 64;

  /** Checks the values. */
  public Actor {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(behavior, "behavior");
    Objects.requireNonNull(supervision, "supervision");
    if (mailbox < 1) {
      throw new IllegalArgumentException("mailbox is " + mailbox + "; accepted is 1 or more.");
    }
  }

  /**
   * An actor with a mailbox of 64 messages that ends when its handler fails.
   *
   * @param name for messages
   * @param behavior makes the handler, with the actor's state
   * @param <M> type of the messages
   * @return what to start
   */
  public static <M> Actor<M> of(
      String name, Function<? super ActorContext<M>, ? extends Handler<M>> behavior) {
    return new Actor<>(name, behavior, DEFAULT_MAILBOX, Supervision.stop());
  }

  /**
   * The same with another mailbox.
   *
   * @param mailbox how many messages may wait, 1 or more
   * @return what to start
   */
  public Actor<M> withMailbox(int mailbox) {
    return new Actor<>(name, behavior, mailbox, supervision);
  }

  /**
   * The same with another supervision.
   *
   * @param supervision what happens when a handler fails
   * @return what to start
   */
  public Actor<M> withSupervision(Supervision supervision) {
    return new Actor<>(name, behavior, mailbox, supervision);
  }

  /**
   * Starts an actor without a parent.
   *
   * @param weft where it runs; closing that aborts it
   * @return the running actor
   */
  public ActorRef<M> start(Weft weft) {
    return ActorCell.start(this, weft, null);
  }
}

package dev.weft.actor;

/**
 * What an actor's own code sees of it.
 *
 * @param <M> type of its messages
 */
public interface ActorContext<M> {

  /**
   * The actor as others see it.
   *
   * @return to be given to others, and to tell itself
   */
  ActorRef<M> self();

  /**
   * Starts a child, which ends with this actor and with each restart of it.
   *
   * <p><em>Threads:</em> only from this actor's behavior and handler.
   *
   * @param child what to start
   * @param <C> type of the child's messages
   * @return the running child
   */
  <C> ActorRef<C> spawn(Actor<C> child);
}

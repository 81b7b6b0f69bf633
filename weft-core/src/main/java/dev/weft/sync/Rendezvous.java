package dev.weft.sync;

/**
 * A channel without room: a send completes when a receiver has taken its message, so that both know
 * where the other is.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="rendezvous"}
 *
 * <p>Both sides wait first come, first served. A send that is cancelled before its message is taken
 * has sent nothing; one whose message was taken can't be cancelled any more and completes. {@link
 * Mpsc.Sender#trySend} succeeds only if a receiver waits; should that one give up before it gets
 * the message, the next receives it.
 *
 * @param <T> type of the messages, which are never null
 */
public final class Rendezvous<T> {

  private final Mpsc.Sender<T> sender;
  private final Mpmc.Receiver<T> receiver;

  private Rendezvous(SharedChannel<T> channel) {
    sender = new SharedTx<>(channel);
    receiver = new SharedRx<>(channel);
  }

  /**
   * Creates a channel.
   *
   * @param <T> type of the messages, which are never null
   * @return an open channel
   */
  public static <T> Rendezvous<T> create() {
    return new Rendezvous<>(new SharedChannel<>(0));
  }

  /**
   * The first sender; copy it for others, or share it.
   *
   * @return always the same object
   */
  public Mpsc.Sender<T> sender() {
    return sender;
  }

  /**
   * The first receiver; copy it for others, or share it.
   *
   * @return always the same object
   */
  public Mpmc.Receiver<T> receiver() {
    return receiver;
  }
}

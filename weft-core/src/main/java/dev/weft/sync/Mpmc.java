package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A channel from many senders to many receivers, each message to one of them: jobs for a number of
 * workers.
 *
 * <p>Senders wait while the channel is full, and receivers while it is empty, both first come,
 * first served. A message stays in the channel until the poll of a receive returns it, so that a
 * receive which is cancelled leaves it for the next in line.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="mpmc"}
 *
 * <p>For one receiver {@link Mpsc} is quicker; where each is to see every message there is {@link
 * Broadcast}; to hand messages over without keeping any there is {@link Rendezvous}.
 */
public final class Mpmc {

  private Mpmc() {}

  /**
   * Creates a channel with room for so many messages.
   *
   * @param capacity 1 or more
   * @param <T> type of the messages, which are never null
   * @return its two sides
   * @throws IllegalArgumentException if {@code capacity} is less than 1
   */
  public static <T> Bounded<T> bounded(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "The capacity of a channel is "
              + capacity
              + "; it must be 1 or more, and a Rendezvous is the channel without room.");
    }
    var channel = new SharedChannel<T>(capacity);
    return new Bounded<>(new SharedTx<>(channel), new SharedRx<>(channel));
  }

  /**
   * The two sides of a bounded channel.
   *
   * @param sender the first sender; copy it for others, or share it
   * @param receiver the first receiver; copy it for others, or share it
   * @param <T> type of the messages
   */
  public record Bounded<T>(Mpsc.Sender<T> sender, Receiver<T> receiver) {}

  /**
   * A receiver. When the last of its copies is closed, the channel takes no more messages; what is
   * in it can still be received.
   *
   * <p><em>Threads:</em> all methods may be called from any thread, and several receives may wait
   * at a time. One receiver may be shared; copies are for those who close at different times.
   *
   * @param <T> type of the messages
   */
  public sealed interface Receiver<T> extends AutoCloseable permits SharedRx {

    /**
     * Receives the next message, waiting in line from the first poll on.
     *
     * <p><em>Cancellation:</em> safe; only the place in the queue is lost. A message for which the
     * wait was woken goes to the next in line, or stays.
     *
     * @return the message; null when the channel was closed and all was received
     */
    @CancelSafe
    Future<@Nullable T> recv();

    /**
     * Receives messages as many as are there for nobody else, waiting in line for the first.
     *
     * <p><em>Cancellation:</em> as of {@link #recv()}.
     *
     * @param target gets the messages at its end; it must accept them
     * @param limit how many at most; 0 completes at once with 0
     * @return how many; 0 with a limit above 0 is the end, as for {@link #recv()}
     * @throws IllegalArgumentException if {@code limit} is negative
     */
    @CancelSafe
    Future<Integer> recvMany(Collection<? super T> target, int limit);

    /**
     * Receives the next message if it is there and nobody waits for it.
     *
     * @return the message, that it may still come, or the end
     */
    TryRecv<T> tryRecv();

    /**
     * {@link #recv()} for code outside any block: blocks a plain thread and parks a virtual one.
     *
     * @return as of {@link #recv()}
     * @throws InterruptedException if the thread was interrupted; nothing was received
     * @throws IllegalStateException on a Weft worker, which it would stall
     */
    default @Nullable T blockingRecv() throws InterruptedException {
      return Blocking.unfailing(recv());
    }

    /**
     * How many messages are in the channel.
     *
     * @return a snapshot
     */
    int size();

    /**
     * Whether nothing can come any more than what is in the channel.
     *
     * @return true if the channel was closed from either side and no sender is about to put a
     *     message for which it has got room; then it stays true
     */
    boolean isClosed();

    /**
     * Makes another receiver of the same channel.
     *
     * @return an open receiver, to be closed on its own
     * @throws IllegalStateException if this receiver was closed
     */
    Receiver<T> copy();

    /** Ends this receiver. Closing twice does nothing. */
    @Override
    void close();
  }
}

package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import org.jspecify.annotations.Nullable;

/**
 * A channel in which every receiver sees every message that is sent after it has subscribed.
 *
 * <p>Sending never waits: the channel keeps the last <em>capacity</em> messages, and a receiver
 * that is further behind is told how many it has missed, and goes on with the oldest that is kept.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="broadcast"}
 *
 * <p>Messages are shared by all receivers, so they should be immutable. A message stays in memory
 * until another has taken its place.
 *
 * @param <T> type of the messages, which are never null
 */
public final class Broadcast<T> {

  private final BroadcastSender<T> sender;
  private final BroadcastReceiver<T> receiver;

  private Broadcast(BroadcastRing<T> ring) {
    sender = new BroadcastSender<>(ring);
    receiver = new BroadcastReceiver<>(ring, 0);
  }

  /**
   * Creates a channel.
   *
   * @param capacity how many messages are kept for slow receivers, 1 or more
   * @param <T> type of the messages, which are never null
   * @return one sender and one receiver
   * @throws IllegalArgumentException if {@code capacity} is less than 1
   */
  public static <T> Broadcast<T> create(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "The capacity of a broadcast is " + capacity + "; it must be 1 or more.");
    }
    return new Broadcast<>(new BroadcastRing<>(capacity));
  }

  /**
   * The first sender.
   *
   * @return always the same object
   */
  public Sender<T> sender() {
    return sender;
  }

  /**
   * The first receiver. Close it if nobody uses it, so that the sender knows.
   *
   * @return always the same object
   */
  public Receiver<T> receiver() {
    return receiver;
  }

  /**
   * What a receiver gets.
   *
   * @param <T> type of the messages
   */
  public sealed interface Received<T> {}

  /**
   * A message.
   *
   * @param value the message
   * @param <T> type of the messages
   */
  public record Message<T>(T value) implements Received<T> {}

  /**
   * Messages that this receiver hasn't seen, since others have taken their place.
   *
   * @param missed just how many, 1 or more
   * @param <T> type of the messages
   */
  public record Lagged<T>(long missed) implements Received<T> {}

  /**
   * A sender. When the last of its copies is closed, receivers see the end after the messages that
   * are kept.
   *
   * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
   *
   * @param <T> type of the messages
   */
  public sealed interface Sender<T> extends AutoCloseable permits BroadcastSender {

    /**
     * Sends a message to all who receive now.
     *
     * @param message not null
     * @return how many those are; with 0 the message isn't kept
     * @throws IllegalStateException if this sender was closed
     */
    int send(T message);

    /**
     * Adds a receiver of what is sent from now on.
     *
     * @return an open receiver, to be closed on its own
     */
    Receiver<T> subscribe();

    /**
     * Waits until nobody receives.
     *
     * <p><em>Cancellation:</em> nothing is lost.
     *
     * @return completes when every receiver is closed
     */
    @CancelSafe
    Future<Void> closed();

    /**
     * How many receivers are open.
     *
     * @return a snapshot
     */
    int receiverCount();

    /**
     * Makes another sender for the same channel.
     *
     * @return an open sender, to be closed on its own
     * @throws IllegalStateException if this sender was closed
     */
    Sender<T> copy();

    /** Ends this sender. Closing twice does nothing. */
    @Override
    void close();
  }

  /**
   * A receiver, with its own place in the messages.
   *
   * <p><em>Threads:</em> one at a time, {@link #close()} excepted.
   *
   * @param <T> type of the messages
   */
  public sealed interface Receiver<T> extends AutoCloseable permits BroadcastReceiver {

    /**
     * Receives the next message, or how many were missed.
     *
     * <p><em>Cancellation:</em> safe; what wasn't returned is returned by the next call.
     *
     * @return a {@link Message} or {@link Lagged}; null when all senders are closed and all that is
     *     kept was received
     */
    @CancelSafe
    Future<@Nullable Received<T>> recv();

    /**
     * Receives the next message, or how many were missed, if there is anything.
     *
     * @return it, that it may still come, or the end
     */
    TryRecv<Received<T>> tryRecv();

    /**
     * {@link #recv()} for code outside any block: blocks a plain thread and parks a virtual one.
     *
     * @return as of {@link #recv()}
     * @throws InterruptedException if the thread was interrupted; nothing was received
     * @throws IllegalStateException on a Weft worker, which it would stall
     */
    @Nullable Received<T> blockingRecv() throws InterruptedException;

    /**
     * How many messages this receiver could get now, those that it has missed not counted.
     *
     * @return a snapshot, up to the capacity
     */
    int size();

    /**
     * Adds a receiver of what is sent from now on.
     *
     * @return an open receiver, to be closed on its own
     */
    Receiver<T> resubscribe();

    /**
     * Whether all senders are closed. There may still be messages.
     *
     * @return true from then on for ever
     */
    boolean isClosed();

    /**
     * Ends this receiver: it no longer counts as one, and gets nothing more. Closing twice does
     * nothing.
     */
    @Override
    void close();
  }
}

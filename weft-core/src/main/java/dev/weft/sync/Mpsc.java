package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A channel from many senders to one receiver, in the order of sending.
 *
 * <p>A bounded channel makes senders wait while it is full, first come, first served: that is its
 * back-pressure. An unbounded one takes all, and only memory is its limit.
 *
 * <p>Messages never leave the channel but as the result of a receive, and a send has put its
 * message into the channel or has not: a send that succeeded is received, unless the receiver stops
 * receiving. What is in the channel then is left to the garbage collector. If messages own
 * something, close the receiver and go on receiving to the end:
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="drain"}
 */
public final class Mpsc {

  private Mpsc() {}

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
          "The capacity of a channel is " + capacity + "; it must be 1 or more.");
    }
    BoundedChannel<T> channel = new BoundedChannel<>(capacity);
    return new Bounded<>(new BoundedTx<>(channel), new Rx<>(channel));
  }

  /**
   * Creates a channel without a limit.
   *
   * @param <T> type of the messages, which are never null
   * @return its two sides
   */
  public static <T> Unbounded<T> unbounded() {
    UnboundedChannel<T> channel = new UnboundedChannel<>(new SegmentQueue<>());
    return new Unbounded<>(new UnboundedTx<>(channel), new Rx<>(channel));
  }

  /**
   * The two sides of a bounded channel.
   *
   * @param sender the first sender; copy it for others, or share it
   * @param receiver the only receiver
   * @param <T> type of the messages
   */
  public record Bounded<T>(BoundedSender<T> sender, Receiver<T> receiver) {}

  /**
   * The two sides of an unbounded channel.
   *
   * @param sender the first sender; copy it for others, or share it
   * @param receiver the only receiver
   * @param <T> type of the messages
   */
  public record Unbounded<T>(Sender<T> sender, Receiver<T> receiver) {}

  /**
   * A sender. When the last of its copies is closed, the receiver sees the end after the messages
   * that are in the channel; one that is forgotten keeps the receiver waiting.
   *
   * <p><em>Threads:</em> all methods may be called from any thread; none blocks. One sender may be
   * shared; copies are for those who close at different times.
   *
   * @param <T> type of the messages
   */
  public interface Sender<T> extends AutoCloseable {

    /**
     * Sends a message, waiting in line for room from the first poll on.
     *
     * <p><em>Cancellation:</em> safe; the message wasn't sent, and the place in the queue is lost.
     *
     * @param message not null
     * @return completes when the channel has the message; failure with {@link ClosedException} if
     *     it takes no more
     */
    @CancelSafe
    Future<Void> send(T message);

    /**
     * {@link #send} for code outside any block: blocks a plain thread and parks a virtual one until
     * the channel has the message.
     *
     * @param message not null
     * @throws ClosedException if the channel takes no more; the message wasn't sent
     * @throws InterruptedException if the thread was interrupted; the message wasn't sent
     * @throws IllegalStateException on a Weft worker, which it would stall
     */
    default void blockingSend(T message) throws ClosedException, InterruptedException {
      Blocking.wait(send(message));
    }

    /**
     * Sends a message if there is room and nobody waits for some.
     *
     * @param message not null
     * @return whether the channel has it; otherwise the message
     */
    TrySend<T> trySend(T message);

    /**
     * Waits until the channel takes no more messages.
     *
     * <p><em>Cancellation:</em> nothing is lost.
     *
     * @return completes when the receiver or the last sender is closed
     */
    @CancelSafe
    Future<Void> closed();

    /**
     * Whether this sender can't send any more.
     *
     * @return a snapshot: true if the receiver or this sender was closed
     */
    boolean isClosed();

    /**
     * Makes another sender for the same channel.
     *
     * @return an open sender, to be closed on its own
     * @throws IllegalStateException if this sender was closed
     */
    Sender<T> copy();

    /**
     * Refers to the channel without keeping it open: for one who sends now and then, but whose
     * being there shouldn't make the receiver wait.
     *
     * @return gives a sender for as long as there is another
     */
    WeakSender<? extends Sender<T>> downgrade();

    /** Ends this sender. Closing twice does nothing. */
    @Override
    void close();
  }

  /**
   * A reference to a channel that doesn't count as a sender.
   *
   * @param <S> type of the sender
   */
  public sealed interface WeakSender<S extends Sender<?>> permits WeakTx {

    /**
     * Makes a sender, if not all have been closed.
     *
     * @return an open sender, to be closed on its own; empty once the last one was closed
     */
    Optional<S> upgrade();
  }

  /**
   * A sender of a bounded channel.
   *
   * @param <T> type of the messages
   */
  public interface BoundedSender<T> extends Sender<T> {

    /**
     * Waits for room, in line from the first poll on, and keeps it for one message.
     *
     * <p><em>Cancellation:</em> safe; only the place in the queue is lost. Room that was found and
     * not seen by a poll goes to the next in line.
     *
     * @return the right to send one message; failure with {@link ClosedException} if the channel
     *     takes no more
     */
    @CancelSafe
    Future<Permit<T>> reserve();

    /**
     * Takes room for one message if there is some and nobody waits for it.
     *
     * @return the right to send one message; empty if there is no room or the channel is closed
     */
    Optional<Permit<T>> tryReserve();

    /**
     * How much room is free.
     *
     * @return a snapshot; neither taken by messages nor by permits
     */
    int capacity();

    /**
     * How much room there is in all.
     *
     * @return the capacity with which the channel was created
     */
    int maxCapacity();

    @Override
    BoundedSender<T> copy();

    @Override
    WeakSender<BoundedSender<T>> downgrade();
  }

  /**
   * The right to send one message without waiting, also after the channel was closed: until the
   * permit is used or closed, the receiver doesn't see the end. Best kept in a try-with-resources.
   *
   * @param <T> type of the messages
   */
  public interface Permit<T> extends AutoCloseable {

    /**
     * Uses the permit.
     *
     * @param message not null
     * @throws IllegalStateException if it was used or closed before
     */
    void send(T message);

    /** Gives the room back if the permit wasn't used. Closing twice does nothing. */
    @Override
    void close();
  }

  /**
   * The receiver.
   *
   * <p><em>Threads:</em> one at a time, {@link #close()} excepted; of several receives that wait at
   * the same time, the one polled last is woken.
   *
   * @param <T> type of the messages
   */
  public interface Receiver<T> {

    /**
     * Receives the next message.
     *
     * <p><em>Cancellation:</em> safe; a message that wasn't returned is returned by the next call.
     *
     * @return the message; null when the channel was closed, no permit is held, and all was
     *     received
     */
    @CancelSafe
    Future<@Nullable T> recv();

    /**
     * Receives messages as many as are there, waiting for the first.
     *
     * <p><em>Cancellation:</em> safe; nothing was received.
     *
     * @param target gets the messages at its end; it must accept them
     * @param limit how many at most; 0 completes at once with 0
     * @return how many; 0 with a limit above 0 is the end, as for {@link #recv()}
     * @throws IllegalArgumentException if {@code limit} is negative
     */
    @CancelSafe
    Future<Integer> recvMany(Collection<? super T> target, int limit);

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
     * {@link #recvMany} for code outside any block: blocks a plain thread and parks a virtual one.
     *
     * @param target as for {@link #recvMany}
     * @param limit as for {@link #recvMany}
     * @return as of {@link #recvMany}
     * @throws InterruptedException if the thread was interrupted; nothing was received
     * @throws IllegalStateException on a Weft worker, which it would stall
     */
    default int blockingRecvMany(Collection<? super T> target, int limit)
        throws InterruptedException {
      return Blocking.unfailing(recvMany(target, limit));
    }

    /**
     * Receives the next message if it is there.
     *
     * @return the message, that it may still come, or the end
     */
    TryRecv<T> tryRecv();

    /**
     * Looks for the next message without waiting; what {@link #recv()} does at each poll.
     *
     * @param cx whom to wake when there is one, in place of the waker of an earlier poll
     * @return the message, null at the end, or {@link dev.weft.codegen.RawFuture#PENDING}
     */
    @Nullable Object pollRecv(Context cx);

    /** Forgets the waker of a pending {@link #pollRecv}; no message is lost. */
    void cancelRecv();

    /**
     * Stops the senders: waiting and later sends fail. What is in the channel can still be
     * received, and so can what holders of permits send. Closing twice does nothing.
     */
    void close();

    /**
     * Whether nothing can come any more than what is in the channel.
     *
     * @return true if the channel was closed from either side and no permit is held; then it stays
     *     true
     */
    boolean isClosed();

    /**
     * How many messages are in the channel.
     *
     * @return a snapshot
     */
    int size();

    /**
     * Whether the channel has no message.
     *
     * @return a snapshot
     */
    default boolean isEmpty() {
      return size() == 0;
    }
  }
}

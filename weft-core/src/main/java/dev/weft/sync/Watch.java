package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The latest value of something: a configuration, a state, a progress. Senders replace it, and each
 * receiver sees the newest one, not every one in between.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="watch"}
 *
 * <p>Sending never waits, and a receiver that is slow or stuck holds nobody up. Values are shared
 * by all, so they should be immutable.
 *
 * @param <T> type of the values, which are never null
 */
public final class Watch<T> {

  private final WatchSender<T> sender;
  private final Receiver<T> receiver;

  private Watch(WatchState<T> state) {
    sender = new WatchSender<>(state);
    receiver = new WatchReceiver<>(state);
  }

  /**
   * Creates a watch.
   *
   * @param initial the first value, which counts as seen
   * @param <T> type of the values, which are never null
   * @return one sender and one receiver
   */
  public static <T> Watch<T> create(T initial) {
    return new Watch<>(new WatchState<>(initial));
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
   * The first receiver.
   *
   * @return always the same object
   */
  public Receiver<T> receiver() {
    return receiver;
  }

  /**
   * A sender. When the last of its copies is closed, receivers see the end after the last value.
   *
   * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
   *
   * @param <T> type of the values
   */
  public sealed interface Sender<T> extends AutoCloseable permits WatchSender {

    /**
     * Replaces the value, if anybody receives.
     *
     * @param value the new value
     * @return false if every receiver was closed; then the value stays as it was
     * @throws IllegalStateException if this sender was closed
     */
    boolean send(T value);

    /**
     * Replaces the value, also if nobody receives now.
     *
     * @param value the new value
     * @return the value before
     * @throws IllegalStateException if this sender was closed
     */
    T sendReplace(T value);

    /**
     * Computes a new value from the present one, also if nobody receives now. If the function
     * throws, nothing changes.
     *
     * @param change without side effects, since it is called again if another value was sent
     *     meanwhile
     * @return the new value
     * @throws IllegalStateException if this sender was closed
     */
    T sendModify(UnaryOperator<T> change);

    /**
     * Computes a new value from the present one. If the function returns the very object that it
     * was given, or throws, nothing changes and nobody is woken.
     *
     * @param change as for {@link #sendModify}
     * @return whether there is a new value
     * @throws IllegalStateException if this sender was closed
     */
    boolean sendIfModified(UnaryOperator<T> change);

    /**
     * The newest value.
     *
     * @return a snapshot
     */
    T borrow();

    /**
     * Adds a receiver, for which the present value counts as seen.
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
     * Whether nobody receives.
     *
     * @return a snapshot; a new receiver makes it false again
     */
    boolean isClosed();

    /**
     * How many receivers are open.
     *
     * @return a snapshot
     */
    int receiverCount();

    /**
     * Makes another sender for the same value.
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
   * A receiver, which knows what it has seen. What was sent before it was created counts as seen.
   *
   * <p><em>Threads:</em> one at a time, {@link #close()} excepted.
   *
   * @param <T> type of the values
   */
  public sealed interface Receiver<T> extends AutoCloseable permits WatchReceiver {

    /**
     * Waits for a value that hasn't been seen, and marks it as seen.
     *
     * <p><em>Cancellation:</em> safe; a value that wasn't returned stays unseen.
     *
     * @return the newest value; null when all senders are closed and the last value was seen
     */
    @CancelSafe
    Future<@Nullable T> changed();

    /**
     * Waits for a value of a kind, beginning with the present one, and marks it as seen. Values
     * that were replaced meanwhile aren't looked at.
     *
     * <p><em>Cancellation:</em> nothing is lost.
     *
     * @param condition tells which value will do; its exception is the failure of the wait
     * @return the value; null when all senders are closed and the last value won't do
     */
    @CancelSafe
    Future<@Nullable T> waitFor(Predicate<? super T> condition);

    /**
     * The newest value.
     *
     * @return a snapshot, which doesn't count as seen by this
     */
    T borrow();

    /**
     * The newest value, from now on seen.
     *
     * @return a snapshot
     */
    T borrowAndUpdate();

    /**
     * Whether there is a value that hasn't been seen.
     *
     * @return a snapshot
     */
    boolean hasChanged();

    /** Makes the present value count as unseen. */
    void markChanged();

    /** Makes the present value count as seen. */
    void markUnchanged();

    /**
     * Whether all senders are closed. There may still be a value that hasn't been seen.
     *
     * @return true from then on for ever
     */
    boolean isClosed();

    /**
     * Adds a receiver that has seen what this one has.
     *
     * @return an open receiver, to be closed on its own
     */
    Receiver<T> copy();

    /**
     * Ends this receiver: it no longer counts as one. What it has can still be asked. Closing twice
     * does nothing.
     */
    @Override
    void close();
  }
}

package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A channel for one value: the answer to one request.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="oneshot"}
 *
 * <p><em>Threads:</em> the two sides may be on different threads, each on one at a time.
 *
 * @param <T> type of the value, which may be null
 */
public final class Oneshot<T extends @Nullable Object> {

  /*
   * State, one reference, changed by CAS only:
   *   OPEN -> the value          sent
   *   OPEN -> SENDER_CLOSED      the sender gave up
   *   OPEN -> RECEIVER_CLOSED    the receiver gave up
   *   the value -> TAKEN         received
   * Sending and closing race for the one way out of OPEN, so that a send which returns true has put its
   * value where only the receiver can take it, and one that returns false has not. A receiver that
   * closes after that changes nothing and may still take the value. Null is kept as NULL.
   *
   * Ordering: the value is published by the CAS of `state`, which is volatile. Both slots are woken
   * after the change, see WakerSlot for why no wake-up is lost. A value is never set aside for a waiting
   * receive: it stays in `state` until a poll takes it, so that cancelling a receive loses nothing.
   */

  private enum Mark {
    OPEN,
    NULL,
    SENDER_CLOSED,
    RECEIVER_CLOSED,
    TAKEN
  }

  private volatile Object state = Mark.OPEN;
  private final WakerSlot receiving = new WakerSlot();
  private final WakerSlot closing = new WakerSlot();
  private final Sender<T> sender = new Sender<>(this);
  private final Receiver<T> receiver = new Receiver<>(this);

  private Oneshot() {}

  /**
   * Creates a channel.
   *
   * @param <T> type of the value
   * @return an open channel
   */
  public static <T extends @Nullable Object> Oneshot<T> create() {
    return new Oneshot<>();
  }

  /**
   * The side that sends.
   *
   * @return always the same object
   */
  public Sender<T> sender() {
    return sender;
  }

  /**
   * The side that receives.
   *
   * @return always the same object
   */
  public Receiver<T> receiver() {
    return receiver;
  }

  private boolean send(T value) {
    Object stored = value == null ? Mark.NULL : value;
    Object before = STATE.compareAndExchange(this, Mark.OPEN, stored);
    if (before == Mark.OPEN) {
      receiving.wake();
      closing.wake();
      return true;
    }
    if (before == Mark.RECEIVER_CLOSED) {
      return false;
    }
    throw new IllegalStateException(
        before == Mark.SENDER_CLOSED
            ? "The sender of a oneshot channel was closed; it sends no more."
            : "A oneshot channel takes one value, and it has been sent.");
  }

  private void close(Mark side) {
    if (STATE.compareAndSet(this, Mark.OPEN, side)) {
      receiving.wake();
      closing.wake();
    }
  }

  private boolean isOpen() {
    return state == Mark.OPEN;
  }

  /** The value, or PENDING. */
  private @Nullable Object take() throws ClosedException {
    Object now = state;
    if (now == Mark.OPEN) {
      return LeafFuture.PENDING;
    }
    if (now == Mark.SENDER_CLOSED) {
      throw new ClosedException("The sender of a oneshot channel was closed without a value.");
    }
    if (now == Mark.RECEIVER_CLOSED) {
      throw new ClosedException("The receiver of a oneshot channel was closed; nothing will come.");
    }
    if (now == Mark.TAKEN || !STATE.compareAndSet(this, now, Mark.TAKEN)) {
      throw new IllegalStateException("The value of a oneshot channel has been received before.");
    }
    return now == Mark.NULL ? null : now;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // a T was put in; NULL only where T allows null
  private TryRecv<T> tryTake() {
    Object now = state;
    if (now == Mark.OPEN) {
      return TryRecv.Empty.instance();
    }
    boolean value = now == Mark.NULL || !(now instanceof Mark);
    if (!value || !STATE.compareAndSet(this, now, Mark.TAKEN)) {
      return TryRecv.Closed.instance();
    }
    return new TryRecv.Received<>(now == Mark.NULL ? (T) null : (T) now);
  }

  /**
   * The side that sends.
   *
   * @param <T> type of the value
   */
  public static final class Sender<T extends @Nullable Object> implements AutoCloseable {

    private final Oneshot<T> channel;

    private Sender(Oneshot<T> channel) {
      this.channel = channel;
    }

    /**
     * Sends the value; never waits.
     *
     * @param value the value
     * @return true if it is the receiver's now; false if the receiver was closed before, and the
     *     value is still the caller's
     * @throws IllegalStateException if a value was sent before or this side was closed
     */
    public boolean send(T value) {
      return channel.send(value);
    }

    /**
     * Waits until sending has become pointless. One wait at a time.
     *
     * <p><em>Cancellation:</em> nothing is lost.
     *
     * @return completes when the receiver is closed; also when this side is, or has sent
     */
    @CancelSafe
    public Future<Void> closed() {
      return new ClosedFuture(channel);
    }

    /**
     * Whether sending is pointless.
     *
     * @return a snapshot: true if the receiver was closed, or this side was or has sent
     */
    public boolean isClosed() {
      return !channel.isOpen();
    }

    /** Gives up: the receiver fails, unless a value was sent. Closing twice does nothing. */
    @Override
    public void close() {
      channel.close(Mark.SENDER_CLOSED);
    }
  }

  /**
   * The side that receives.
   *
   * @param <T> type of the value
   */
  public static final class Receiver<T extends @Nullable Object> implements AutoCloseable {

    private final Oneshot<T> channel;

    private Receiver(Oneshot<T> channel) {
      this.channel = channel;
    }

    /**
     * Waits for the value. One wait at a time; of several, the one polled last is woken.
     *
     * <p><em>Cancellation:</em> safe; the value stays in the channel for the next call. It doesn't
     * close the channel: that is what {@link #close()} is for.
     *
     * @return the value; failure with {@link ClosedException} if either side was closed first
     */
    @CancelSafe
    public Future<T> recv() {
      return new RecvFuture<>(channel);
    }

    /**
     * {@link #recv()} for code outside any block: blocks a plain thread and parks a virtual one.
     *
     * @return the value
     * @throws ClosedException if either side was closed first
     * @throws InterruptedException if the thread was interrupted; the value stays in the channel
     * @throws IllegalStateException on a Weft worker, which it would stall
     */
    public T blockingRecv() throws ClosedException, InterruptedException {
      return Blocking.wait(recv());
    }

    /**
     * Takes the value if it is there.
     *
     * @return the value; that it may still come; or that it won't, or was received before
     */
    public TryRecv<T> tryRecv() {
      return channel.tryTake();
    }

    /**
     * Whether nothing more can come than a value that was sent before.
     *
     * @return a snapshot: false while the sender may still send
     */
    public boolean isClosed() {
      return !channel.isOpen();
    }

    /**
     * Refuses the value, which {@link Sender#send} then returns as not sent. A value that was sent
     * before can still be received. Closing twice does nothing.
     */
    @Override
    public void close() {
      channel.close(Mark.RECEIVER_CLOSED);
    }
  }

  private static final class RecvFuture<T extends @Nullable Object> extends LeafFuture<T> {

    private final Oneshot<T> channel;

    RecvFuture(Oneshot<T> channel) {
      this.channel = channel;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws ClosedException {
      if (channel.isOpen()) {
        channel.receiving.register(cx.waker());
        if (channel.isOpen()) {
          return PENDING;
        }
        channel.receiving.clear();
      }
      return channel.take();
    }

    @Override
    protected boolean cancelLeaf() {
      channel.receiving.clear();
      return true;
    }
  }

  private static final class ClosedFuture extends LeafFuture<Void> {

    private final Oneshot<?> channel;

    ClosedFuture(Oneshot<?> channel) {
      this.channel = channel;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      if (channel.isOpen()) {
        channel.closing.register(cx.waker());
        if (channel.isOpen()) {
          return PENDING;
        }
        channel.closing.clear();
      }
      return null;
    }

    @Override
    protected boolean cancelLeaf() {
      channel.closing.clear();
      return true;
    }
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Oneshot.class, "state", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

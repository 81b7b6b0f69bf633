package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value that is set once, by whoever needs it first, also if that takes an {@code await}.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="once"}
 *
 * <p>One initialiser runs at a time. If it fails or is cancelled, the next in line runs its own.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 *
 * @param <T> type of the value, which is never null
 */
public final class OnceCell<T> {

  /*
   * State, one reference, changed by CAS: EMPTY <-> BUSY -> the value. Who makes it BUSY has the turn, and
   * either sets the value or gives the turn back. Who waits looks again after each announcement: of a value
   * to all, of a turn to one, which passes it on if it is cancelled. A turn that somebody else has taken
   * in between is announced once more when that one gives it back, so that nobody waits in vain. Who only
   * wants the value waits elsewhere, so as not to take the announcement of a turn from one who wants that.
   */

  private static final Object EMPTY = new Mark();
  private static final Object BUSY = new Mark();

  private final Notify turns = new Notify();
  private final Notify values = new Notify();
  private volatile Object state = EMPTY;

  /** Creates a cell without a value. */
  public OnceCell() {}

  /**
   * Creates a cell that has its value.
   *
   * @param value not null
   * @param <T> type of the value
   * @return a cell that is never initialised
   */
  public static <T> OnceCell<T> of(T value) {
    var cell = new OnceCell<T>();
    cell.state = Objects.requireNonNull(value, "value");
    return cell;
  }

  /**
   * The value, if it is there.
   *
   * @return the value or null
   */
  @SuppressWarnings("unchecked") // what isn't a mark was put in as a T
  public @Nullable T get() {
    Object now = state;
    return now instanceof Mark ? null : (T) now;
  }

  /**
   * Gets the value, by running the future if nobody has set it. While another initialiser runs it
   * waits for that one; a future that isn't needed is cancelled without having been polled.
   *
   * <p><em>Cancellation:</em> cancels the future if it runs, and then the next in line runs its
   * own; what is lost is what the future loses.
   *
   * @param init yields the value, not null; its failure is that of the result
   * @return the value
   */
  public Future<T> getOrInit(Future<? extends T> init) {
    Objects.requireNonNull(init, "init");
    return new OnceInit<T>(this, init);
  }

  /**
   * Waits for the value without setting it.
   *
   * <p><em>Cancellation:</em> nothing is lost.
   *
   * @return the value, once somebody has set it
   */
  @CancelSafe
  public Future<T> waitForValue() {
    return new Value<>(this);
  }

  /**
   * Sets the value, if there is none and nobody is computing one.
   *
   * @param value not null
   * @return whether the cell has it; otherwise why not
   */
  public TrySet<T> trySet(T value) {
    Objects.requireNonNull(value, "value");
    Object before = STATE.compareAndExchange(this, EMPTY, value);
    if (before == EMPTY) {
      announceValue();
      return new TrySet.Done<>();
    }
    return before == BUSY ? new TrySet.Initializing<>(value) : new TrySet.AlreadySet<>(value);
  }

  /**
   * Whether the value is there.
   *
   * @return once true, always true
   */
  public boolean isInitialized() {
    return !(state instanceof Mark);
  }

  /** The value, null if the caller has the turn from now on, or PENDING. */
  private @Nullable Object valueOrTurn() {
    Object now = state;
    if (now == EMPTY) {
      now = STATE.compareAndExchange(this, EMPTY, BUSY);
    }
    return now == EMPTY ? null : now == BUSY ? Until.PENDING : now;
  }

  /** Waits for the value or the turn, the latter being null. */
  Until<@Nullable T> enter() {
    return new Turn<>(this);
  }

  /** The caller has the turn. */
  void finish(Object value) {
    state = value;
    announceValue();
  }

  private void announceValue() {
    turns.notifyWaiters();
    values.notifyWaiters();
  }

  /** The caller has the turn and gives it to the next. */
  void giveUp() {
    state = EMPTY;
    turns.notifyOne();
  }

  @Override
  public String toString() {
    Object now = state;
    return now == EMPTY ? "OnceCell[]" : now == BUSY ? "OnceCell[busy]" : "OnceCell[" + now + "]";
  }

  /**
   * The answer to an attempt to set the value.
   *
   * @param <T> type of the value
   */
  public sealed interface TrySet<T> {

    /**
     * The cell has the value.
     *
     * @param <T> type of the value
     */
    record Done<T>() implements TrySet<T> {}

    /**
     * The cell had a value before.
     *
     * @param value the one that was to be set, given back
     * @param <T> type of the value
     */
    record AlreadySet<T>(T value) implements TrySet<T> {}

    /**
     * Somebody is computing the value.
     *
     * @param value the one that was to be set, given back
     * @param <T> type of the value
     */
    record Initializing<T>(T value) implements TrySet<T> {}
  }

  private static final class Turn<T> extends Until<@Nullable T> {

    private final OnceCell<T> cell;

    Turn(OnceCell<T> cell) {
      super(cell.turns);
      this.cell = cell;
    }

    @Override
    @Nullable Object look() {
      return cell.valueOrTurn();
    }
  }

  private static final class Value<T> extends Until<T> {

    private final OnceCell<T> cell;

    Value(OnceCell<T> cell) {
      super(cell.values);
      this.cell = cell;
    }

    @Override
    Object look() {
      T value = cell.get();
      return value == null ? PENDING : value;
    }
  }

  private static final class Mark {}

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(OnceCell.class, "state", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

package dev.weft.coroutine;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value that is under way already, or the reason why there is none: as in JavaScript, with
 * callbacks in place of awaits.
 *
 * {@snippet class="dev.weft.snippets.CoroutineSnippets" region="promise"}
 *
 * <p>It is eager: what makes the value has started when the promise is there. It is
 * <em>pending</em> until it is <em>fulfilled</em> with a value or <em>rejected</em> with a failure,
 * once and for all; further attempts do nothing. Callbacks never run inside the call that registers
 * them or that settles the promise, but in a task of the runtime; those of one promise run one
 * after another in the order of registration. They may not block. One that throws rejects the
 * promise that {@code then} has returned.
 *
 * <p>A rejection that nobody looks at is reported to the runtime's handler when the promise is
 * garbage or the runtime closes. Once the runtime is closed no callback runs any more, and the
 * promises that depend on one are rejected with a {@link CancellationException}.
 *
 * <p><em>Cancellation:</em> a promise can't be cancelled; giving up a {@link #future()} stops the
 * wait and nothing else. When the runtime closes, what runs for it is cancelled, and it is rejected
 * with {@link java.util.concurrent.CancellationException}.
 *
 * <p><em>Threads:</em> all methods may be called from any thread.
 *
 * @param <T> type of the value, which may be null
 */
public final class Promise<T extends @Nullable Object> {

  /*
   * State, guarded by the monitor, in which no callback runs: PENDING -> FULFILLED | REJECTED.
   * `decided` is set by the first resolution, which may follow a future that is still pending.
   *
   * Callbacks are kept until the promise is settled; then one task, the `drain`, runs them in order.
   * Those that come later go to another drain, which first awaits the one before. A drain of a
   * rejected promise at which nobody has looked fails with the reason, and this object holds its
   * handle: so the runtime reports it as it does for any task, unless somebody comes after all and
   * awaits that handle.
   */

  /** Where a promise stands. */
  public enum State {
    /** Neither a value nor a failure is there. */
    PENDING,
    /** The value is there. */
    FULFILLED,
    /** The failure is there. */
    REJECTED
  }

  private final Weft weft;
  private State state = State.PENDING;
  private boolean decided;
  private boolean lookedAt;
  private @Nullable Object value;
  private @Nullable Throwable reason;
  private List<Callback> callbacks = new ArrayList<>(1);
  private final Set<PromiseFuture<T>> waiting = new LinkedHashSet<>(2);
  private @Nullable JoinHandle<Void> drain;

  Promise(Weft weft) {
    this.weft = weft;
  }

  // ---- making

  /**
   * Runs code that starts something and settles the promise when that is done.
   *
   * @param executor runs at once, on this thread; if it throws, the promise is rejected
   * @param <T> type of the value
   * @return a promise on the runtime of the calling task
   * @throws IllegalStateException if no runtime runs here
   */
  public static <T extends @Nullable Object> Promise<T> of(Consumer<Resolver<T>> executor) {
    return of(Weft.current(), executor);
  }

  /**
   * Runs code that starts something and settles the promise when that is done.
   *
   * @param weft runs the callbacks
   * @param executor runs at once, on this thread; if it throws, the promise is rejected
   * @param <T> type of the value
   * @return a promise
   */
  public static <T extends @Nullable Object> Promise<T> of(
      Weft weft, Consumer<Resolver<T>> executor) {
    Objects.requireNonNull(executor, "executor");
    Promise<T> promise = new Promise<>(Objects.requireNonNull(weft, "weft"));
    Resolver<T> resolver = new Resolver<>(promise);
    try {
      executor.accept(resolver);
    } catch (Throwable failure) {
      resolver.reject(failure);
    }
    return promise;
  }

  /**
   * Starts a future as a task.
   *
   * @param future what to run
   * @param <T> type of the value
   * @return a promise on the runtime of the calling task that settles as the future completes
   * @throws IllegalStateException if no runtime runs here
   */
  public static <T extends @Nullable Object> Promise<T> from(Future<T> future) {
    return from(Weft.current(), future);
  }

  /**
   * Starts a future as a task.
   *
   * @param weft runs it and the callbacks
   * @param future what to run
   * @param <T> type of the value
   * @return a promise that settles as the future completes
   */
  public static <T extends @Nullable Object> Promise<T> from(Weft weft, Future<T> future) {
    return of(weft, resolver -> resolver.follow(future));
  }

  // ---- looking

  /**
   * Where it stands.
   *
   * @return a snapshot; all but {@link State#PENDING} is final
   */
  public synchronized State state() {
    return state;
  }

  /**
   * The value as a future, to be awaited. Each call makes a new one.
   *
   * @return completes when this is settled; fails with the very reason of a rejection
   */
  public Future<T> future() {
    return new PromiseFuture<>(this);
  }

  // ---- callbacks

  /**
   * Registers what to do with the value.
   *
   * @param onFulfilled makes the next value
   * @param <R> type of the next value
   * @return fulfilled with the next value; rejected with what {@code onFulfilled} throws, or with
   *     this promise's own reason
   */
  public <R extends @Nullable Object> Promise<R> then(
      Reaction<? super T, ? extends R> onFulfilled) {
    return react(
        Objects.requireNonNull(onFulfilled, "onFulfilled"),
        failure -> {
          throw failure;
        });
  }

  /**
   * Registers what to do in either case.
   *
   * @param onFulfilled makes the next value from the value
   * @param onRejected makes it from the reason
   * @param <R> type of the next value
   * @return fulfilled with the next value; rejected with what the one that was called throws
   */
  public <R extends @Nullable Object> Promise<R> then(
      Reaction<? super T, ? extends R> onFulfilled,
      Reaction<? super Throwable, ? extends R> onRejected) {
    return react(
        Objects.requireNonNull(onFulfilled, "onFulfilled"),
        Objects.requireNonNull(onRejected, "onRejected")::apply);
  }

  /**
   * Registers what to start with the value.
   *
   * @param onFulfilled makes the future that has the next value; it runs as a task
   * @param <R> type of the next value
   * @return settles as that future completes; rejected with what {@code onFulfilled} throws, or
   *     with this promise's own reason
   */
  public <R extends @Nullable Object> Promise<R> thenAwait(
      Reaction<? super T, ? extends Future<R>> onFulfilled) {
    Objects.requireNonNull(onFulfilled, "onFulfilled");
    Promise<R> next = new Promise<>(weft);
    Resolver<R> resolver = new Resolver<>(next);
    whenSettled(
        next,
        () -> {
          if (reason != null) {
            resolver.reject(reason);
          } else {
            settle(resolver, () -> resolver.follow(onFulfilled.apply(valueOrNull())));
          }
        });
    return next;
  }

  /**
   * Registers what to do with a failure: {@code catch} in JavaScript.
   *
   * @param onRejected makes a value from the reason
   * @return fulfilled with this promise's value or the one made; rejected with what {@code
   *     onRejected} throws
   */
  public Promise<T> catching(Reaction<? super Throwable, ? extends T> onRejected) {
    return then(value -> value, onRejected);
  }

  /**
   * Registers what to do in either case without changing it: {@code finally} in JavaScript.
   *
   * @param action runs once this is settled
   * @return settled as this one, unless the action throws, which rejects it
   */
  public Promise<T> finallyRun(Action action) {
    Objects.requireNonNull(action, "action");
    return react(
        value -> {
          action.run();
          return value;
        },
        failure -> {
          action.run();
          throw failure;
        });
  }

  private <R extends @Nullable Object> Promise<R> react(
      Reaction<? super T, ? extends R> onFulfilled, OnRejected<? extends R> onRejected) {
    Promise<R> next = new Promise<>(weft);
    Resolver<R> resolver = new Resolver<>(next);
    whenSettled(
        next,
        () ->
            settle(
                resolver,
                () -> {
                  Throwable failure = reason;
                  resolver.resolve(
                      failure == null
                          ? onFulfilled.apply(valueOrNull())
                          : onRejected.apply(failure));
                }));
    return next;
  }

  private interface OnRejected<R extends @Nullable Object> {
    R apply(Throwable failure) throws Throwable;
  }

  /** What to do once it is settled, and the promise that depends on it. */
  private record Callback(Promise<?> next, Runnable action) {}

  private interface Step {
    void run() throws Throwable;
  }

  private static void settle(Resolver<?> resolver, Step step) {
    try {
      step.run();
    } catch (Throwable failure) {
      resolver.reject(failure);
    }
  }

  // ---- state

  /** Claims the right to settle; the first one has it. */
  synchronized boolean decide() {
    boolean first = !decided;
    decided = true;
    return first;
  }

  /** Settles it, by who has decided. */
  void settle(@Nullable Object value, @Nullable Throwable reason) {
    List<PromiseFuture<T>> woken;
    synchronized (this) {
      if (state != State.PENDING) {
        return; // a source that is cancelled twice
      }
      this.value = value;
      this.reason = reason;
      state = reason == null ? State.FULFILLED : State.REJECTED;
      woken = List.copyOf(waiting);
      waiting.clear();
      if (!callbacks.isEmpty() || reason != null) {
        spawnDrain();
      }
    }
    woken.forEach(PromiseFuture::wake);
  }

  private void whenSettled(Promise<?> next, Runnable action) {
    synchronized (this) {
      look();
      callbacks.add(new Callback(next, action));
      if (state != State.PENDING && callbacks.size() == 1) {
        spawnDrain();
      }
    }
  }

  /** In the monitor. Spawning runs nothing here. */
  private void spawnDrain() {
    drain = weft.spawn(new PromiseDrain(this, drain));
  }

  /** In the monitor: somebody learns of how it ends, or will. */
  private void look() {
    if (lookedAt) {
      return;
    }
    lookedAt = true;
    JoinHandle<Void> failed = drain;
    if (failed != null && failed.isFinished()) {
      PromiseDrain.join(failed);
    } else if (failed != null) {
      spawnDrain(); // awaits that one
    }
  }

  void runCallbacks() {
    takeCallbacks().forEach(callback -> callback.action().run());
  }

  private synchronized List<Callback> takeCallbacks() {
    List<Callback> taken = callbacks;
    callbacks = new ArrayList<>(1);
    return taken;
  }

  /** The runtime was closed and runs no callback any more: rejects all that hangs on them. */
  void abandonCallbacks() {
    // In a loop and without a task: a chain may be long, and there is nobody to run one.
    var line = new ArrayDeque<>(takeCallbacks());
    while (!line.isEmpty()) {
      line.addAll(
          line.remove()
              .next()
              .abandon(
                  new CancellationException(
                      "The runtime of a promise was closed before its callbacks could run.")));
    }
  }

  private List<Callback> abandon(Throwable closed) {
    if (!decide()) {
      return List.of();
    }
    List<PromiseFuture<T>> woken;
    synchronized (this) {
      reason = closed;
      state = State.REJECTED;
      lookedAt = true;
      woken = List.copyOf(waiting);
      waiting.clear();
    }
    woken.forEach(PromiseFuture::wake);
    return takeCallbacks();
  }

  /**
   * The reason that nobody has looked at; whoever comes later awaits the drain that fails with it.
   */
  synchronized @Nullable Throwable unseen() {
    return lookedAt ? null : reason;
  }

  synchronized @Nullable Object pollFor(PromiseFuture<T> future) throws Throwable {
    if (state == State.PENDING) {
      waiting.add(future);
      return RawFuture.PENDING;
    }
    if (reason == null) {
      return value;
    }
    look();
    throw reason;
  }

  synchronized void forget(PromiseFuture<T> future) {
    waiting.remove(future);
  }

  Weft weft() {
    return weft;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // fulfilled with a T, which may be null
  private T valueOrNull() {
    return (T) value;
  }

  @Override
  public synchronized String toString() {
    return "Promise["
        + switch (state) {
          case PENDING -> "pending";
          case FULFILLED -> "fulfilled: " + value;
          case REJECTED -> "rejected: " + reason;
        }
        + "]";
  }

  /**
   * What to do with a value or a reason.
   *
   * @param <A> type of what it gets
   * @param <R> type of what it makes
   */
  @FunctionalInterface
  public interface Reaction<A extends @Nullable Object, R extends @Nullable Object> {

    /**
     * Runs in a task; it may not block.
     *
     * @param settled the value or the reason
     * @return the next value
     * @throws Exception the reason of the next promise
     */
    R apply(A settled) throws Exception;
  }

  /** What to do in any case. */
  @FunctionalInterface
  public interface Action {

    /**
     * Runs in a task; it may not block.
     *
     * @throws Exception the reason of the next promise
     */
    void run() throws Exception;
  }

  /**
   * Settles a promise: the first call decides, the others do nothing.
   *
   * <p><em>Threads:</em> any thread may call it.
   *
   * @param <T> type of the value
   */
  public static final class Resolver<T extends @Nullable Object> {

    private final Promise<T> promise;

    private Resolver(Promise<T> promise) {
      this.promise = promise;
    }

    /**
     * Fulfils the promise.
     *
     * @param value its value
     */
    public void resolve(T value) {
      if (promise.decide()) {
        promise.settle(value, null);
      }
    }

    /**
     * Rejects the promise.
     *
     * @param reason its failure
     */
    public void reject(Throwable reason) {
      Objects.requireNonNull(reason, "reason");
      if (promise.decide()) {
        promise.settle(null, reason);
      }
    }

    /**
     * Runs a future as a task and settles the promise as it completes: what resolving with another
     * promise does in JavaScript.
     *
     * @param future what to run
     */
    public void follow(Future<T> future) {
      Objects.requireNonNull(future, "future");
      if (!promise.decide()) {
        return;
      }
      if (future instanceof PromiseFuture<T> of && of.isOf(promise)) {
        promise.settle(
            null, new IllegalStateException("A promise follows itself; it would never settle."));
        return;
      }
      JoinHandle<Void> _ = promise.weft.spawn(new PromiseSource<>(promise, future));
    }
  }
}

package dev.weft.internal.gate;

import dev.weft.AsyncAction;
import dev.weft.AsyncBody;
import dev.weft.AsyncCloseable;
import dev.weft.AsyncFunction;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinMap;
import dev.weft.JoinSet;
import dev.weft.Retry;
import dev.weft.Scope;
import dev.weft.StackfulAction;
import dev.weft.StackfulBody;
import dev.weft.TaskLocal;
import dev.weft.Weft;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way down from the facades of {@code dev.weft} to what stands behind them.
 *
 * <p>The facades are the first package of the order and import nothing else of Weft; the packages
 * behind them come last. What implements this interface is found once by its name and holds no
 * state, so it links the two without a cycle in the code and without anything global.
 */
public interface Gate {

  /**
   * The gate of this process.
   *
   * @return the stateless link to the implementation
   */
  static Gate get() {
    return GateHolder.GATE;
  }

  /** {@link dev.weft.Async#async(AsyncBody)}. */
  <T extends @Nullable Object> Future<T> async(AsyncBody<T> body);

  /** {@link dev.weft.Async#async(AsyncAction)}. */
  Future<Void> async(AsyncAction action);

  /** A start of an async block with an argument. */
  <A extends @Nullable Object, T extends @Nullable Object> Future<T> async(
      AsyncFunction<A, T> function, A argument);

  /** {@link dev.weft.Async#stackful(StackfulBody)}. */
  <T extends @Nullable Object> Future<T> stackful(StackfulBody<T> body);

  /** {@link dev.weft.Async#stackful(StackfulAction)}. */
  Future<Void> stackful(StackfulAction action);

  /** {@link dev.weft.Async#await(Future)}. */
  <T extends @Nullable Object> T await(Future<T> future) throws Exception;

  /** {@link AsyncCloseable#close()}. */
  void awaitClose(AsyncCloseable resource) throws IOException;

  /** {@link dev.weft.Async#sleep(Duration)}. */
  Future<Void> sleep(Duration duration);

  /** {@link dev.weft.Async#yieldNow()}. */
  Future<Void> yieldNow();

  /** {@link dev.weft.Async#timeout(Duration, Future)}. */
  <T extends @Nullable Object> Future<T> timeout(Duration limit, Future<T> future);

  /** {@link dev.weft.Async#timeoutAt(long, Future)}. */
  <T extends @Nullable Object> Future<T> timeoutAt(long deadlineNanos, Future<T> future);

  /** {@link dev.weft.Async#shield(Future)}. */
  <T extends @Nullable Object> Future<T> shield(Future<T> future);

  /** {@link dev.weft.Async#firstSuccess(List)}. */
  <T extends @Nullable Object> Future<T> firstSuccess(List<? extends Future<T>> futures);

  /**
   * Tries again and again.
   *
   * @param policy how often and when
   * @param start starts an attempt
   */
  <T extends @Nullable Object> Future<T> retry(Retry policy, Supplier<? extends Future<T>> start);

  /** {@link dev.weft.Async#blockInPlace(Callable)}. */
  <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception;

  /** {@link dev.weft.Async#scope(AsyncFunction)}. */
  <T extends @Nullable Object> Future<T> scope(AsyncFunction<Scope, T> body);

  /** {@link Scope#open()}. */
  Scope openScope();

  /** {@link dev.weft.JoinSet#open()}. */
  <T extends @Nullable Object> JoinSet<T> openJoinSet();

  /** {@link dev.weft.JoinMap#open()}. */
  <K, T extends @Nullable Object> JoinMap<K, T> openJoinMap();

  /**
   * Joins futures.
   *
   * @param futures what to wait for
   * @param failFast whether the first failure cancels the rest ({@code tryJoin})
   * @param finish makes the result from the results in order
   */
  <R> Future<R> join(
      List<? extends Future<?>> futures,
      boolean failFast,
      Function<? super @Nullable Object[], ? extends R> finish);

  /**
   * Races futures.
   *
   * @param futures the branches
   * @param biased whether they are polled in order instead of from a random start
   * @param finish makes the result from the winner's position and value
   */
  <R> Future<R> select(
      List<? extends Future<?>> futures, boolean biased, SelectFinisher<? extends R> finish);

  /**
   * Races two futures, without a list of them.
   *
   * @param a first branch
   * @param b second branch
   * @param biased whether they are polled in order instead of from a random start
   * @param finish makes the result from the winner's position and value
   */
  <R> Future<R> select(
      Future<?> a, Future<?> b, boolean biased, SelectFinisher<? extends R> finish);

  /** {@link dev.weft.Async#keep(Future)}. */
  <T extends @Nullable Object> Future<T> keep(Future<T> future);

  /** {@link dev.weft.Async#onDiscard(Future, Consumer)}. */
  <T extends @Nullable Object> Future<T> onDiscard(Future<T> future, Consumer<? super T> handler);

  /** {@link TaskLocal#where}. */
  <L, R extends @Nullable Object> Future<R> bind(TaskLocal<L> local, L value, Future<R> future);

  /** {@link TaskLocal#getOrNull()}. */
  <L> @Nullable L bound(TaskLocal<L> local);

  /** {@link Weft#builder()}. */
  Weft.Builder builder();

  /** {@link Weft#current()}. */
  Weft current();

  /** {@link dev.weft.Async#spawn(Future)}. */
  default <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    return current().spawn(future);
  }

  /** Makes the result of a select. */
  @FunctionalInterface
  interface SelectFinisher<R> {
    /** The result for the branch at {@code index}, which won with {@code value}. */
    R apply(int index, @Nullable Object value);
  }
}

package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinMap;
import dev.weft.JoinSet;
import dev.weft.Retry;
import dev.weft.Scope;
import dev.weft.TaskLocal;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.gate.Gate.SelectFinisher;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makers of the futures that are made of futures; each method is one of the gate's. */
public final class Combinators {

  private Combinators() {}

  /**
   * Waits for all.
   *
   * @param futures what to wait for
   * @param failFast whether the first failure cancels the rest
   * @param finish makes the result from the results in order
   * @param <R> type of the result
   * @return a future that hasn't been polled
   */
  public static <R> Future<R> join(
      List<? extends Future<?>> futures,
      boolean failFast,
      Function<? super @Nullable Object[], ? extends R> finish) {
    return new Join<>(futures, failFast, finish);
  }

  /**
   * Waits for the first.
   *
   * @param futures the branches, at least one
   * @param biased whether they are polled in order instead of from a random start
   * @param finish makes the result from the winner's position and value
   * @param <R> type of the result
   * @return a future that hasn't been polled
   */
  public static <R> Future<R> select(
      List<? extends Future<?>> futures, boolean biased, SelectFinisher<? extends R> finish) {
    return new Select<>(Group.owned(futures), biased, finish);
  }

  /**
   * Waits for the first of two.
   *
   * @param a first branch
   * @param b second branch
   * @param biased whether they are polled in order instead of from a random start
   * @param finish makes the result from the winner's position and value
   * @param <R> type of the result
   * @return a future that hasn't been polled
   */
  public static <R> Future<R> select(
      Future<?> a, Future<?> b, boolean biased, SelectFinisher<? extends R> finish) {
    return new Select<>(new RawFuture<?>[] {RawFuture.own(a), RawFuture.own(b)}, biased, finish);
  }

  /**
   * A branch that a lost race leaves alone.
   *
   * @param future the branch
   * @param <T> type of its result
   * @return a view of it
   */
  public static <T extends @Nullable Object> Future<T> keep(Future<T> future) {
    return new Keep<>(future);
  }

  /**
   * A future with a rule for a value that nobody can receive.
   *
   * @param future the future
   * @param handler takes the value
   * @param <T> type of its result
   * @return the future with the rule
   */
  public static <T extends @Nullable Object> Future<T> onDiscard(
      Future<T> future, Consumer<? super T> handler) {
    return new OnDiscard<>(future, handler);
  }

  /**
   * Limits the time of a future.
   *
   * @param limit counted from the first poll
   * @param future the future
   * @param <T> type of its result
   * @return a future that hasn't been polled
   */
  public static <T extends @Nullable Object> Future<T> timeout(Duration limit, Future<T> future) {
    return new Timeout<>(limit, future);
  }

  /**
   * Gives a future until a moment.
   *
   * @param deadlineNanos on the runtime's clock
   * @param future the future
   * @param <T> type of its result
   * @return a future that hasn't been polled
   */
  public static <T extends @Nullable Object> Future<T> timeoutAt(
      long deadlineNanos, Future<T> future) {
    return new Timeout<>(deadlineNanos, future);
  }

  /**
   * A future that isn't cancelled once it has begun.
   *
   * @param future the future
   * @param <T> type of its result
   * @return a future that hasn't been polled
   */
  public static <T extends @Nullable Object> Future<T> shield(Future<T> future) {
    return new Shield<>(future);
  }

  /**
   * Waits for the first success.
   *
   * @param futures at least one
   * @param <T> type of the results
   * @return a future that hasn't been polled
   */
  public static <T extends @Nullable Object> Future<T> firstSuccess(
      List<? extends Future<T>> futures) {
    return new FirstSuccess<>(futures);
  }

  /**
   * Tries again and again.
   *
   * @param policy how often and when
   * @param start starts an attempt
   * @param <T> type of the result
   * @return a future that hasn't been polled
   */
  public static <T extends @Nullable Object> Future<T> retry(
      Retry policy, Supplier<? extends Future<T>> start) {
    return new Retrying<>(policy, start);
  }

  /**
   * Lets other tasks run first.
   *
   * @return a future that hasn't been polled
   */
  public static Future<Void> yieldNow() {
    return new YieldNow();
  }

  /**
   * Binds a task-local.
   *
   * @param local what to bind
   * @param value to what
   * @param future where
   * @param <L> type of the value
   * @param <R> type of the result
   * @return a future that hasn't been polled
   */
  public static <L, R extends @Nullable Object> Future<R> bind(
      TaskLocal<L> local, L value, Future<R> future) {
    return new Bound<>(local, value, future);
  }

  /**
   * Looks a task-local up.
   *
   * @param local which
   * @param chain what {@link dev.weft.codegen.PollContext#locals} says
   * @param <L> type of the value
   * @return its innermost value, or {@code null}
   */
  public static <L> @Nullable L bound(TaskLocal<L> local, @Nullable Object chain) {
    return Bound.find(local, chain);
  }

  /**
   * Runs a body with a scope.
   *
   * @param spawner starts the children, asked at the first poll
   * @param start starts the body
   * @param <T> type of the body's value
   * @return a future that hasn't been polled
   */
  public static <T extends @Nullable Object> Future<T> scope(
      Function<? super Context, ? extends Spawner> spawner,
      Function<? super Scope, ? extends Future<T>> start) {
    return new ScopeBlock<>(spawner, start);
  }

  /**
   * Opens a scope.
   *
   * @param spawner starts the children
   * @return an open scope in the resource form
   */
  public static Scope openScope(Spawner spawner) {
    return new ScopeImpl(spawner);
  }

  /**
   * Opens a join set.
   *
   * @param spawner starts the tasks
   * @param <T> type of their results
   * @return an empty set
   */
  public static <T extends @Nullable Object> JoinSet<T> openJoinSet(Spawner spawner) {
    return new JoinSetImpl<>(spawner);
  }

  /**
   * Opens a join map.
   *
   * @param spawner starts the tasks
   * @param <K> type of the keys
   * @param <T> type of their results
   * @return an empty map
   */
  public static <K, T extends @Nullable Object> JoinMap<K, T> openJoinMap(Spawner spawner) {
    return new JoinMapImpl<>(spawner);
  }
}

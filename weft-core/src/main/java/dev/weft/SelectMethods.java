package dev.weft;

import dev.weft.internal.gate.Gate;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The race methods of {@link Async}, apart so that each file stays readable. */
abstract class SelectMethods extends SelectManyMethods {

  SelectMethods() {}

  /**
   * Races two futures: the first to complete wins and the other is cancelled, except under {@link
   * #keep}. The race ends only when the loser has cleaned up. Which is polled first is random.
   *
   * <p>A loser that still returns a value hands it to {@link #onDiscard}; by default an {@link
   * AutoCloseable} is closed. If the winner fails, its exception is thrown.
   *
   * <p><em>Cancellation:</em> cancels both.
   *
   * @param a first branch
   * @param b second branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @return the winner: {@code First(value)} or {@code Second(value)}
   */
  public static <A extends @Nullable Object, B extends @Nullable Object>
      Future<Select2<A, B>> select(Future<A> a, Future<B> b) {
    return race2(a, b, false);
  }

  /**
   * Like {@link #select(Future, Future)}, but always polls in the order given, so that an earlier
   * branch that is ready always wins.
   *
   * @param a first branch
   * @param b second branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @return the winner
   */
  public static <A extends @Nullable Object, B extends @Nullable Object>
      Future<Select2<A, B>> selectBiased(Future<A> a, Future<B> b) {
    return race2(a, b, true);
  }

  /**
   * Races a list of futures, as {@link #select(Future, Future)} does.
   *
   * @param branches at least one
   * @param <T> result of the branches
   * @return the winner's index and value
   * @throws IllegalArgumentException if the list is empty, as that race could never end
   */
  public static <T extends @Nullable Object> Future<SelectAll<T>> select(
      List<? extends Future<T>> branches) {
    return raceAll(branches, false);
  }

  /**
   * Races a list of futures in the order given, as {@link #selectBiased(Future, Future)} does.
   *
   * @param branches at least one
   * @param <T> result of the branches
   * @return the winner's index and value
   * @throws IllegalArgumentException if the list is empty, as that race could never end
   */
  public static <T extends @Nullable Object> Future<SelectAll<T>> selectBiased(
      List<? extends Future<T>> branches) {
    return raceAll(branches, true);
  }

  /**
   * Marks a branch of a {@code select} that is neither cancelled nor consumed when it loses: the
   * same future may be raced again later.
   *
   * <p><em>Cancellation:</em> when the race itself is cancelled, so is the branch.
   *
   * @param future the branch
   * @param <T> type of its result
   * @return a view of the branch for one race
   */
  public static <T extends @Nullable Object> Future<T> keep(Future<T> future) {
    return Gate.get().keep(Objects.requireNonNull(future, "future"));
  }

  /**
   * Says what becomes of a value that a cancelled future still returns, when nobody can receive it.
   *
   * @param future the branch
   * @param handler takes the value; its exceptions are suppressed on the failure of the winner, or
   *     else go to the runtime's handler
   * @param <T> type of the result
   * @return the branch with the handler
   */
  public static <T extends @Nullable Object> Future<T> onDiscard(
      Future<T> future, Consumer<? super T> handler) {
    return Gate.get()
        .onDiscard(
            Objects.requireNonNull(future, "future"), Objects.requireNonNull(handler, "handler"));
  }

  @SuppressWarnings("unchecked") // branch 0 yields A and branch 1 yields B
  private static <A extends @Nullable Object, B extends @Nullable Object>
      Future<Select2<A, B>> race2(Future<A> a, Future<B> b, boolean biased) {
    return Gate.get()
        .select(
            Objects.requireNonNull(a, "a"),
            Objects.requireNonNull(b, "b"),
            biased,
            (index, value) -> index == 0 ? new First<>((A) value) : new Second<>((B) value));
  }

  @SuppressWarnings("unchecked") // all branches yield T
  private static <T extends @Nullable Object> Future<SelectAll<T>> raceAll(
      List<? extends Future<T>> branches, boolean biased) {
    List<? extends Future<T>> copy = List.copyOf(branches);
    if (copy.isEmpty()) {
      throw new IllegalArgumentException("select got 0 branches; it needs at least 1.");
    }
    return Gate.get().select(copy, biased, (index, value) -> new SelectAll<>(index, (T) value));
  }
}

package dev.weft.compiler.testkit;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What becomes of the futures that a piece of code awaits, numbered in the order of their first
 * polls.
 *
 * @param pendings how often each is pending
 * @param failing the one that fails, or {@link #NONE}
 * @param cancelled the one while which the code is cancelled, or {@link #NONE}
 */
public record Plan(int pendings, int failing, int cancelled) {

  static final int NONE = -1;

  /** The kinds of plans. */
  public enum Outcome {
    /** Every future is ready when it is polled first. */
    READY,
    /** Every future is pending once. */
    PENDING_ONCE,
    /** Every future is pending three times. */
    PENDING_OFTEN,
    /** One future after the other fails, at once and after it was pending. */
    FAILED,
    /** The code is cancelled at one future after the other; those before were ready, or pending. */
    CANCELLED;

    /** All plans for code that awaits so many futures when all goes well. */
    public List<Plan> plans(int awaits) {
      return switch (this) {
        case READY -> List.of(of(0));
        case PENDING_ONCE -> List.of(of(1));
        case PENDING_OFTEN -> List.of(of(3));
        case FAILED ->
            each(awaits, index -> Stream.of(new Plan(0, index, NONE), new Plan(1, index, NONE)));
        case CANCELLED ->
            each(awaits, index -> Stream.of(new Plan(0, NONE, index), new Plan(1, NONE, index)));
      };
    }

    private static List<Plan> each(
        int awaits, java.util.function.IntFunction<Stream<Plan>> plansOf) {
      return IntStream.range(0, awaits).boxed().flatMap(plansOf::apply).toList();
    }
  }

  /** The plan in which each future is pending so often and has its value then. */
  public static Plan of(int pendings) {
    return new Plan(pendings, NONE, NONE);
  }
}

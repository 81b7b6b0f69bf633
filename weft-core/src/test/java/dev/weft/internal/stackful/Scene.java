package dev.weft.internal.stackful;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.StackfulBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What one run of a body finds: leaves that behave in one way, and a log. */
final class Scene {

  /** How the leaves behave; number 2 is the one that may fail or never complete. */
  enum Leaves {
    READY,
    PENDING_ONCE,
    PENDING_OFTEN,
    FAILED,
    FAILED_LATER,
    CANCELLED
  }

  /** Where the body runs. */
  enum Backend {
    BLOCKING,
    STACKFUL,
    STACKLESS
  }

  /** Everything about a run that must be the same on all backends. */
  record Result(Object value, String failure, List<String> suppressed, List<String> log) {

    static Result of(Object value, Throwable failure, Scene scene) {
      return new Result(
          value,
          failure == null ? null : describe(failure),
          failure == null
              ? List.of()
              : Arrays.stream(failure.getSuppressed()).map(Result::describe).toList(),
          List.copyOf(scene.log));
    }

    private static String describe(Throwable failure) {
      return failure instanceof Cancellation
          ? "Cancellation"
          : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }
  }

  private final Leaves leaves;
  private final Backend backend;
  private final Mode mode;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final List<Leaf<Integer>> stuck = Collections.synchronizedList(new ArrayList<>());
  private boolean cancelled;

  Scene(Leaves leaves, Backend backend, Mode mode) {
    this.leaves = leaves;
    this.backend = backend;
    this.mode = mode;
  }

  void log(String line) {
    log.add(line);
  }

  Leaf<Integer> leaf(int number) {
    int value = number * 100;
    return switch (leaves) {
      case READY -> Leaf.ready(value);
      case PENDING_ONCE -> Leaf.after(1, value);
      case PENDING_OFTEN -> Leaf.after(7, value);
      case FAILED -> number == 2 ? Leaf.failing(0, new IOException("2")) : Leaf.ready(value);
      case FAILED_LATER ->
          number == 2 ? Leaf.failing(3, new IOException("2")) : Leaf.after(2, value);
      case CANCELLED -> number == 2 && stuck.isEmpty() ? never() : Leaf.after(1, value);
    };
  }

  private Leaf<Integer> never() {
    var leaf = new Leaf<Integer>("never");
    stuck.add(leaf);
    return leaf;
  }

  /** Whether the run waits for the leaf at which it is to be cancelled. */
  boolean isStuck() {
    return !stuck.isEmpty() && stuck.getFirst().polls() > 0;
  }

  <T> T await(Future<T> future) throws Exception {
    if (backend == Backend.BLOCKING && !cancelled && stuck.contains(future)) {
      cancelled = true;
      throw new Cancellation("blocking");
    }
    return Awaiter.await(future);
  }

  Future<Object> block(StackfulBody<Object> body) {
    return backend == Backend.BLOCKING
        ? cx -> dev.weft.Poll.ready(body.run()) // a plain call
        : mode.block(body);
  }
}

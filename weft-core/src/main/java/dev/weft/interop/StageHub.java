package dev.weft.interop;

import dev.weft.Cancellation;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A stage and those who wait for it. */
final class StageHub<T extends @Nullable Object> {

  /*
   * Idea: all waits share one callback, a Link, which is there while somebody waits. CompletableFuture has
   * no method that takes a callback back, but anyOf(stage, gate) does it: when the gate opens, the
   * callback with the stage is dead, and anyOf unlinks dead ones from its other sources.
   *
   * A stage of another class is seen through its toCompletableFuture(), once; that view stays registered
   * with it, and the links come and go at the view.
   *
   * Under the monitor: the set of waits and which link is the present one. Connecting happens outside of
   * it, as it may complete on the spot. A link whose gate was opened before it connected finds the gate
   * open and registers nothing. A wait is added before it looks at the stage again, and a link takes its
   * list of wakers after the stage is complete: one of the two sees the other.
   */

  private final CompletionStage<T> stage;
  private final Set<StageWait<T>> waits = new HashSet<>(4);
  private @Nullable CompletableFuture<T> view;
  private @Nullable Link link;

  StageHub(CompletionStage<T> stage) {
    this.stage = stage;
  }

  private synchronized CompletableFuture<T> view() {
    CompletableFuture<T> made = view;
    if (made == null) {
      made = stage.toCompletableFuture();
      view = made;
    }
    return made;
  }

  /** The outcome or PENDING. */
  @Nullable Object look() throws Exception {
    CompletableFuture<T> future = view();
    return switch (future.state()) {
      case RUNNING -> RawFuture.PENDING;
      case SUCCESS -> future.resultNow();
      case CANCELLED -> throw new CancellationException(stage + " was cancelled.");
      case FAILED -> throw Codegen.<RuntimeException>sneak(failure(future));
    };
  }

  private static Throwable failure(CompletableFuture<?> future) {
    Throwable failure = future.exceptionNow();
    if (failure instanceof Cancellation) { // of another task: not the one that waits here
      var cancelled = new CancellationException("A task that the stage stands for was cancelled.");
      cancelled.initCause(failure);
      return cancelled;
    }
    return failure;
  }

  /** Adds a wait, which then looks again. */
  void add(StageWait<T> wait) {
    CompletableFuture<T> future = view();
    Link made;
    synchronized (this) {
      waits.add(wait);
      if (link != null) {
        return;
      }
      made = new Link();
      link = made;
    }
    made.connect(future);
  }

  void remove(StageWait<T> wait) {
    Link last;
    synchronized (this) {
      if (!waits.remove(wait) || !waits.isEmpty()) {
        return;
      }
      last = link;
      link = null;
    }
    if (last != null) {
      last.disconnect();
    }
  }

  /** Cancels the stage as far as it lets itself be. */
  void cancelStage() {
    boolean _ = view().cancel(true);
  }

  private synchronized List<Waker> wakers() {
    List<Waker> all = new ArrayList<>(waits.size());
    for (StageWait<T> wait : waits) {
      all.add(wait.waker());
    }
    return all;
  }

  private final class Link {

    private final CompletableFuture<@Nullable Void> gate = new CompletableFuture<>();

    void connect(CompletableFuture<T> future) {
      var _ = CompletableFuture.anyOf(future, gate).whenComplete((value, failure) -> fired());
    }

    void disconnect() {
      boolean _ = gate.complete(null);
    }

    private void fired() {
      if (!gate.isDone()) {
        wakers().forEach(Waker::wake);
      }
    }
  }

  @Override
  public String toString() {
    return stage.toString();
  }
}

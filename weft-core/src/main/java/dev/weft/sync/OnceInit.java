package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One attempt to get the value of a cell, which may become the one that computes it. */
final class OnceInit<T> extends Around<T> {

  /*
   * State, the owner's: first `turn` is polled, for the value or the turn. With the turn, `running` is made
   * and polled; the turn is this future's until it has set the value or ended in another way.
   */

  private final OnceCell<T> cell;
  private final Supplier<? extends Future<? extends T>> source;
  private final @Nullable Future<?> given; // to be cancelled if it isn't needed
  private final RawFuture<@Nullable T> turn;
  private @Nullable RawFuture<? extends T> running;
  private boolean finished;

  /** With a future that is there already. */
  OnceInit(OnceCell<T> cell, Future<? extends T> given) {
    this(cell, () -> given, given);
  }

  /** With one that is made when it is needed. */
  OnceInit(OnceCell<T> cell, Supplier<? extends Future<? extends T>> source) {
    this(cell, source, null);
  }

  private OnceInit(
      OnceCell<T> cell, Supplier<? extends Future<? extends T>> source, @Nullable Future<?> given) {
    this.cell = cell;
    this.source = source;
    this.given = given;
    this.turn = cell.enter();
  }

  @Override
  @Nullable Object advance(Context cx) throws Exception {
    RawFuture<? extends T> init = running;
    if (init == null) {
      Object value = turn.pollRaw(cx);
      if (value != null) {
        return value; // or PENDING
      }
      init = own(source.get());
      running = init;
    }
    Object value = init.pollRaw(cx);
    if (value != PENDING) {
      cell.finish(Objects.requireNonNull(value, "the value of an initialiser"));
      finished = true;
    }
    return value;
  }

  @Override
  boolean stop() {
    return running == null ? turn.cancel() : running.cancel();
  }

  @Override
  void ended() {
    if (running == null) {
      if (given != null) {
        given.cancel(); // releases it, as it wasn't polled
      }
    } else if (!finished) {
      cell.giveUp();
    }
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<? extends T> init = running;
    return init == null ? null : init.location();
  }

  @Override
  public String toString() {
    return "initialisation of " + cell;
  }
}

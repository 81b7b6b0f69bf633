package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A stream that does what a script says; after the last step it ends. */
final class ScriptedStream<T> implements AsyncStream<T> {

  private static final Object PEND = new Object();
  private static final Object STALL = new Object();

  private final Deque<Object> steps = new ArrayDeque<>();
  boolean needsTime; // whether cancelNext asks to be polled on
  int cancels;
  int polls;
  int closes;
  private @Nullable Waker waker;
  private int pendingCloses; // polls for which a close is pending

  ScriptedStream<T> gives(T item) {
    steps.add(item);
    return this;
  }

  /** The next poll is pending and woken at once. */
  ScriptedStream<T> pends() {
    steps.add(PEND);
    return this;
  }

  /** Polls are pending until goOn(). */
  ScriptedStream<T> stalls() {
    steps.add(STALL);
    return this;
  }

  ScriptedStream<T> breaks(Exception failure) {
    steps.add(failure);
    return this;
  }

  ScriptedStream<T> closesAfter(int polls) {
    pendingCloses = polls;
    return this;
  }

  void goOn() {
    steps.remove(STALL);
    if (waker != null) {
      waker.wake();
    }
  }

  @Override
  public @Nullable Object pollNext(Context cx) throws Exception {
    polls++;
    Object step = steps.peek();
    if (step == STALL) {
      waker = cx.waker();
      return RawFuture.PENDING;
    }
    steps.poll();
    if (step == PEND) {
      cx.waker().wake();
      return RawFuture.PENDING;
    }
    if (step instanceof Exception failure) {
      throw failure;
    }
    return step;
  }

  @Override
  public boolean cancelNext() {
    cancels++;
    return !needsTime;
  }

  @Override
  public Future<Void> closeAsync() {
    return new LeafFuture<>() {
      @Override
      protected @Nullable Object pollLeaf(Context cx) {
        if (pendingCloses-- > 0) {
          cx.waker().wake();
          return PENDING;
        }
        closes++;
        return null;
      }
    };
  }
}

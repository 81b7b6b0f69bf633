package dev.weft.internal.combine;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Scope;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A body with a scope that ends with it.
 *
 * <p><em>Cancellation:</em> cancels the body and all children and waits for their clean-up.
 *
 * @param <T> type of the body's value
 */
final class ScopeBlock<T extends @Nullable Object> extends Combinator<T> {

  /*
   * State: `body` is the body until it has ended, and later what disposes of its value; `scope` exists
   * from the first poll on. The body runs in this task, so that it sees the task-locals; the scope wakes
   * the task at a child's failure, which then cancels the body, and at the end of the last child.
   *
   * The end: a failure, if there was any; a Cancellation if this block was cancelled and the body or
   * some child left unfinished what it did; otherwise the body's value. A value that isn't delivered is
   * disposed of.
   */

  private final Function<? super Context, ? extends Spawner> spawner;
  private @Nullable Function<? super Scope, ? extends Future<T>> start; // null once it has started
  private @Nullable ScopeImpl scope;
  private @Nullable RawFuture<?> body;
  private boolean completed; // the body has, and its value counts
  private @Nullable Combinator<?> source; // the completed body, if it has a rule for its value
  private @Nullable Object value;
  private boolean disposed;
  private boolean bodyStopped;
  private boolean bodyPolled;

  ScopeBlock(
      Function<? super Context, ? extends Spawner> spawner,
      Function<? super Scope, ? extends Future<T>> start) {
    this.spawner = spawner;
    this.start = start;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    ScopeImpl children = scope;
    if (children == null) {
      children = new ScopeImpl(spawner.apply(cx));
      body = RawFuture.own(Objects.requireNonNull(start).apply(children));
      start = null; // what the body has captured is its own to keep or to forget
      scope = children;
    }
    children.watchedBy(cx.waker());
    while (true) {
      if (body != null) {
        pollBody(body, children, cx);
      }
      if (body != null) {
        if (bodyStopped || !children.interruptsBody()) {
          return PENDING;
        }
        stopBody(body, children);
      } else if (!children.endIfIdle()) {
        return PENDING;
      } else if (disposed || delivers(children) || !dispose()) {
        return outcome(children);
      }
    }
  }

  private void pollBody(RawFuture<?> polled, ScopeImpl children, Context cx) {
    bodyPolled = true;
    Object result;
    try {
      result = polled.pollRaw(cx);
    } catch (Throwable failure) {
      body = null;
      bodyFailed(children, failure);
      return;
    } finally {
      bodyPolled = false;
    }
    if (result != PENDING) {
      body = null;
      if (!disposed) {
        completed = true;
        source = polled instanceof Combinator<?> combinator ? combinator : null;
        value = result;
      }
    }
  }

  private void bodyFailed(ScopeImpl children, Throwable failure) {
    if (disposed) {
      cleanUpFailed(children, failure);
    } else if (bodyStopped && failure instanceof Cancellation) {
      for (Throwable inCleanUp : failure.getSuppressed()) {
        cleanUpFailed(children, inCleanUp);
      }
    } else if (!children.fail(failure)) {
      report(failure);
    }
  }

  private void cleanUpFailed(ScopeImpl children, Throwable failure) {
    if (!children.suppress(failure)) {
      report(failure);
    }
  }

  private void stopBody(RawFuture<?> running, ScopeImpl children) {
    bodyStopped = true;
    try {
      if (running.cancel()) {
        body = null;
      }
    } catch (Throwable failure) {
      if (!bodyPolled) {
        body = null;
      }
      if (!children.fail(failure)) {
        report(failure);
      }
    }
  }

  private boolean delivers(ScopeImpl children) {
    return completed && !children.hasFailed() && !children.hasMissed();
  }

  private boolean dispose() {
    disposed = true;
    if (completed) {
      body = disposalOf(value);
    }
    return body != null;
  }

  private @Nullable Object outcome(ScopeImpl children) {
    Throwable failure = children.takeFailure();
    if (failure != null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
    if (disposed) {
      throw new Cancellation(this + " was cancelled.");
    }
    return value;
  }

  @Override
  boolean stop() {
    ScopeImpl children = scope;
    if (children == null) {
      return true;
    }
    children.abandon();
    if (body != null && !bodyStopped && !disposed) {
      stopBody(body, children);
    }
    return body == null && !completed && children.endIfIdle() && !children.hasFailed();
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object result) {
    return completed ? disposalOf(result) : null;
  }

  private @Nullable Disposal disposalOf(@Nullable Object result) {
    return source == null ? Disposal.ofValue(result) : Disposal.of(source, result);
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<?> running = body;
    return running == null ? null : running.location();
  }

  @Override
  public String toString() {
    return "scope";
  }
}

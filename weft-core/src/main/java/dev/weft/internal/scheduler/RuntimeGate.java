package dev.weft.internal.scheduler;

import dev.weft.AsyncAction;
import dev.weft.AsyncBody;
import dev.weft.AsyncCloseable;
import dev.weft.AsyncFunction;
import dev.weft.Future;
import dev.weft.JoinMap;
import dev.weft.JoinSet;
import dev.weft.Retry;
import dev.weft.Scope;
import dev.weft.StackfulAction;
import dev.weft.StackfulBody;
import dev.weft.TaskLocal;
import dev.weft.Weft;
import dev.weft.codegen.CompiledBody;
import dev.weft.codegen.PollContext;
import dev.weft.internal.combine.Combinators;
import dev.weft.internal.gate.Gate;
import dev.weft.internal.stackful.Awaiter;
import dev.weft.internal.stackful.StackfulBlock;
import dev.weft.internal.stackful.StackfulBlocks;
import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import dev.weft.spi.RuntimeThread;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The gate behind the facades: it only passes on, to compiled blocks where there are some. */
public final class RuntimeGate implements Gate {

  /** For the gate's holder, which knows this class by its name. */
  public RuntimeGate() {}

  @Override
  public <T extends @Nullable Object> Future<T> async(AsyncBody<T> body) {
    return body instanceof CompiledBody compiled
        ? started(compiled, null)
        : StackfulBlocks.async(body);
  }

  @Override
  public Future<Void> async(AsyncAction action) {
    return action instanceof CompiledBody compiled
        ? started(compiled, null)
        : StackfulBlocks.async(action);
  }

  @Override
  public <A extends @Nullable Object, T extends @Nullable Object> Future<T> async(
      AsyncFunction<A, T> function, A argument) {
    return function instanceof CompiledBody compiled
        ? started(compiled, argument)
        : StackfulBlocks.async(function, argument);
  }

  @SuppressWarnings(
      "unchecked") // the compiler made the body and its state machine for the same type
  private static <T extends @Nullable Object> Future<T> started(
      CompiledBody body, @Nullable Object argument) {
    return (Future<T>) body.start(argument);
  }

  @Override
  public <T extends @Nullable Object> Future<T> stackful(StackfulBody<T> body) {
    return StackfulBlocks.stackful(body);
  }

  @Override
  public Future<Void> stackful(StackfulAction action) {
    return StackfulBlocks.stackful(action);
  }

  @Override
  public <T extends @Nullable Object> T await(Future<T> future) throws Exception {
    return Awaiter.await(future);
  }

  @Override
  public void awaitClose(AsyncCloseable resource) throws IOException {
    Awaiter.awaitClose(resource);
  }

  @Override
  public Future<Void> sleep(Duration duration) {
    return Sleep.after(duration);
  }

  @Override
  public Future<Void> yieldNow() {
    return Combinators.yieldNow();
  }

  @Override
  public <T extends @Nullable Object> Future<T> timeout(Duration limit, Future<T> future) {
    return Combinators.timeout(limit, future);
  }

  @Override
  public <T extends @Nullable Object> Future<T> timeoutAt(long deadlineNanos, Future<T> future) {
    return Combinators.timeoutAt(deadlineNanos, future);
  }

  @Override
  public <T extends @Nullable Object> Future<T> shield(Future<T> future) {
    return Combinators.shield(future);
  }

  @Override
  public <T extends @Nullable Object> Future<T> firstSuccess(List<? extends Future<T>> futures) {
    return Combinators.firstSuccess(futures);
  }

  @Override
  public <T extends @Nullable Object> Future<T> retry(
      Retry policy, Supplier<? extends Future<T>> start) {
    return Combinators.retry(policy, start);
  }

  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> call) throws Exception {
    return currentOrNull() instanceof WeftRuntime runtime
        ? runtime.blockInPlace(call)
        : call.call();
  }

  @Override
  public <T extends @Nullable Object> Future<T> scope(AsyncFunction<Scope, T> body) {
    return Combinators.scope(cx -> cx.runtime()::spawn, scope -> async(body, scope));
  }

  @Override
  public Scope openScope() {
    return Combinators.openScope(current()::spawn);
  }

  @Override
  public <T extends @Nullable Object> JoinSet<T> openJoinSet() {
    return Combinators.openJoinSet(current()::spawn);
  }

  @Override
  public <K, T extends @Nullable Object> JoinMap<K, T> openJoinMap() {
    return Combinators.openJoinMap(current()::spawn);
  }

  @Override
  public <R> Future<R> join(
      List<? extends Future<?>> futures,
      boolean failFast,
      Function<? super @Nullable Object[], ? extends R> finish) {
    return Combinators.join(futures, failFast, finish);
  }

  @Override
  public <R> Future<R> select(
      List<? extends Future<?>> futures, boolean biased, SelectFinisher<? extends R> finish) {
    return Combinators.select(futures, biased, finish);
  }

  @Override
  public <R> Future<R> select(
      Future<?> a, Future<?> b, boolean biased, SelectFinisher<? extends R> finish) {
    return Combinators.select(a, b, biased, finish);
  }

  @Override
  public <T extends @Nullable Object> Future<T> keep(Future<T> future) {
    return Combinators.keep(future);
  }

  @Override
  public <T extends @Nullable Object> Future<T> onDiscard(
      Future<T> future, Consumer<? super T> handler) {
    return Combinators.onDiscard(future, handler);
  }

  @Override
  public <L, R extends @Nullable Object> Future<R> bind(
      TaskLocal<L> local, L value, Future<R> future) {
    return Combinators.bind(local, value, future);
  }

  @Override
  public <L> @Nullable L bound(TaskLocal<L> local) {
    return Combinators.bound(local, locals());
  }

  /** The task-locals in force for the calling code. */
  private static @Nullable Object locals() {
    if (StackfulBlock.currentContext() != null) {
      return StackfulBlock.currentLocals();
    }
    PollSite site = PollSite.current();
    TaskCell<?> task = site == null ? null : site.task();
    return task == null ? null : task.locals();
  }

  @Override
  public Weft.Builder builder() {
    return new WeftBuilder();
  }

  @Override
  public Weft current() {
    Weft runtime = currentOrNull();
    if (runtime == null) {
      throw new IllegalStateException(
          "No Weft runtime runs on "
              + Thread.currentThread()
              + "; call this inside a task or Weft.blockOn, or use a method of a Weft instance.");
    }
    return runtime;
  }

  private static @Nullable Weft currentOrNull() {
    PollSite site = PollSite.current();
    if (site != null) {
      return site.runtime();
    }
    if (Thread.currentThread() instanceof RuntimeThread thread
        && thread.site() instanceof Weft runtime) {
      return runtime; // a thread of the blocking pool
    }
    PollContext context = StackfulBlock.currentContext();
    return context == null ? null : context.runtime();
  }
}

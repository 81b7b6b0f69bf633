package dev.weft.internal.combine;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinSet;
import dev.weft.internal.gate.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A join set over the tasks of one runtime; all it does is in {@link JoinCore}. */
final class JoinSetImpl<T extends @Nullable Object> implements JoinSet<T> {

  private final JoinCore<T> core;

  JoinSetImpl(Spawner spawner) {
    core = new JoinCore<>(spawner, false);
  }

  @Override
  public JoinSet<T> limit(int n) {
    core.limit(n);
    return this;
  }

  @Override
  public JoinHandle<T> spawn(Future<T> future) {
    return core.spawn(null, Objects.requireNonNull(future, "future"));
  }

  @Override
  public Future<JoinHandle<T>> spawnWhenFree(Future<T> future) {
    return new SpawnWhenFree<>(core, null, Objects.requireNonNull(future, "future"));
  }

  @Override
  public Future<@Nullable JoinHandle<T>> joinNext() {
    return new JoinNext<>(core, JoinEntry::handle);
  }

  @Override
  public @Nullable JoinHandle<T> tryJoinNext() {
    JoinEntry<T> entry = core.take();
    return entry == null ? null : entry.handle();
  }

  @Override
  public Future<List<T>> joinAll() {
    return new JoinWhole.All<>(core);
  }

  @Override
  public Future<T> joinFirst() {
    return new JoinWhole.First<>(core);
  }

  @Override
  public void abortAll() {
    core.abortAll();
  }

  @Override
  public int size() {
    return core.size();
  }

  @Override
  public Future<Void> closeAsync() {
    return core.close();
  }

  @Override
  public void close() {
    awaitClose(this);
  }

  /** Closes what does no input or output. */
  static void awaitClose(AsyncCloseable tasks) {
    try {
      Gate.get().awaitClose(tasks);
    } catch (IOException impossible) {
      throw new UncheckedIOException("Closing tasks does no input or output.", impossible);
    }
  }

  @Override
  public String toString() {
    return "join set of " + size();
  }
}

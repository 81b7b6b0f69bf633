package dev.weft.internal.combine;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinMap;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A join map over the tasks of one runtime; all it does is in {@link JoinCore}. */
final class JoinMapImpl<K, T extends @Nullable Object> implements JoinMap<K, T> {

  private final JoinCore<T> core;

  JoinMapImpl(Spawner spawner) {
    core = new JoinCore<>(spawner, true);
  }

  @Override
  public JoinMap<K, T> limit(int n) {
    core.limit(n);
    return this;
  }

  @Override
  public JoinHandle<T> spawn(K key, Future<T> future) {
    return core.spawn(Objects.requireNonNull(key, "key"), Objects.requireNonNull(future, "future"));
  }

  @Override
  public Future<JoinHandle<T>> spawnWhenFree(K key, Future<T> future) {
    return new SpawnWhenFree<>(
        core, Objects.requireNonNull(key, "key"), Objects.requireNonNull(future, "future"));
  }

  @Override
  public Future<@Nullable Joined<K, T>> joinNext() {
    return new JoinNext<>(core, this::joined);
  }

  @Override
  public @Nullable Joined<K, T> tryJoinNext() {
    JoinEntry<T> entry = core.take();
    return entry == null ? null : joined(entry);
  }

  @SuppressWarnings("unchecked") // spawn() put a K there
  private Joined<K, T> joined(JoinEntry<T> entry) {
    return new Joined<>((K) Objects.requireNonNull(entry.key), entry.handle());
  }

  @Override
  public boolean abort(K key) {
    return core.abort(Objects.requireNonNull(key, "key"));
  }

  @Override
  public void abortAll() {
    core.abortAll();
  }

  @Override
  @SuppressWarnings("unchecked") // spawn() put keys of K only
  public Set<K> keys() {
    return (Set<K>) core.keys();
  }

  @Override
  public boolean contains(K key) {
    return core.contains(Objects.requireNonNull(key, "key"));
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
    JoinSetImpl.awaitClose(this);
  }

  @Override
  public String toString() {
    return "join map of " + size();
  }
}

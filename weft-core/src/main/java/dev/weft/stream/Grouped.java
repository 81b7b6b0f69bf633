package dev.weft.stream;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A source whose items go to the consumer of their key; the first of a key opens its group. */
final class Grouped<T, K> extends Hub<T> {

  /*
   * The stream of groups is an outlet like those of the groups. A group that was closed is forgotten: the
   * next item of its key opens another one. When the stream of groups was closed there is nobody to
   * take a new one, so items of other keys are lost.
   */

  private final Function<? super T, ? extends K> key;
  private final int maxGroups;
  private final int buffer;
  private final Map<K, GroupOutlet<K, T>> groups = new HashMap<>();
  private @Nullable Outlet<Group<K, T>> fresh;

  Grouped(AsyncStream<T> source, Function<? super T, ? extends K> key, int maxGroups, int buffer) {
    super(source);
    this.key = key;
    this.maxGroups = maxGroups;
    this.buffer = buffer;
  }

  AsyncStream<Group<K, T>> open() {
    var outlet = new Outlet<Group<K, T>>(this);
    synchronized (this) {
      outlets().add(outlet);
      fresh = outlet;
    }
    return outlet;
  }

  @Override
  boolean route(T item) {
    K itsKey = Objects.requireNonNull(key.apply(item), "The function of groupBy gave null.");
    GroupOutlet<K, T> group = groups.get(itsKey);
    if (group == null) {
      Outlet<Group<K, T>> target = fresh;
      if (target == null) {
        lose(item);
        return true;
      }
      if (groups.size() == maxGroups) {
        throw new IllegalStateException(
            "The stream has more groups than the " + maxGroups + " that groupBy may open.");
      }
      group = new GroupOutlet<>(this, itsKey);
      groups.put(itsKey, group);
      outlets().add(group);
      target.items.add(new Group<>(itsKey, group));
    }
    if (group.items.size() >= buffer) {
      return false;
    }
    group.items.add(item);
    return true;
  }

  @Override
  void gone(Outlet<?> outlet) {
    if (outlet instanceof GroupOutlet<?, ?> group) {
      groups.remove(group.key);
      group.items.forEach(this::lose);
    } else {
      fresh = null;
      outlet.items.forEach(this::dropUntaken);
    }
  }

  /**
   * Closes a group that nobody has seen, as nobody else could: its buffer would stop the others.
   */
  private void dropUntaken(Object group) {
    if (group instanceof Group<?, ?>(Object itsKey, GroupOutlet<?, ?> outlet) && drop(outlet)) {
      outlet.items.forEach(this::lose);
      outlet.items.clear();
      groups.remove(itsKey);
    }
  }

  private static final class GroupOutlet<K, T> extends Outlet<T> {

    private final K key;

    GroupOutlet(Grouped<T, K> hub, K key) {
      super(hub);
      this.key = key;
    }
  }
}

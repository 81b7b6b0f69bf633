package dev.weft.stream;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/** A source each of whose items goes to all consumers. */
final class Shared<T> extends Hub<T> implements Supplier<AsyncStream<T>> {

  private final int buffer;

  Shared(AsyncStream<T> source, int buffer) {
    super(source);
    this.buffer = buffer;
  }

  @Override
  public AsyncStream<T> get() {
    var outlet = new Outlet<T>(this);
    synchronized (this) {
      outlets().add(outlet);
    }
    return outlet;
  }

  @Override
  @SuppressWarnings("unchecked") // all outlets were made by get()
  boolean route(T item) {
    for (Outlet<?> outlet : outlets()) {
      if (outlet.items.size() >= buffer) {
        return false;
      }
    }
    for (Outlet<?> outlet : outlets()) {
      ((ArrayDeque<T>) outlet.items).add(item);
    }
    return true;
  }
}

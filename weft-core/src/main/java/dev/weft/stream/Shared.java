package dev.weft.stream;

import java.util.function.Supplier;

/** A source each of whose items goes to all consumers. */
final class Shared<T> extends Hub<T> implements Supplier<AsyncStream<T>> {

  /*
   * An item that some consumer has taken is the consumers'. One that none has taken, and that is in
   * nobody's queue any more, is lost and has to be closed; so items that can be closed wait as Copies,
   * which know that.
   */

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
  boolean route(T item) {
    for (Outlet<?> outlet : outlets()) {
      if (outlet.items.size() >= buffer) {
        return false;
      }
    }
    if (outlets().isEmpty()) {
      lose(item);
    }
    Object entry = item instanceof AutoCloseable ? new Copies(item, outlets().size()) : item;
    for (Outlet<?> outlet : outlets()) {
      outlet.items.add(entry);
    }
    return true;
  }

  @Override
  Object taken(Object entry) {
    if (!(entry instanceof Copies copies)) {
      return entry;
    }
    copies.taken = true;
    return copies.item;
  }

  @Override
  void gone(Outlet<?> outlet) {
    for (Object entry : outlet.items) {
      if (entry instanceof Copies copies && --copies.waiting == 0 && !copies.taken) {
        lose(copies.item);
      }
    }
  }

  /** An item in the queues of several consumers. Guarded by the monitor. */
  private static final class Copies {
    private final Object item;
    private int waiting; // consumers that haven't gone without it
    private boolean taken;

    Copies(Object item, int waiting) {
      this.item = item;
      this.waiting = waiting;
    }
  }
}

package dev.weft.verify.fuzz.kit;

/** A generic holder. */
public final class Cell<T> {
  public T value;

  public Cell(T value) {
    this.value = value;
  }

  public T get() {
    return value;
  }

  /** Sets and returns itself. */
  public Cell<T> with(T next) {
    value = next;
    return this;
  }

  @Override
  public String toString() {
    return "Cell[" + Text.of(value) + "]";
  }
}

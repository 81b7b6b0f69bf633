package dev.weft.kv.store.rocks;

import dev.weft.kv.proto.Value;
import org.jspecify.annotations.Nullable;

/**
 * What was found under one key.
 *
 * @param found whether it has a value
 * @param value the value, if there is one and it was asked for
 */
record Slot(boolean found, @Nullable Value value) {

  static final Slot EMPTY = new Slot(false, null);
  static final Slot PRESENT = new Slot(true, null);

  static Slot of(@Nullable Value value) {
    return value == null ? EMPTY : new Slot(true, value);
  }
}

package dev.weft.compiler.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The locks that an async block holds at the place that is being looked at, in the order of the
 * source text: a lock counts as held from its {@code lock()} to the next {@code unlock()} of the
 * same expression. Each lock is reported once.
 */
final class HeldLocks {

  private final SequencedMap<String, Long> lines = new LinkedHashMap<>();

  void lock(String expression, long line) {
    lines.put(expression, line);
  }

  void unlock(String expression) {
    lines.remove(expression);
  }

  /** A lock that is held here and wasn't told before, or {@code null}. */
  Map.@Nullable Entry<String, Long> take() {
    return lines.pollFirstEntry();
  }
}

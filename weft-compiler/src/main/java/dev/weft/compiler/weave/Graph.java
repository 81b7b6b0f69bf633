package dev.weft.compiler.weave;

import java.util.List;

/** The control flow of a method, by instruction. */
final class Graph {
  private final int[][] next;
  private final int[][] handlers;

  Graph(MethodCode code) {
    int size = code.size();
    next = new int[size][];
    handlers = new int[size][];
    for (int i = 0; i < size; i++) {
      next[i] = toArray(Jumps.next(code, i));
      handlers[i] = toArray(code.handlersAt(i).stream().map(MethodCode.Handler::target).toList());
    }
  }

  private static int[] toArray(List<Integer> positions) {
    return positions.stream().mapToInt(Integer::intValue).toArray();
  }

  int size() {
    return next.length;
  }

  /** What runs after an instruction that doesn't throw. */
  int[] next(int index) {
    return next[index];
  }

  /** Where an exception at an instruction may lead. */
  int[] handlers(int index) {
    return handlers[index];
  }
}

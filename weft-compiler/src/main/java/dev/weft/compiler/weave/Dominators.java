package dev.weft.compiler.weave;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Which instruction every path to another one goes through, after Cooper, Harvey and Kennedy. */
final class Dominators {
  private static final int NONE = -1;

  private final int[] order; // position in reverse postorder, NONE if unreachable
  private final int[] immediate;
  private final List<List<Integer>> before = new ArrayList<>();

  Dominators(Graph graph) {
    int size = graph.size();
    order = new int[size];
    immediate = new int[size];
    Arrays.fill(order, NONE);
    Arrays.fill(immediate, NONE);
    for (int i = 0; i < size; i++) {
      before.add(new ArrayList<>());
    }
    List<Integer> reversePostorder = walk(graph);
    for (int i = 0; i < reversePostorder.size(); i++) {
      order[reversePostorder.get(i)] = i;
    }
    immediate[0] = 0;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int index : reversePostorder) {
        if (index != 0) {
          changed |= update(index);
        }
      }
    }
  }

  private List<Integer> walk(Graph graph) {
    var done = new ArrayDeque<Integer>();
    var seen = new BitSet();
    var path = new ArrayDeque<int[]>(); // instruction, number of successors walked
    path.push(new int[] {0, 0});
    seen.set(0);
    while (!path.isEmpty()) {
      int[] top = path.element();
      int[] next = graph.next(top[0]);
      int[] handlers = graph.handlers(top[0]);
      int at = top[1]++;
      if (at >= next.length + handlers.length) {
        done.addFirst(top[0]);
        path.pop();
        continue;
      }
      int to = at < next.length ? next[at] : handlers[at - next.length];
      before.get(to).add(top[0]);
      if (!seen.get(to)) {
        seen.set(to);
        path.push(new int[] {to, 0});
      }
    }
    return List.copyOf(done);
  }

  private boolean update(int index) {
    int common = NONE;
    for (int from : before.get(index)) {
      if (immediate[from] != NONE) {
        common = common == NONE ? from : meet(common, from);
      }
    }
    if (common == immediate[index]) {
      return false;
    }
    immediate[index] = common;
    return true;
  }

  private int meet(int left, int right) {
    int a = left;
    int b = right;
    while (a != b) {
      while (order[a] > order[b]) {
        a = immediate[a];
      }
      while (order[b] > order[a]) {
        b = immediate[b];
      }
    }
    return a;
  }

  /** Whether any path leads to an instruction. */
  boolean isReached(int index) {
    return order[index] != NONE;
  }

  boolean dominates(int above, int below) {
    int at = below;
    while (order[at] > order[above]) {
      at = immediate[at];
    }
    return at == above;
  }

  /** What may run before an instruction. */
  List<Integer> before(int index) {
    return before.get(index);
  }
}

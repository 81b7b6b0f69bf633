package dev.weft.compiler.weave;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.ArrayDeque;
import java.util.Arrays;

/** How many monitors are held before each instruction. */
final class Monitors {
  private static final int UNSEEN = -1;

  private final int[] held;

  Monitors(MethodCode code, Graph graph) {
    held = new int[code.size()];
    Arrays.fill(held, UNSEEN);
    var open = new ArrayDeque<Integer>();
    reach(0, 0, open);
    while (!open.isEmpty()) {
      int index = open.pop();
      int now = held[index];
      int after = now;
      if (code.at(index) instanceof MonitorInstruction monitor) {
        after = monitor.opcode() == Opcode.MONITORENTER ? now + 1 : Math.max(0, now - 1);
      }
      for (int next : graph.next(index)) {
        reach(next, after, open);
      }
      for (int handler : graph.handlers(index)) {
        reach(handler, now, open);
      }
    }
  }

  /** Compilers balance monitors on every path, so the first path to get somewhere decides. */
  private void reach(int index, int count, ArrayDeque<Integer> open) {
    if (held[index] == UNSEEN) {
      held[index] = count;
      open.push(index);
    }
  }

  boolean isHeld(int index) {
    return held[index] > 0;
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.BitSet;

/**
 * Which local variables may still be read, before each instruction. An exception may come at any
 * instruction of a {@code try} range, so what its handler reads is live at all of them. That goes
 * for handlers behind a catch-all, too: no exception gets there, but the verifier compares types.
 */
final class Liveness {
  private final BitSet[] before;

  Liveness(MethodCode code, Graph graph) {
    before = new BitSet[code.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = code.size() - 1; i >= 0; i--) {
        changed |= update(code, graph, i);
      }
    }
  }

  private boolean update(MethodCode code, Graph graph, int index) {
    var live = new BitSet();
    for (int next : graph.next(index)) {
      live.or(before[next]);
    }
    Instruction instruction = code.at(index);
    if (instruction instanceof StoreInstruction store) {
      live.clear(store.slot());
    }
    for (MethodCode.Handler handler : code.covering(index)) {
      live.or(before[handler.target()]);
    }
    if (instruction instanceof LoadInstruction load) {
      live.set(load.slot());
    } else if (instruction instanceof IncrementInstruction increment) {
      live.set(increment.slot());
    }
    if (live.equals(before[index])) {
      return false;
    }
    before[index] = live;
    return true;
  }

  boolean isLive(int index, int slot) {
    return before[index].get(slot);
  }
}

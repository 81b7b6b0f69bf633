package dev.weft.compiler.weave;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayList;
import java.util.List;

/**
 * A place where a block may be suspended.
 *
 * @param index the instruction
 * @param point its resume point, from 1
 * @param isClose whether it is {@code close()} on an {@code AsyncCloseable} and not {@code await}
 */
record Await(int index, int point, boolean isClose) {

  /** The awaits of a method in the order of its code. */
  static List<Await> of(MethodCode code, HostTypes types) {
    var awaits = new ArrayList<Await>();
    for (int i = 0; i < code.size(); i++) {
      if (code.at(i) instanceof InvokeInstruction invoke) {
        boolean close = isClose(invoke, types);
        if (close || isAwait(invoke)) {
          awaits.add(new Await(i, awaits.size() + 1, close));
        }
      }
    }
    return awaits;
  }

  static boolean isAwait(Instruction instruction) {
    return instruction instanceof InvokeInstruction invoke
        && invoke.opcode() == Opcode.INVOKESTATIC
        && WeftNames.AWAITS.contains(invoke.name().stringValue())
        && invoke.owner().asInternalName().equals(WeftNames.ASYNC)
        && invoke.type().equalsString(WeftNames.AWAIT_DESCRIPTOR);
  }

  private static boolean isClose(InvokeInstruction invoke, HostTypes types) {
    return (invoke.opcode() == Opcode.INVOKEVIRTUAL || invoke.opcode() == Opcode.INVOKEINTERFACE)
        && invoke.name().equalsString("close")
        && invoke.type().equalsString("()V")
        && types.isAsyncCloseable(invoke.owner().asInternalName());
  }
}

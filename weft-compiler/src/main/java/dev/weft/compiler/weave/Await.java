package dev.weft.compiler.weave;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A place where a block may be suspended.
 *
 * @param index the instruction
 * @param point its resume point, from 1
 * @param kind what it is
 */
record Await(int index, int point, Kind kind) {

  enum Kind {
    /** A call of {@code await}. */
    AWAIT,
    /** A call of {@code close()} on an {@code AsyncCloseable}. */
    CLOSE,
    /** The header of a loop, before its instruction: nothing is on the stack for it. */
    PREEMPTION
  }

  /** The awaits of a method in the order of its code. */
  static List<Await> of(MethodCode code, HostTypes types) {
    return of(code, types, new BitSet());
  }

  /** The awaits of a method, and pre-emption points before some instructions, in that order. */
  static List<Await> of(MethodCode code, HostTypes types, BitSet preemptions) {
    var awaits = new ArrayList<Await>();
    for (int i = 0; i < code.size(); i++) {
      if (preemptions.get(i)) {
        awaits.add(new Await(i, awaits.size() + 1, Kind.PREEMPTION));
      }
      if (code.at(i) instanceof InvokeInstruction invoke) {
        if (isClose(invoke, types)) {
          awaits.add(new Await(i, awaits.size() + 1, Kind.CLOSE));
        } else if (isAwait(invoke)) {
          awaits.add(new Await(i, awaits.size() + 1, Kind.AWAIT));
        }
      }
    }
    return awaits;
  }

  boolean isClose() {
    return kind == Kind.CLOSE;
  }

  boolean isPreemption() {
    return kind == Kind.PREEMPTION;
  }

  /** What lies on the stack below the future that is awaited. */
  List<VType> operands(Frame before) {
    return isPreemption() ? before.stack() : before.pop(1).stack();
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

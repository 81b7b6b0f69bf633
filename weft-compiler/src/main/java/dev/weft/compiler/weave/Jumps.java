package dev.weft.compiler.weave;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.List;

/** Which instructions may run after which. */
final class Jumps {

  private Jumps() {}

  /** Whether the next instruction of the list isn't run after this one. */
  static boolean endsPath(Instruction instruction) {
    return switch (instruction) {
      case ReturnInstruction _,
          ThrowInstruction _,
          TableSwitchInstruction _,
          LookupSwitchInstruction _ ->
          true;
      case BranchInstruction branch ->
          branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W;
      default -> false;
    };
  }

  /** What runs after an instruction that doesn't throw. */
  static List<Integer> next(MethodCode code, int index) {
    Instruction instruction = code.at(index);
    var next = new ArrayList<Integer>();
    if (!endsPath(instruction) && index + 1 < code.size()) {
      next.add(index + 1);
    }
    switch (instruction) {
      case BranchInstruction branch -> next.add(code.position(branch.target()));
      case TableSwitchInstruction table -> {
        next.add(code.position(table.defaultTarget()));
        addCases(code, table.cases(), next);
      }
      case LookupSwitchInstruction lookup -> {
        next.add(code.position(lookup.defaultTarget()));
        addCases(code, lookup.cases(), next);
      }
      default -> {}
    }
    return next;
  }

  private static void addCases(MethodCode code, List<SwitchCase> cases, List<Integer> next) {
    for (SwitchCase each : cases) {
      next.add(code.position(each.target()));
    }
  }

  /** The opposite of a conditional jump. */
  static Opcode inverse(Opcode opcode) {
    return switch (opcode) {
      case IFEQ -> Opcode.IFNE;
      case IFNE -> Opcode.IFEQ;
      case IFLT -> Opcode.IFGE;
      case IFGE -> Opcode.IFLT;
      case IFGT -> Opcode.IFLE;
      case IFLE -> Opcode.IFGT;
      case IFNULL -> Opcode.IFNONNULL;
      case IFNONNULL -> Opcode.IFNULL;
      case IF_ICMPEQ -> Opcode.IF_ICMPNE;
      case IF_ICMPNE -> Opcode.IF_ICMPEQ;
      case IF_ICMPLT -> Opcode.IF_ICMPGE;
      case IF_ICMPGE -> Opcode.IF_ICMPLT;
      case IF_ICMPGT -> Opcode.IF_ICMPLE;
      case IF_ICMPLE -> Opcode.IF_ICMPGT;
      case IF_ACMPEQ -> Opcode.IF_ACMPNE;
      case IF_ACMPNE -> Opcode.IF_ACMPEQ;
      default -> throw new IllegalArgumentException("no conditional jump: " + opcode);
    };
  }
}

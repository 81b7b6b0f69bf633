package dev.weft.compiler.weave;

import java.lang.classfile.Opcode;
import java.util.ArrayList;
import java.util.List;

/** What {@code pop}, {@code dup} and {@code swap} in all their forms do to the operands. */
final class StackShuffle {

  private StackShuffle() {}

  /**
   * Where the operands come from.
   *
   * @param opcode a stack instruction
   * @param stack the operands before it
   * @return for each operand after it the index of the one before
   */
  static List<Integer> sources(Opcode opcode, List<VType> stack) {
    var before = new ArrayList<Integer>();
    for (int i = 0; i < stack.size(); i++) {
      before.add(i);
    }
    switch (opcode) {
      case POP -> take(before, stack, 1);
      case POP2 -> take(before, stack, 2);
      case DUP -> copyUnder(before, stack, 1, 0);
      case DUP_X1 -> copyUnder(before, stack, 1, 1);
      case DUP_X2 -> copyUnder(before, stack, 1, 2);
      case DUP2 -> copyUnder(before, stack, 2, 0);
      case DUP2_X1 -> copyUnder(before, stack, 2, 1);
      case DUP2_X2 -> copyUnder(before, stack, 2, 2);
      case SWAP -> {
        List<Integer> top = take(before, stack, 1);
        List<Integer> below = take(before, stack, 1);
        before.addAll(top);
        before.addAll(below);
      }
      default -> throw new IllegalArgumentException("no stack instruction: " + opcode);
    }
    return before;
  }

  private static void copyUnder(List<Integer> operands, List<VType> stack, int copied, int under) {
    List<Integer> top = take(operands, stack, copied);
    List<Integer> below = take(operands, stack, under);
    operands.addAll(top);
    operands.addAll(below);
    operands.addAll(top);
  }

  private static List<Integer> take(List<Integer> operands, List<VType> stack, int words) {
    int from = operands.size();
    for (int left = words; left > 0; ) {
      from--;
      left -= stack.get(operands.get(from)).words();
    }
    var taken = new ArrayList<>(operands.subList(from, operands.size()));
    operands.subList(from, operands.size()).clear();
    return taken;
  }
}

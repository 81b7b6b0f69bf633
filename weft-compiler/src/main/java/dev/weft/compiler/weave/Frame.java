package dev.weft.compiler.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Types of all local variables and operands before an instruction.
 *
 * @param locals by slot; a wide one has {@code TOP} in its second slot
 * @param stack from the bottom up, a wide value once
 */
record Frame(List<VType> locals, List<VType> stack) {

  /** Nothing anywhere. */
  static final Frame EMPTY = new Frame(List.of(), List.of());

  Frame {
    locals = List.copyOf(locals);
    stack = List.copyOf(stack);
  }

  VType local(int slot) {
    return locals.get(slot);
  }

  VType top() {
    return stack.getLast();
  }

  Frame withStack(List<VType> operands) {
    return new Frame(locals, operands);
  }

  Frame withLocal(int slot, VType type) {
    VType[] changed = locals.toArray(VType[]::new);
    if (slot > 0 && changed[slot - 1].isWide()) {
      changed[slot - 1] = VType.TOP;
    }
    changed[slot] = type;
    if (type.isWide()) {
      changed[slot + 1] = VType.TOP;
    }
    return new Frame(Arrays.asList(changed), stack);
  }

  Frame push(VType type) {
    var operands = new ArrayList<>(stack);
    operands.add(type);
    return withStack(operands);
  }

  Frame pop(int count) {
    return withStack(stack.subList(0, stack.size() - count));
  }

  /** After the constructor call for what a {@code new} instruction made. */
  Frame born(int site, VType type) {
    VType unborn = VType.unborn(site);
    return new Frame(
        locals.stream().map(each -> each.equals(unborn) ? type : each).toList(),
        stack.stream().map(each -> each.equals(unborn) ? type : each).toList());
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects that wait for their constructor's arguments over an await. The JVM allows no such object
 * in a field, so it is made at its constructor call only: until then the code is written as if the
 * object weren't there. What {@code new} does to the class, its initialization, still happens at
 * the old place.
 */
final class UnbornObjects {
  private final BodyAnalysis body;
  private final MethodCode code;
  private final Emission to;
  private final CodeBuilder out;

  UnbornObjects(BodyAnalysis body, Emission to) {
    this.body = body;
    this.to = to;
    code = body.code();
    out = to.out();
  }

  /** Whether an instruction handles such an object. */
  boolean concerns(int index) {
    Frame before = body.before(index);
    return switch (code.at(index)) {
      case NewObjectInstruction _ -> body.isReborn(VType.unborn(index));
      case LoadInstruction load -> body.isReborn(before.local(load.slot()));
      case StoreInstruction _ -> body.isReborn(before.top());
      case StackInstruction _ -> before.stack().stream().anyMatch(body::isReborn);
      case InvokeInstruction invoke -> body.isReborn(receiver(invoke, before));
      default -> false;
    };
  }

  private static VType receiver(InvokeInstruction invoke, Frame before) {
    return invoke.name().equalsString(ConstantDescs.INIT_NAME)
        ? before.stack().get(before.stack().size() - 1 - invoke.typeSymbol().parameterCount())
        : VType.TOP;
  }

  /** Writes an instruction that handles such an object; false if it doesn't. */
  boolean handled(int index) {
    if (!concerns(index)) {
      return false;
    }
    Instruction instruction = code.at(index);
    switch (instruction) {
      case NewObjectInstruction made -> {
        out.with(made);
        out.pop();
      }
      case StackInstruction stack -> {
        if (leavesAlone(index, stack)) {
          return false;
        }
        shuffle(index, stack);
      }
      case InvokeInstruction constructor -> construct(index, constructor);
      default -> out.nop(); // moved around only
    }
    return true;
  }

  /** Whether such objects only lie below what the instruction works on. */
  private boolean leavesAlone(int index, StackInstruction stack) {
    List<VType> before = body.before(index).stack();
    List<Integer> sources = StackShuffle.sources(stack.opcode(), before);
    for (int i = 0; i < before.size(); i++) {
      if (body.isReborn(before.get(i))
          && (sources.indexOf(i) != i || sources.lastIndexOf(i) != i)) {
        return false;
      }
    }
    return true;
  }

  private void shuffle(int index, StackInstruction stack) {
    List<VType> before = body.before(index).stack();
    List<Integer> sources = StackShuffle.sources(stack.opcode(), before);
    var real = new ArrayList<Integer>();
    for (int i = 0; i < before.size(); i++) {
      if (!body.isReborn(before.get(i))) {
        real.add(i);
      }
    }
    List<Integer> wanted = sources.stream().filter(real::contains).toList();
    int same = 0;
    while (same < real.size() && same < wanted.size() && real.get(same).equals(wanted.get(same))) {
      same++;
    }
    if (same == real.size() && same == wanted.size()) {
      out.nop();
      return;
    }
    var temporaries = new Temporaries();
    for (int i = real.size() - 1; i >= same; i--) {
      temporaries.store(real.get(i), before.get(real.get(i)));
    }
    for (int i = same; i < wanted.size(); i++) {
      temporaries.load(wanted.get(i), before.get(wanted.get(i)));
    }
  }

  /** The operands are: ..., [copies of the object among others], the object, arguments. */
  private void construct(int index, InvokeInstruction constructor) {
    Frame before = body.before(index);
    List<VType> stack = before.stack();
    int receiver = stack.size() - 1 - constructor.typeSymbol().parameterCount();
    VType object = stack.get(receiver);
    ClassDesc type = code.made(object.site());
    var temporaries = new Temporaries();
    int lowest = stack.indexOf(object);
    boolean simple = lowest == receiver - 1 && !before.locals().contains(object);
    for (int i = stack.size() - 1; i > receiver; i--) {
      temporaries.store(i, stack.get(i));
    }
    if (!simple) {
      for (int i = receiver - 1; i >= lowest; i--) {
        if (!body.isReborn(stack.get(i))) {
          temporaries.store(i, stack.get(i));
        }
      }
    }
    out.new_(type);
    out.dup();
    for (int i = receiver + 1; i < stack.size(); i++) {
      temporaries.load(i, stack.get(i));
    }
    out.with(constructor);
    if (!simple) {
      int made = temporaries.next();
      out.astore(made);
      putBack(before, object, lowest, receiver, temporaries, made);
    }
  }

  private void putBack(
      Frame before, VType object, int lowest, int receiver, Temporaries temporaries, int made) {
    for (int i = lowest; i < receiver; i++) {
      VType type = before.stack().get(i);
      if (type.equals(object)) {
        out.aload(made);
      } else if (!body.isReborn(type)) {
        temporaries.load(i, type);
      }
    }
    for (int slot = 0; slot < before.locals().size(); slot++) {
      if (before.local(slot).equals(object)) {
        out.aload(made);
        out.astore(to.moved(slot));
      }
    }
  }

  /** Variables for operands that have to get out of the way. */
  private final class Temporaries {
    private final java.util.Map<Integer, Integer> slots = new java.util.HashMap<>();
    private int next = to.firstTemporary();

    void store(int operand, VType type) {
      slots.put(operand, next);
      if (type.kind() == VType.Kind.UNBORN) {
        throw new Unsupported("an unfinished object under another one", 0);
      }
      to.store(type, next);
      next += type.words();
    }

    void load(int operand, VType type) {
      to.load(type, java.util.Objects.requireNonNull(slots.get(operand)));
    }

    int next() {
      return next;
    }
  }
}

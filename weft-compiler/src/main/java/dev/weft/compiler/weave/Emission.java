package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.UninitializedVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the code of a state machine: labels by position in the old code, variables moved up, and a
 * frame for each label.
 */
final class Emission {
  /** The state object's variable. */
  static final int STATE = 0;

  /** The variable of the context of the poll. */
  static final int CONTEXT = 1;

  /** Only with loops: the resume point that is still to be jumped to, 0 when running. */
  static final int POINT = 2;

  /** Only with loops: what the poll of a resumed await yielded, until it is taken. */
  static final int POLLED = 3;

  private final CodeBuilder out;
  private final ClassDesc companion;
  private final boolean loops;
  private final boolean longJumps;
  private final int shift;
  private final int firstTemporary;
  private final Map<Integer, Label> labels = new HashMap<>();
  private final Map<Integer, Label> births = new HashMap<>();
  private final List<StackMapFrameInfo> frames = new ArrayList<>();

  Emission(CodeBuilder out, ClassDesc companion, int maxLocals, boolean loops, boolean longJumps) {
    this.out = out;
    this.companion = companion;
    this.loops = loops;
    this.longJumps = longJumps;
    shift = loops ? 4 : 2;
    firstTemporary = shift + maxLocals;
  }

  CodeBuilder out() {
    return out;
  }

  ClassDesc companion() {
    return companion;
  }

  boolean longJumps() {
    return longJumps;
  }

  /** The new slot of an old variable. */
  int moved(int slot) {
    return slot + shift;
  }

  /** The first slot that no variable uses. */
  int firstTemporary() {
    return firstTemporary;
  }

  /** The label of a position in the old code. */
  Label label(int position) {
    return labels.computeIfAbsent(position, _ -> out.newLabel());
  }

  /** The label of a {@code new} instruction, for frames. */
  Label birth(int site) {
    return births.computeIfAbsent(site, _ -> out.newLabel());
  }

  void load(VType type, int slot) {
    out.loadLocal(type.typeKind(), slot);
  }

  void store(VType type, int slot) {
    out.storeLocal(type.typeKind(), slot);
  }

  /** Notes the source line of what follows; 0 if it isn't known. */
  void line(int line) {
    if (line != 0) {
      out.lineNumber(line);
    }
  }

  /** A conditional jump, to anywhere; {@code next} are the types if it isn't taken. */
  void jump(Opcode condition, Label target, Frame next, boolean nextHasFrame) {
    if (!longJumps) {
      out.branch(condition, target);
      return;
    }
    Label skip = out.newLabel();
    out.branch(Jumps.inverse(condition), skip);
    out.goto_w(target);
    out.labelBinding(skip);
    if (!nextHasFrame) {
      frame(skip, next);
    }
  }

  void jump(Label target) {
    if (longJumps) {
      out.goto_w(target);
    } else {
      out.goto_(target);
    }
  }

  /** Declares the types at a label. */
  void frame(Label at, Frame types) {
    var locals = new ArrayList<VerificationTypeInfo>();
    locals.add(ObjectVerificationTypeInfo.of(companion));
    locals.add(ObjectVerificationTypeInfo.of(WeftNames.CONTEXT));
    if (loops) {
      locals.add(SimpleVerificationTypeInfo.INTEGER);
      locals.add(type(VType.OBJECT));
    }
    int last = types.locals().size();
    while (last > 0
        && types.local(last - 1).kind() == VType.Kind.TOP
        && !isSecondHalf(types, last - 1)) {
      last--;
    }
    for (int slot = 0; slot < last; slot += types.local(slot).words()) {
      locals.add(type(types.local(slot)));
    }
    frames.add(StackMapFrameInfo.of(at, locals, types.stack().stream().map(this::type).toList()));
  }

  private static boolean isSecondHalf(Frame types, int slot) {
    return slot > 0 && types.local(slot - 1).isWide();
  }

  private VerificationTypeInfo type(VType type) {
    return switch (type.kind()) {
      case TOP -> SimpleVerificationTypeInfo.TOP;
      case INT -> SimpleVerificationTypeInfo.INTEGER;
      case FLOAT -> SimpleVerificationTypeInfo.FLOAT;
      case LONG -> SimpleVerificationTypeInfo.LONG;
      case DOUBLE -> SimpleVerificationTypeInfo.DOUBLE;
      case NULL -> SimpleVerificationTypeInfo.NULL;
      case REF -> ObjectVerificationTypeInfo.of(type.classDesc());
      case UNBORN -> UninitializedVerificationTypeInfo.of(birth(type.site()));
    };
  }

  /** Adds the frames; the last call. */
  void finish() {
    if (!frames.isEmpty()) {
      out.with(StackMapTableAttribute.of(frames));
    }
  }
}

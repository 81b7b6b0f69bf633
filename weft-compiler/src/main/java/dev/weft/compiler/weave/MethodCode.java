package dev.weft.compiler.weave;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.UninitializedVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A method's code as a list of instructions; every position is an index into that list, and its
 * size is the position of the end.
 */
final class MethodCode {

  /** An entry of the exception table, for the instructions from start to end exclusively. */
  record Handler(int start, int end, int target, Optional<ClassEntry> type) {
    boolean covers(int index) {
      return start <= index && index < end;
    }
  }

  /** A local variable that debuggers show. */
  record Variable(LocalVariable entry, int start, int end) {}

  /** A local variable with a generic type. */
  record GenericVariable(LocalVariableType entry, int start, int end) {}

  private final List<Instruction> instructions = new ArrayList<>();
  private final List<Handler> handlers = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private final List<GenericVariable> genericVariables = new ArrayList<>();
  private final Map<Label, Integer> positions = new HashMap<>();
  private final Map<Integer, Integer> lines = new HashMap<>();
  private final Map<Integer, Frame> frames = new HashMap<>();
  private final int maxLocals;
  private final int bytes;

  MethodCode(MethodModel method) {
    CodeAttribute code = (CodeAttribute) method.code().orElseThrow();
    maxLocals = code.maxLocals();
    bytes = code.codeLength();
    for (CodeElement element : code) {
      switch (element) {
        case Instruction instruction -> instructions.add(instruction);
        case LabelTarget target -> positions.put(target.label(), instructions.size());
        case LineNumber line -> lines.put(instructions.size(), line.line());
        default -> {}
      }
    }
    for (CodeElement element : code) {
      switch (element) {
        case ExceptionCatch entry ->
            handlers.add(
                new Handler(
                    position(entry.tryStart()),
                    position(entry.tryEnd()),
                    position(entry.handler()),
                    entry.catchType()));
        case LocalVariable entry ->
            variables.add(
                new Variable(entry, position(entry.startScope()), position(entry.endScope())));
        case LocalVariableType entry ->
            genericVariables.add(
                new GenericVariable(
                    entry, position(entry.startScope()), position(entry.endScope())));
        default -> {}
      }
    }
    code.findAttribute(Attributes.stackMapTable())
        .ifPresent(table -> table.entries().forEach(this::addFrame));
  }

  private void addFrame(StackMapFrameInfo entry) {
    var locals = new ArrayList<VType>();
    for (VerificationTypeInfo info : entry.locals()) {
      VType type = type(info);
      locals.add(type);
      if (type.isWide()) {
        locals.add(VType.TOP);
      }
    }
    while (locals.size() < maxLocals) {
      locals.add(VType.TOP);
    }
    frames.put(
        position(entry.target()),
        new Frame(locals, entry.stack().stream().map(this::type).toList()));
  }

  private VType type(VerificationTypeInfo info) {
    return switch (info) {
      case SimpleVerificationTypeInfo simple ->
          switch (simple) {
            case TOP -> VType.TOP;
            case INTEGER -> VType.INT;
            case FLOAT -> VType.FLOAT;
            case LONG -> VType.LONG;
            case DOUBLE -> VType.DOUBLE;
            case NULL -> VType.NULL;
            case UNINITIALIZED_THIS -> throw new Unsupported("a block inside a constructor", 0);
          };
      case ObjectVerificationTypeInfo object -> VType.ref(object.className().asSymbol());
      case UninitializedVerificationTypeInfo unborn -> VType.unborn(position(unborn.newTarget()));
    };
  }

  /** The types that the method starts with. */
  Frame entry(List<ClassDesc> parameters) {
    var locals = new ArrayList<VType>();
    for (ClassDesc parameter : parameters) {
      VType type = VType.of(parameter);
      locals.add(type);
      if (type.isWide()) {
        locals.add(VType.TOP);
      }
    }
    while (locals.size() < maxLocals) {
      locals.add(VType.TOP);
    }
    return new Frame(locals, List.of());
  }

  int position(Label label) {
    Integer position = positions.get(label);
    if (position == null) {
      throw new IllegalStateException("label outside the code");
    }
    return position;
  }

  int size() {
    return instructions.size();
  }

  Instruction at(int index) {
    return instructions.get(index);
  }

  /** The class that a {@code new} instruction makes. */
  ClassDesc made(int site) {
    return ((NewObjectInstruction) at(site)).className().asSymbol();
  }

  /** The types that the class file declares before an instruction, where it does. */
  @Nullable Frame declared(int index) {
    return frames.get(index);
  }

  /** The line that starts at an instruction, 0 if none does. */
  int lineStart(int index) {
    return lines.getOrDefault(index, 0);
  }

  /** The line of an instruction, 0 if the class file doesn't tell. */
  int line(int index) {
    for (int i = index; i >= 0; i--) {
      Integer line = lines.get(i);
      if (line != null) {
        return line;
      }
    }
    return 0;
  }

  /** The first line. */
  int firstLine() {
    for (int i = 0; i < size(); i++) {
      if (lineStart(i) != 0) {
        return lineStart(i);
      }
    }
    return 0;
  }

  List<Handler> handlers() {
    return handlers;
  }

  /** The handlers whose ranges an instruction is in. */
  List<Handler> covering(int index) {
    var covering = new ArrayList<Handler>();
    for (Handler handler : handlers) {
      if (handler.covers(index)) {
        covering.add(handler);
      }
    }
    return covering;
  }

  /** The handlers that an exception at an instruction can reach: those behind a catch-all can't. */
  List<Handler> handlersAt(int index) {
    var reached = new ArrayList<Handler>();
    for (Handler handler : covering(index)) {
      reached.add(handler);
      if (handler.type().isEmpty()) {
        break;
      }
    }
    return reached;
  }

  List<Variable> variables() {
    return variables;
  }

  List<GenericVariable> genericVariables() {
    return genericVariables;
  }

  int maxLocals() {
    return maxLocals;
  }

  int bytes() {
    return bytes;
  }
}

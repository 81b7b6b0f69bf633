package dev.weft.compiler.weave;

import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a lambda is created: everything that an {@code invokedynamic} tells {@code
 * LambdaMetafactory}. Two places with equal sites create the same lambda.
 *
 * @param method name of the interface's method
 * @param type captured types to the functional interface
 * @param erased the erased type of the interface's method
 * @param implementation the method that holds the lambda's body
 * @param instantiated the type of the interface's method as this lambda implements it
 * @param serializable whether it can be serialized
 * @param markers further interfaces
 * @param bridges further erased types of the method
 */
record LambdaSite(
    String method,
    MethodTypeDesc type,
    MethodTypeDesc erased,
    DirectMethodHandleDesc implementation,
    MethodTypeDesc instantiated,
    boolean serializable,
    List<ClassDesc> markers,
    List<MethodTypeDesc> bridges) {

  private static final String FACTORY = "Ljava/lang/invoke/LambdaMetafactory;";
  private static final int FLAG_SERIALIZABLE = 1;
  private static final int FLAG_MARKERS = 2;
  private static final int FLAG_BRIDGES = 4;

  /** The lambda that an instruction creates, {@code null} if it does something else. */
  static @Nullable LambdaSite of(InvokeDynamicInstruction instruction) {
    DirectMethodHandleDesc bootstrap = instruction.bootstrapMethod();
    if (!bootstrap.owner().descriptorString().equals(FACTORY)) {
      return null;
    }
    List<ConstantDesc> arguments = instruction.bootstrapArgs();
    var flagged = new Flagged();
    if (bootstrap.methodName().equals("altMetafactory")) {
      flagged.read(arguments);
    } else if (!bootstrap.methodName().equals("metafactory")) {
      return null;
    }
    return new LambdaSite(
        instruction.name().stringValue(),
        instruction.typeSymbol(),
        (MethodTypeDesc) arguments.get(0),
        (DirectMethodHandleDesc) arguments.get(1),
        (MethodTypeDesc) arguments.get(2),
        flagged.serializable,
        List.copyOf(flagged.markers),
        List.copyOf(flagged.bridges));
  }

  ClassDesc functionalInterface() {
    return type.returnType();
  }

  private static final class Flagged {
    private boolean serializable;
    private final List<ClassDesc> markers = new ArrayList<>();
    private final List<MethodTypeDesc> bridges = new ArrayList<>();

    void read(List<ConstantDesc> arguments) {
      int flags = (Integer) arguments.get(3);
      int at = 4;
      serializable = (flags & FLAG_SERIALIZABLE) != 0;
      if ((flags & FLAG_MARKERS) != 0) {
        int count = (Integer) arguments.get(at++);
        for (int i = 0; i < count; i++) {
          markers.add((ClassDesc) arguments.get(at++));
        }
      }
      if ((flags & FLAG_BRIDGES) != 0) {
        int count = (Integer) arguments.get(at++);
        for (int i = 0; i < count; i++) {
          bridges.add((MethodTypeDesc) arguments.get(at++));
        }
      }
    }
  }
}

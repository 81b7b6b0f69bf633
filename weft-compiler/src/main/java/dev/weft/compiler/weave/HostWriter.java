package dev.weft.compiler.weave;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Writes the host anew: the methods of its blocks are added, and its lambdas created otherwise. */
final class HostWriter {

  /** Frames are written by hand, so that no class has to be looked up. */
  private static final ClassFile WRITER =
      ClassFile.of(
          ClassFile.StackMapsOption.DROP_STACK_MAPS,
          ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS,
          ClassFile.DeadCodeOption.KEEP_DEAD_CODE);

  private final ClassModel host;
  private final LambdaSites lambdas;

  HostWriter(ClassModel host, LambdaSites lambdas) {
    this.host = host;
    this.lambdas = lambdas;
  }

  /** The type of the method that runs a block from its resume point on. */
  static MethodTypeDesc resumeType(Block block) {
    return MethodTypeDesc.of(ConstantDescs.CD_Object, block.companion(), WeftNames.CONTEXT);
  }

  /** The type of the method that runs the lambda as it was written. */
  static MethodTypeDesc runType(Block block) {
    ClassDesc argument = block.argument();
    return argument == null
        ? MethodTypeDesc.of(block.result(), block.companion())
        : MethodTypeDesc.of(block.result(), block.companion(), argument);
  }

  /**
   * What is to be written for one block.
   *
   * @param analysis the old code
   * @param layout what is kept where
   * @param shared whether awaits share the code that saves and loads variables
   */
  record Body(BodyAnalysis analysis, StateLayout layout, boolean shared) {}

  byte[] write(List<Body> bodies, boolean longJumps) {
    return WRITER.build(
        host.thisClass(),
        ConstantPoolBuilder.of(host),
        out -> {
          for (ClassElement element : host) {
            if (element instanceof MethodModel method) {
              copy(out, method, bodies);
            } else {
              out.with(element);
            }
          }
          for (Body body : bodies) {
            write(out, body, longJumps);
          }
        });
  }

  /** Writes the methods of one block into an empty class, to see whether they fit. */
  static byte[] alone(ClassModel host, Body body, LambdaSites lambdas, boolean longJumps) {
    return WRITER.build(
        host.thisClass(),
        ConstantPoolBuilder.of(host),
        out -> new HostWriter(host, lambdas).write(out, body, longJumps));
  }

  private void copy(ClassBuilder out, MethodModel method, List<Body> bodies) {
    boolean original = bodies.stream().anyMatch(body -> body.analysis().block().method() == method);
    if (!original && !createsBlocks(method)) {
      out.with(method);
      return;
    }
    MethodTransform change =
        createsBlocks(method)
            ? MethodTransform.transformingCode(new CreationTransform(method, lambdas))
            : MethodTransform.ACCEPT_ALL;
    out.transformMethod(method, original ? change.andThen(uncounted()) : change);
  }

  /**
   * Marks the body as javac left it, and what calls that, for coverage tools: the source is counted
   * where it runs, in the state machine, and not a second time where it hardly ever does.
   */
  private static MethodTransform uncounted() {
    return MethodTransform.endHandler(HostWriter::mark);
  }

  private static void mark(MethodBuilder method) {
    method.with(RuntimeInvisibleAnnotationsAttribute.of(WeftNames.GENERATED));
  }

  private boolean createsBlocks(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .anyMatch(
            element ->
                element instanceof InvokeDynamicInstruction dynamic
                    && lambdas.blockOf(dynamic) != null);
  }

  private void write(ClassBuilder out, Body body, boolean longJumps) {
    Block block = body.analysis().block();
    int flags =
        ClassFile.ACC_STATIC
            | ClassFile.ACC_SYNTHETIC
            | (block.hostIsInterface() ? ClassFile.ACC_PUBLIC : 0);
    out.withMethodBody(
        block.name(),
        resumeType(block),
        flags,
        code ->
            new BodyWriter(body.analysis(), body.layout(), lambdas, code, longJumps, body.shared())
                .write());
    out.withMethod(
        block.name(),
        runType(block),
        flags,
        method -> {
          mark(method);
          method.withCode(code -> run(code, block, body.layout()));
        });
  }

  private static void run(CodeBuilder code, Block block, StateLayout layout) {
    for (int i = 0; i < block.captures().size(); i++) {
      code.aload(0);
      CompanionWriter.loadCapture(code, block, layout, i);
    }
    ClassDesc argument = block.argument();
    if (argument != null) {
      code.loadLocal(VType.of(argument).typeKind(), code.parameterSlot(1));
    }
    MethodTypeDesc type = block.method().methodTypeSymbol();
    if (!block.isInstance()) {
      code.invokestatic(block.host(), block.name(), type, block.hostIsInterface());
    } else if (block.hostIsInterface()) {
      code.invokeinterface(block.host(), block.name(), type);
    } else {
      code.invokevirtual(block.host(), block.name(), type);
    }
    if (block.result().equals(ConstantDescs.CD_void)) {
      code.return_();
    } else {
      code.return_(VType.of(block.result()).typeKind());
    }
  }

  /** Size of a method's code in a class file. */
  static int bytes(ClassModel model, String name, MethodTypeDesc type) {
    for (MethodModel method : model.methods()) {
      if (method.methodName().equalsString(name)
          && method.methodType().equalsString(type.descriptorString())) {
        return method.findAttribute(Attributes.code()).orElseThrow().codeLength();
      }
    }
    throw new IllegalStateException("no method " + name);
  }
}

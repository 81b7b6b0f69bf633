package dev.weft.compiler.weave;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the class beside the host: it is the lambda of a block, which makes state objects, and the
 * state object, which keeps the block's variables while it is suspended. All code of the block
 * stays in the host.
 */
final class CompanionWriter {
  /** Static method: captured values to the lambda. */
  static final String LAMBDA = "weft$lambda";

  /** Static method: captured values to a future. */
  static final String FUTURE = "weft$future";

  private static final String SINGLETON = "LAMBDA";
  private static final int FIELD = 0;
  private static final int METHOD = ClassFile.ACC_STATIC;

  private static final MethodTypeDesc START =
      MethodTypeDesc.of(WeftNames.ASYNC_STATE, ConstantDescs.CD_Object);
  private static final ClassDesc SERIALIZABLE = ClassDesc.of("java.io.Serializable");

  /** Methods of the state object that a functional interface's method must not override. */
  private static final Set<String> TAKEN =
      Set.of(
          "poll",
          "pollRaw",
          "claim",
          "cancel",
          "location",
          "resume",
          "start",
          "resumePoint",
          "suspendAt",
          "pollAgain",
          "pollCurrent",
          "begin",
          "await",
          "outcome",
          "isCancelled",
          "current",
          "cancelRequested",
          "dropped",
          "toString",
          "hashCode",
          "equals",
          "own");

  private final ClassModel host;
  private final Block block;
  private final StateLayout layout;
  private final BodyAnalysis body;
  private final ClassDesc self;

  CompanionWriter(ClassModel host, BodyAnalysis body, StateLayout layout) {
    this.host = host;
    this.body = body;
    this.layout = layout;
    block = body.block();
    self = block.companion();
  }

  /** Loads a captured value from the lambda or state object that is on the stack. */
  static void loadCapture(CodeBuilder code, Block block, StateLayout layout, int number) {
    StateLayout.Slot field = layout.capture(number);
    ClassDesc type = block.captures().get(number);
    code.getfield(block.companion(), field.name(), field.type());
    if (!field.type().equals(type)) {
      code.checkcast(type);
    }
  }

  /** Refuses what can't be expressed. */
  static void check(Block block) {
    LambdaSite site = block.site();
    int arguments = site.instantiated().parameterCount();
    if (TAKEN.contains(site.method())) {
      throw new Unsupported(
          "the method of the functional interface is called "
              + site.method()
              + ", as one of the state object is",
          0);
    }
    if (arguments > 1) {
      throw new Unsupported("a functional interface whose method has several parameters", 0);
    }
    if (!site.type().parameterList().equals(block.captures())
        || block.parameters().size() != block.captures().size() + arguments
        || (arguments == 1 && !site.instantiated().parameterType(0).equals(block.argument()))) {
      throw new Unsupported("a lambda whose method has other types than its creation", 0);
    }
  }

  byte[] write() {
    return ClassFile.of()
        .build(
            self,
            out -> {
              out.withVersion(host.majorVersion(), host.minorVersion());
              out.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
              out.withSuperclass(WeftNames.ASYNC_STATE);
              out.withInterfaceSymbols(interfaces());
              host.findAttribute(Attributes.sourceFile())
                  .ifPresent(
                      file -> out.with(SourceFileAttribute.of(file.sourceFile().stringValue())));
              fields(out);
              methods(out);
            });
  }

  private List<ClassDesc> interfaces() {
    var all = new LinkedHashSet<ClassDesc>();
    all.add(block.site().functionalInterface());
    all.add(WeftNames.COMPILED_BODY);
    all.addAll(block.site().markers());
    if (block.site().serializable()) {
      all.add(SERIALIZABLE);
    }
    return List.copyOf(all);
  }

  private void fields(ClassBuilder out) {
    List<ClassDesc> captures = block.captures();
    for (int i = 0; i < captures.size(); i++) {
      out.withField(layout.capture(i).name(), layout.capture(i).type(), FIELD);
    }
    for (StateLayout.Slot slot : layout.slots()) {
      out.withField(slot.name(), slot.type(), FIELD);
    }
    if (captures.isEmpty()) {
      out.withField(SINGLETON, self, ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
    }
  }

  private MethodTypeDesc constructor() {
    return MethodTypeDesc.of(ConstantDescs.CD_void, block.captures());
  }

  private void methods(ClassBuilder out) {
    out.withMethodBody(
        ConstantDescs.CLASS_INIT_NAME,
        ConstantDescs.MTD_void,
        ClassFile.ACC_STATIC,
        this::classInitializer);
    out.withMethodBody(ConstantDescs.INIT_NAME, constructor(), FIELD, this::constructor);
    out.withMethodBody(LAMBDA, block.site().type(), METHOD, this::lambda);
    out.withMethodBody(
        FUTURE,
        LambdaSites.startType(block),
        METHOD,
        code -> {
          make(code, false);
          code.areturn();
        });
    out.withMethodBody("start", START, ClassFile.ACC_PUBLIC, this::start);
    out.withMethodBody("resume", WeftNames.POLL, ClassFile.ACC_PROTECTED, this::resume);
    var types = new LinkedHashSet<MethodTypeDesc>();
    types.add(block.site().erased());
    types.addAll(block.site().bridges());
    for (MethodTypeDesc type : types) {
      out.withMethodBody(
          block.site().method(), type, ClassFile.ACC_PUBLIC, code -> run(code, type));
    }
    if (!body.awaits().isEmpty()) {
      out.withMethodBody(
          "location",
          MethodTypeDesc.of(ClassDesc.of("java.lang.StackTraceElement")),
          ClassFile.ACC_PUBLIC,
          this::location);
    }
    if (block.site().serializable()) {
      out.withMethodBody(
          "writeReplace",
          MethodTypeDesc.of(ConstantDescs.CD_Object),
          ClassFile.ACC_PRIVATE,
          code -> SerializedForm.write(code, block, layout));
    }
  }

  private void classInitializer(CodeBuilder code) {
    code.loadConstant(WeftNames.CONTRACT);
    code.invokestatic(
        WeftNames.CODEGEN, "link", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
    if (block.captures().isEmpty()) {
      make(code, false);
      code.putstatic(self, SINGLETON, self);
    }
    code.return_();
  }

  private void constructor(CodeBuilder code) {
    code.aload(0);
    code.invokespecial(WeftNames.ASYNC_STATE, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
    for (int i = 0; i < block.captures().size(); i++) {
      ClassDesc type = block.captures().get(i);
      code.aload(0);
      code.loadLocal(VType.of(type).typeKind(), code.parameterSlot(i));
      code.putfield(self, layout.capture(i).name(), layout.capture(i).type());
    }
    code.return_();
  }

  /** Makes an object with captured values from the parameters, or from {@code this}. */
  private void make(CodeBuilder code, boolean fromThis) {
    code.new_(self);
    code.dup();
    for (int i = 0; i < block.captures().size(); i++) {
      ClassDesc type = block.captures().get(i);
      if (fromThis) {
        code.aload(0);
        loadCapture(code, block, layout, i);
      } else {
        code.loadLocal(VType.of(type).typeKind(), code.parameterSlot(i));
      }
    }
    code.invokespecial(self, ConstantDescs.INIT_NAME, constructor());
  }

  private void lambda(CodeBuilder code) {
    if (block.captures().isEmpty()) {
      code.getstatic(self, SINGLETON, self);
    } else {
      make(code, false);
    }
    code.areturn();
  }

  private void start(CodeBuilder code) {
    make(code, true);
    if (layout.needsArgument()) {
      StateLayout.Slot slot = layout.argument();
      code.dup();
      code.aload(1);
      code.putfield(self, slot.name(), slot.type());
    }
    code.areturn();
  }

  private void resume(CodeBuilder code) {
    code.aload(0);
    code.aload(1);
    code.invokestatic(
        block.host(), block.name(), HostWriter.resumeType(block), block.hostIsInterface());
    code.areturn();
  }

  /** The functional interface's method: runs the lambda as it was written. */
  private void run(CodeBuilder code, MethodTypeDesc type) {
    code.aload(0);
    ClassDesc argument = block.argument();
    if (argument != null) {
      ClassDesc given = type.parameterType(0);
      code.loadLocal(VType.of(given).typeKind(), code.parameterSlot(0));
      if (!given.equals(argument)) {
        Boxes.unbox(code, argument);
      }
    }
    code.invokestatic(
        block.host(), block.name(), HostWriter.runType(block), block.hostIsInterface());
    ClassDesc result = type.returnType();
    if (!result.isPrimitive()) {
      Boxes.box(code, block.result());
    }
    if (result.equals(ConstantDescs.CD_void)) {
      code.return_();
    } else {
      code.return_(VType.of(result).typeKind());
    }
  }

  private void location(CodeBuilder code) {
    var lines = new StringBuilder();
    for (Await await : body.awaits()) {
      lines.append((char) body.code().line(await.index()));
    }
    String name = HostTypes.internalName(block.host()).replace('/', '.');
    Optional<SourceFileAttribute> file = host.findAttribute(Attributes.sourceFile());
    code.aload(0);
    code.loadConstant(name);
    code.loadConstant(block.name());
    if (file.isPresent()) {
      code.loadConstant(file.get().sourceFile().stringValue());
    } else {
      code.aconst_null();
    }
    code.loadConstant(lines.toString());
    code.invokestatic(
        WeftNames.CODEGEN,
        "location",
        MethodTypeDesc.of(
            ClassDesc.of("java.lang.StackTraceElement"),
            WeftNames.ASYNC_STATE,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String));
    code.areturn();
  }
}

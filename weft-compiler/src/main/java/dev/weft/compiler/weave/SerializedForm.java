package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Writes {@code writeReplace} of a serializable block: the very form that the JDK gives it. */
final class SerializedForm {
  private static final ClassDesc FORM = ClassDesc.of("java.lang.invoke.SerializedLambda");

  private SerializedForm() {}

  static void write(CodeBuilder code, Block block, StateLayout layout) {
    LambdaSite site = block.site();
    List<ClassDesc> captures = block.captures();
    code.new_(FORM);
    code.dup();
    code.loadConstant(block.host());
    code.loadConstant(HostTypes.internalName(site.functionalInterface()));
    code.loadConstant(site.method());
    code.loadConstant(site.erased().descriptorString());
    code.loadConstant(site.implementation().refKind());
    code.loadConstant(HostTypes.internalName(block.host()));
    code.loadConstant(block.name());
    code.loadConstant(site.implementation().lookupDescriptor());
    code.loadConstant(site.instantiated().descriptorString());
    code.loadConstant(captures.size());
    code.anewarray(ConstantDescs.CD_Object);
    for (int i = 0; i < captures.size(); i++) {
      code.dup();
      code.loadConstant(i);
      code.aload(0);
      CompanionWriter.loadCapture(code, block, layout, i);
      Boxes.box(code, captures.get(i));
      code.aastore();
    }
    code.invokespecial(
        FORM,
        ConstantDescs.INIT_NAME,
        MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ConstantDescs.CD_Class,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String,
            ConstantDescs.CD_int,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String,
            ConstantDescs.CD_String,
            ConstantDescs.CD_Object.arrayType()));
    code.areturn();
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LineNumber;
import org.jspecify.annotations.Nullable;

/** Replaces the creation of blocks in a method that otherwise stays as it is. */
final class CreationTransform implements CodeTransform {
  private final MethodModel method;
  private final LambdaSites lambdas;
  private @Nullable Block pending;

  CreationTransform(MethodModel method, LambdaSites lambdas) {
    this.method = method;
    this.lambdas = lambdas;
  }

  @Override
  public void accept(CodeBuilder out, CodeElement element) {
    Block created = pending;
    if (created != null && !(element instanceof LineNumber)) {
      pending = null;
      if (element instanceof Instruction call && LambdaSites.isAsyncCall(call)) {
        LambdaSites.start(out, created);
        return;
      }
      LambdaSites.create(out, created);
    }
    if (element instanceof InvokeDynamicInstruction dynamic) {
      pending = lambdas.blockOf(dynamic);
      if (pending != null) {
        return;
      }
    }
    out.with(element);
  }

  @Override
  public void atEnd(CodeBuilder out) {
    method.code().orElseThrow().findAttribute(Attributes.stackMapTable()).ifPresent(out::with);
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/** The names in weft-core that compiled blocks link to. */
final class WeftNames {
  static final String ASYNC_LAMBDA_DESCRIPTOR = "Ldev/weft/AsyncLambda;";
  static final String PREEMPTIBLE_DESCRIPTOR = "Ldev/weft/Preemptible;";
  static final String ASYNC = "dev/weft/Async";
  static final String ASYNC_CLOSEABLE = "dev/weft/AsyncCloseable";
  static final String SCOPE = "dev/weft/Scope";

  /** Weft's own functional interfaces for blocks, known without looking them up. */
  static final Set<String> BLOCK_INTERFACES =
      Set.of("dev/weft/AsyncBody", "dev/weft/AsyncAction", "dev/weft/AsyncFunction");

  static final String AWAIT_DESCRIPTOR = "(Ldev/weft/Future;)Ljava/lang/Object;";
  static final Set<String> AWAITS = Set.of("await", "awaitUnchecked");

  static final ClassDesc FUTURE = ClassDesc.of("dev.weft.Future");
  static final ClassDesc CONTEXT = ClassDesc.of("dev.weft.Context");
  static final ClassDesc ASYNC_STATE = ClassDesc.of("dev.weft.codegen.AsyncState");
  static final ClassDesc POLL_CONTEXT = ClassDesc.of("dev.weft.codegen.PollContext");
  static final ClassDesc RAW_FUTURE = ClassDesc.of("dev.weft.codegen.RawFuture");
  static final ClassDesc COMPILED_BODY = ClassDesc.of("dev.weft.codegen.CompiledBody");
  static final ClassDesc CODEGEN = ClassDesc.of("dev.weft.codegen.Codegen");

  static final MethodTypeDesc AWAIT_IN =
      MethodTypeDesc.of(ConstantDescs.CD_Object, FUTURE, ASYNC_STATE, CONTEXT);
  static final MethodTypeDesc PREEMPT =
      MethodTypeDesc.of(ConstantDescs.CD_Object, ASYNC_STATE, CONTEXT);
  static final MethodTypeDesc MAY_LOOP = MethodTypeDesc.of(ConstantDescs.CD_boolean, CONTEXT);
  static final MethodTypeDesc POLL = MethodTypeDesc.of(ConstantDescs.CD_Object, CONTEXT);
  static final MethodTypeDesc OUTCOME =
      MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object);

  /**
   * On methods that a tool has written: of the JDK, and only seen by those who read class files.
   */
  static final Annotation GENERATED =
      Annotation.of(
          ClassDesc.of("javax.annotation.processing.Generated"),
          AnnotationElement.ofArray("value", AnnotationValue.ofString("dev.weft.compiler")));

  /** The contract of weft-core that this weaver compiles for, {@code Codegen.VERSION} there. */
  static final int CONTRACT = 2;

  private WeftNames() {}
}

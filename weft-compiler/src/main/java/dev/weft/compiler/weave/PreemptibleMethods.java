package dev.weft.compiler.weave;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks of a class are to have pre-emption points, by the mark of the method that they stand
 * in, however many lambdas are in between.
 */
final class PreemptibleMethods {
  private final boolean otherwise;
  private final Map<String, MethodModel> makers = new HashMap<>(); // by method of the lambda's body

  PreemptibleMethods(ClassModel host, boolean otherwise) {
    this.otherwise = otherwise;
    for (MethodModel method : host.methods()) {
      method
          .code()
          .ifPresent(
              code ->
                  code.forEach(
                      element -> {
                        if (element instanceof InvokeDynamicInstruction dynamic) {
                          note(method, LambdaSite.of(dynamic));
                        }
                      }));
    }
  }

  private void note(MethodModel maker, @Nullable LambdaSite site) {
    if (site != null) {
      DirectMethodHandleDesc body = site.implementation();
      makers.putIfAbsent(body.methodName() + body.lookupDescriptor(), maker);
    }
  }

  /** Whether the lambda whose body is in this method gets points. */
  boolean contains(MethodModel body) {
    MethodModel at = body;
    for (int depth = 0; at != null && depth <= makers.size(); depth++) {
      Boolean marked = mark(at);
      if (marked != null) {
        return marked;
      }
      at = makers.get(at.methodName().stringValue() + at.methodType().stringValue());
    }
    return otherwise;
  }

  private static @Nullable Boolean mark(MethodModel method) {
    return method
        .findAttribute(Attributes.runtimeInvisibleAnnotations())
        .flatMap(
            all ->
                all.annotations().stream()
                    .filter(each -> each.className().equalsString(WeftNames.PREEMPTIBLE_DESCRIPTOR))
                    .findFirst())
        .map(PreemptibleMethods::value)
        .orElse(null);
  }

  private static boolean value(Annotation mark) {
    for (AnnotationElement element : mark.elements()) {
      if (element.value() instanceof AnnotationValue.OfBoolean given) {
        return given.booleanValue();
      }
    }
    return true;
  }
}

package dev.weft.compiler.check;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Reads what methods say about their cancellation. */
final class CancelSafety {

  private static final String ANNOTATION = "dev.weft.CancelSafe";

  private final Elements elements;
  private final Types types;

  CancelSafety(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  /**
   * What a cancelled call loses.
   *
   * @param what the object of a sentence
   * @param instead an imperative, empty if there is none
   * @param unless types of the first argument with which it loses nothing
   */
  record Loss(String what, String instead, List<TypeMirror> unless) {

    boolean isAvoidedBy(WeftTypes types, @Nullable TypeMirror argument) {
      return unless.stream()
          .anyMatch(
              type ->
                  type instanceof DeclaredType declared
                      && declared.asElement() instanceof TypeElement element
                      && types.isA(argument, element.getQualifiedName().toString()));
    }
  }

  /** What a method says that it loses; {@code null} if it says nothing, or that it is safe. */
  @Nullable Loss loss(ExecutableElement method) {
    AnnotationMirror said = annotation(method);
    if (said == null && method.getEnclosingElement() instanceof TypeElement owner) {
      said = inherited(method, owner, owner);
    }
    return said == null ? null : read(said);
  }

  private @Nullable AnnotationMirror inherited(
      ExecutableElement method, TypeElement owner, TypeElement below) {
    for (TypeMirror above : types.directSupertypes(below.asType())) {
      if (above instanceof DeclaredType declared
          && declared.asElement() instanceof TypeElement type) {
        for (ExecutableElement other : ElementFilter.methodsIn(type.getEnclosedElements())) {
          AnnotationMirror said =
              other.getSimpleName().equals(method.getSimpleName()) ? annotation(other) : null;
          if (said != null && elements.overrides(method, other, owner)) {
            return said;
          }
        }
        AnnotationMirror higher = inherited(method, owner, type);
        if (higher != null) {
          return higher;
        }
      }
    }
    return null;
  }

  private static @Nullable AnnotationMirror annotation(Element method) {
    for (AnnotationMirror mirror : method.getAnnotationMirrors()) {
      if (mirror.getAnnotationType().asElement() instanceof TypeElement type
          && type.getQualifiedName().contentEquals(ANNOTATION)) {
        return mirror;
      }
    }
    return null;
  }

  private static @Nullable Loss read(AnnotationMirror annotation) {
    String what = "";
    String instead = "";
    var unless = new ArrayList<TypeMirror>();
    for (var element : annotation.getElementValues().entrySet()) {
      Object value = element.getValue().getValue();
      switch (element.getKey().getSimpleName().toString()) {
        case "loses" -> what = value.toString();
        case "instead" -> instead = value.toString();
        case "unless" -> addTypes(value, unless);
        default -> {}
      }
    }
    return what.isEmpty() ? null : new Loss(what, instead, unless);
  }

  private static void addTypes(Object values, List<TypeMirror> types) {
    if (values instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof AnnotationValue value && value.getValue() instanceof TypeMirror type) {
          types.add(type);
        }
      }
    }
  }
}

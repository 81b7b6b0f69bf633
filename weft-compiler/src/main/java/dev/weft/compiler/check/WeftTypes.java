package dev.weft.compiler.check;

import com.sun.source.util.JavacTask;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Questions about types, answered from the program that is being compiled. */
final class WeftTypes {

  private static final String ASYNC = "dev.weft.Async";

  private final Elements elements;
  private final Types types;

  WeftTypes(JavacTask task) {
    this.elements = task.getElements();
    this.types = task.getTypes();
  }

  /** Whether the program can see the library; without it there is nothing to check. */
  boolean libraryIsThere() {
    return elements.getTypeElement(ASYNC) != null;
  }

  /** Whether a method suspends by itself: {@code await} or {@code awaitUnchecked}. */
  boolean isAwait(@Nullable Element method) {
    return method != null
        && (method.getSimpleName().contentEquals("await")
            || method.getSimpleName().contentEquals("awaitUnchecked"))
        && method.getEnclosingElement() instanceof TypeElement owner
        && owner.getQualifiedName().contentEquals(ASYNC);
  }

  /** Whether a method is one of {@code Async}, also through the classes that it inherits. */
  boolean isOfLibrary(Element method) {
    if (!(method.getEnclosingElement() instanceof TypeElement owner)) {
      return false;
    }
    TypeElement async = elements.getTypeElement(ASYNC);
    return owner.getQualifiedName().contentEquals("dev.weft.TaskLocal")
        || (async != null && isA(async.asType(), owner.getQualifiedName().toString()));
  }

  /** Whether a method is {@code List.of}. */
  boolean isListOf(Element method) {
    return method.getSimpleName().contentEquals("of")
        && method.getEnclosingElement() instanceof TypeElement owner
        && owner.getQualifiedName().contentEquals("java.util.List");
  }

  /** Whether a method is the {@code close()} of a resource. */
  static boolean isClose(@Nullable Element method) {
    return method instanceof ExecutableElement executable
        && executable.getSimpleName().contentEquals("close")
        && executable.getParameters().isEmpty();
  }

  /** Whether a method is the {@code closeAsync()} of an {@code AsyncCloseable}. */
  boolean isCloseAsync(ExecutableElement method) {
    return method.getSimpleName().contentEquals("closeAsync")
        && method.getParameters().isEmpty()
        && method.getEnclosingElement() instanceof TypeElement owner
        && isA(owner.asType(), "dev.weft.AsyncCloseable");
  }

  /** Whether javac could find out the type of a lambda; if not, it has reported an error. */
  static boolean isKnown(@Nullable TypeMirror type) {
    return type != null
        && (type.getKind() == TypeKind.DECLARED || type.getKind() == TypeKind.INTERSECTION);
  }

  /** Whether the method of a functional interface returns nothing. */
  boolean yieldsNothing(@Nullable TypeMirror type) {
    if (!(type instanceof DeclaredType declared)
        || !(declared.asElement() instanceof TypeElement functional)) {
      return false;
    }
    return elements.getAllMembers(functional).stream()
        .filter(member -> member.getModifiers().contains(Modifier.ABSTRACT))
        .filter(member -> !isOfObject(member))
        .allMatch(
            member ->
                member instanceof ExecutableElement method
                    && method.getReturnType().getKind() == TypeKind.VOID);
  }

  /** Whether a method is one that every object has, which an interface may declare again. */
  private static boolean isOfObject(Element member) {
    return member instanceof ExecutableElement method
        && switch (method.getSimpleName().toString()) {
          case "toString", "hashCode" -> method.getParameters().isEmpty();
          case "equals" -> method.getParameters().size() == 1;
          default -> false;
        };
  }

  /** Whether lambdas for this type are async blocks. */
  boolean isAsyncLambda(@Nullable TypeMirror type) {
    return anyBound(type, WeftTypes::hasMark);
  }

  private static boolean hasMark(TypeElement type) {
    return isMarked(type, "dev.weft.AsyncLambda");
  }

  /** Whether lambdas for this type run on a virtual thread of their own. */
  boolean isStackfulLambda(@Nullable TypeMirror type) {
    return anyBound(type, WeftTypes::isStackfulBody);
  }

  private static boolean isStackfulBody(TypeElement type) {
    return type.getQualifiedName().contentEquals("dev.weft.StackfulBody")
        || type.getQualifiedName().contentEquals("dev.weft.StackfulAction");
  }

  /** Whether a method is marked as one that awaits without being a block. */
  static boolean isStackfulMethod(@Nullable Element method) {
    return method != null && isMarked(method, "dev.weft.Stackful");
  }

  private static boolean isMarked(Element element, String annotation) {
    return element.getAnnotationMirrors().stream()
        .anyMatch(
            mirror ->
                mirror.getAnnotationType().asElement() instanceof TypeElement type
                    && type.getQualifiedName().contentEquals(annotation));
  }

  private interface Test {
    boolean holds(TypeElement type);
  }

  private static boolean anyBound(@Nullable TypeMirror type, Test test) {
    if (type instanceof IntersectionType intersection) {
      return intersection.getBounds().stream().anyMatch(bound -> anyBound(bound, test));
    }
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && test.holds(element);
  }

  /**
   * Whether a type is, or extends, the named one, by any of its bounds; false if the program can't
   * see that.
   */
  boolean isA(@Nullable TypeMirror type, String name) {
    return switch (type) {
      case TypeVariable variable -> isA(variable.getUpperBound(), name);
      case IntersectionType all -> all.getBounds().stream().anyMatch(bound -> isA(bound, name));
      case DeclaredType declared -> isErasedTo(declared, name);
      case null, default -> false;
    };
  }

  /** Whether a class file has the named type, or a subtype, in the place of a type. */
  boolean isErasedTo(TypeMirror type, String name) {
    TypeElement named = elements.getTypeElement(name);
    return named != null
        && isReference(type)
        && types.isSubtype(types.erasure(type), types.erasure(named.asType()));
  }

  /** Whether a type is exactly the named one. */
  boolean isExactly(@Nullable TypeMirror type, String name) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && element.getQualifiedName().contentEquals(name);
  }

  private static boolean isReference(TypeMirror type) {
    return type.getKind() == TypeKind.DECLARED
        || type.getKind() == TypeKind.TYPEVAR
        || type.getKind() == TypeKind.INTERSECTION;
  }

  /** The {@link Checks#key} of a class, which local and anonymous ones have as well. */
  String key(TypeElement type) {
    return Checks.key(elements.getModuleOf(type), elements.getBinaryName(type).toString());
  }
}

package dev.weft.compiler;

import dev.weft.compiler.check.Checks;
import dev.weft.compiler.weave.TypeFacts;
import dev.weft.compiler.weave.TypeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Answers the weaver's questions about other classes from what javac knows. */
final class ProgramTypes implements TypeSource {

  private static final String MARK = "dev.weft.AsyncLambda";

  private final Elements elements;
  private final Function<String, @Nullable TypeElement> unnamed;
  private final Map<String, Optional<TypeFacts>> known = new HashMap<>();
  private @Nullable ModuleElement module;

  /** With the local and anonymous classes by {@link Checks#key}, which javac doesn't look up. */
  ProgramTypes(Elements elements, Function<String, @Nullable TypeElement> unnamed) {
    this.elements = elements;
    this.unnamed = unnamed;
  }

  /** Whose class asks from now on: modules compiled together may have classes of one name. */
  void seenFrom(@Nullable ModuleElement asking) {
    if (!Objects.equals(module, asking)) {
      module = asking;
      known.clear();
    }
  }

  @Override
  public @Nullable TypeFacts find(String internalName) {
    Optional<TypeFacts> facts = known.get(internalName);
    if (facts == null) {
      TypeElement type = element(internalName.replace('/', '.'));
      facts = type == null ? Optional.empty() : Optional.of(facts(type));
      known.put(internalName, facts);
    }
    return facts.orElse(null);
  }

  /**
   * A class by its binary name, in which a dollar may stand between classes or be part of a name.
   */
  private @Nullable TypeElement element(String binaryName) {
    TypeElement type = named(binaryName);
    int dollar = binaryName.lastIndexOf('$');
    while (type == null && dollar > 0) {
      TypeElement outer = element(binaryName.substring(0, dollar));
      type = outer == null ? null : member(outer, binaryName.substring(dollar + 1));
      dollar = binaryName.lastIndexOf('$', dollar - 1);
    }
    return type;
  }

  private @Nullable TypeElement named(String name) {
    TypeElement type = unnamed.apply(Checks.key(module, name));
    if (type == null && module != null) {
      type = elements.getTypeElement(module, name);
    }
    return type == null ? elements.getTypeElement(name) : type; // one that the module doesn't read
  }

  private static @Nullable TypeElement member(TypeElement outer, String name) {
    return outer.getEnclosedElements().stream()
        .filter(TypeElement.class::isInstance)
        .map(TypeElement.class::cast)
        .filter(type -> type.getSimpleName().contentEquals(name))
        .findFirst()
        .orElse(null);
  }

  private TypeFacts facts(TypeElement type) {
    return new TypeFacts(
        type.getModifiers().contains(Modifier.PUBLIC),
        internalName(type.getSuperclass()),
        type.getInterfaces().stream().map(this::internalName).filter(this::isNamed).toList(),
        isMarked(type));
  }

  private boolean isNamed(@Nullable String name) {
    return name != null;
  }

  private @Nullable String internalName(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
        ? elements.getBinaryName(element).toString().replace('.', '/')
        : null;
  }

  private static boolean isMarked(TypeElement type) {
    return List.copyOf(type.getAnnotationMirrors()).stream()
        .anyMatch(
            mirror ->
                mirror.getAnnotationType().asElement() instanceof TypeElement mark
                    && mark.getQualifiedName().contentEquals(MARK));
  }
}

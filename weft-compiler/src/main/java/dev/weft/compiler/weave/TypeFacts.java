package dev.weft.compiler.weave;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the weaver has to know of another class.
 *
 * @param isPublic whether every package may name it
 * @param superName internal name of its superclass, {@code null} for {@code Object} and for an
 *     interface without one
 * @param interfaces internal names of its direct superinterfaces
 * @param asyncLambda whether it is marked {@code dev.weft.AsyncLambda}
 */
public record TypeFacts(
    boolean isPublic, @Nullable String superName, List<String> interfaces, boolean asyncLambda) {

  /** Copies the list. */
  public TypeFacts {
    interfaces = List.copyOf(interfaces);
  }

  /**
   * Reads the facts from a class file.
   *
   * @param classFile the bytes
   * @return the facts
   * @throws IllegalArgumentException if that isn't a class file
   */
  public static TypeFacts of(byte[] classFile) {
    return of(ClassFile.of().parse(classFile));
  }

  static TypeFacts of(ClassModel model) {
    return new TypeFacts(
        model.flags().has(AccessFlag.PUBLIC),
        model.superclass().map(ClassEntry::asInternalName).orElse(null),
        model.interfaces().stream().map(ClassEntry::asInternalName).toList(),
        isAsyncLambda(model));
  }

  private static boolean isAsyncLambda(ClassModel model) {
    return Stream.concat(
            model.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .map(RuntimeInvisibleAnnotationsAttribute::annotations),
            model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .map(RuntimeVisibleAnnotationsAttribute::annotations))
        .flatMap(List::stream)
        .anyMatch(
            annotation -> annotation.className().equalsString(WeftNames.ASYNC_LAMBDA_DESCRIPTOR));
  }
}

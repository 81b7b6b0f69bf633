package dev.weft.compiler.weave;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the weaver knows of the classes that the host mentions. */
final class HostTypes {
  private final ClassDesc host;
  private final TypeSource source;
  private final Set<String> used = new HashSet<>();

  HostTypes(ClassModel host, TypeSource source) {
    this.host = host.thisClass().asSymbol();
    String name = host.thisClass().asInternalName();
    TypeFacts own = TypeFacts.of(host);
    this.source = asked -> asked.equals(name) ? own : source.find(asked);
    for (MethodModel method : host.methods()) {
      method.code().ifPresent(code -> code.forEach(this::noteUse));
    }
  }

  private void noteUse(CodeElement element) {
    ClassEntry type =
        switch (element) {
          case FieldInstruction field -> field.owner();
          case InvokeInstruction invoke -> invoke.owner();
          case TypeCheckInstruction check -> check.type();
          case NewObjectInstruction made -> made.className();
          default -> null;
        };
    if (type != null) {
      used.add(element(type.asSymbol()).descriptorString());
    }
  }

  private static ClassDesc element(ClassDesc type) {
    ClassDesc element = type;
    for (ClassDesc inner = element.componentType(); inner != null; ) {
      element = inner;
      inner = element.componentType();
    }
    return element;
  }

  static String internalName(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  /** Whether a lambda for this interface is an async block. */
  boolean isBlockInterface(ClassDesc type) {
    String name = internalName(type);
    if (WeftNames.BLOCK_INTERFACES.contains(name)) {
      return true;
    }
    TypeFacts facts = source.find(name);
    return facts != null && facts.asyncLambda();
  }

  /** Whether a class is {@code AsyncCloseable} or one of its subtypes, as far as can be found. */
  boolean isAsyncCloseable(String internalName) {
    return isSubtype(internalName, WeftNames.ASYNC_CLOSEABLE)
        || isSubtype(internalName, WeftNames.SCOPE);
  }

  /** Whether a class is another one or a subtype of it, as far as can be found. */
  boolean isSubtype(String internalName, String other) {
    var seen = new HashSet<String>();
    var open = new ArrayDeque<String>();
    open.push(internalName);
    while (!open.isEmpty()) {
      String name = open.pop();
      if (name.equals(other)) {
        return true;
      }
      TypeFacts facts = seen.add(name) ? source.find(name) : null;
      if (facts != null) {
        facts.interfaces().forEach(open::push);
        push(open, facts.superName());
      }
    }
    return false;
  }

  private static void push(ArrayDeque<String> open, @Nullable String name) {
    if (name != null) {
      open.push(name);
    }
  }

  /**
   * Whether the host surely has access to a class. A variable may be of a type that its code can't
   * name, such as {@code AbstractStringBuilder} where a builder and a buffer meet; a cast to it
   * would fail.
   */
  boolean mayCastTo(ClassDesc type) {
    ClassDesc element = element(type);
    if (element.isPrimitive()
        || element.packageName().equals(host.packageName())
        || used.contains(element.descriptorString())) {
      return true;
    }
    TypeFacts facts = source.find(internalName(element));
    return facts != null && facts.isPublic();
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lambda that becomes a state machine.
 *
 * @param host its class
 * @param hostIsInterface whether that is an interface
 * @param site how the lambda is created
 * @param method the synthetic method that holds its body
 * @param companion the class of its state object
 * @param preemptible whether it is to have pre-emption points
 */
record Block(
    ClassDesc host,
    boolean hostIsInterface,
    LambdaSite site,
    MethodModel method,
    ClassDesc companion,
    boolean preemptible) {

  /** The method with a lambda's body, if the host has it. */
  static @Nullable MethodModel body(ClassModel host, LambdaSite site) {
    for (MethodModel method : host.methods()) {
      if (method.methodName().equalsString(site.implementation().methodName())
          && method.methodType().equalsString(site.implementation().lookupDescriptor())
          && method.flags().has(AccessFlag.SYNTHETIC)
          && method.code().isPresent()) {
        return method;
      }
    }
    return null;
  }

  String name() {
    return method.methodName().stringValue();
  }

  Utf8Entry nameEntry() {
    return method.methodName();
  }

  boolean isInstance() {
    return !method.flags().has(AccessFlag.STATIC);
  }

  /** The types of the body's first variables: {@code this}, captured values, argument. */
  List<ClassDesc> parameters() {
    var all = new ArrayList<ClassDesc>();
    if (isInstance()) {
      all.add(host);
    }
    all.addAll(method.methodTypeSymbol().parameterList());
    return all;
  }

  /** The captured values, {@code this} first. */
  List<ClassDesc> captures() {
    return parameters().subList(0, site.type().parameterCount());
  }

  /** The type of the argument. */
  @Nullable ClassDesc argument() {
    List<ClassDesc> all = parameters();
    return all.size() == captures().size() ? null : all.getLast();
  }

  /** The first slot of each parameter. */
  int slot(int parameter) {
    int slot = 0;
    for (ClassDesc each : parameters().subList(0, parameter)) {
      slot += VType.of(each).words();
    }
    return slot;
  }

  ClassDesc result() {
    return method.methodTypeSymbol().returnType();
  }
}

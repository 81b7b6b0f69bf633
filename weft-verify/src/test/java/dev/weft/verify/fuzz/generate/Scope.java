package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** What the code at a place may name and do. One for each body of a method or lambda. */
final class Scope {

  /**
   * A variable.
   *
   * @param free whether it may be assigned; if not, it may be captured
   */
  record Variable(String name, Type type, boolean free) {}

  /** A statement that can be left by {@code break}, or {@code continue} if it is a loop. */
  static final class Target {
    final String name;
    final boolean loop;
    final boolean bare;
    boolean left;

    Target(String name, boolean loop, boolean bare) {
      this.name = name;
      this.loop = loop;
      this.bare = bare;
    }
  }

  /** How a body returns. */
  enum Returns {
    NOT,
    NOTHING,
    VALUE
  }

  final List<Variable> variables = new ArrayList<>();

  /** Whether there may be awaits. */
  boolean awaits = true;

  /** Whether checked exceptions may be thrown. */
  boolean checked = true;

  /** Whether a value of two words lies on the stack below what is being written. */
  boolean wide;

  /** Whether {@code this} is an object with the fields of Box. */
  boolean instance;

  Returns returns = Returns.NOT;
  Type returned;

  /** The type that a switch expression yields here; null outside. */
  Type yields;

  List<Target> targets = new ArrayList<>();

  /** Whether it is a guard, in which javac lets no field be assigned. */
  boolean guard;

  /** How many blocks it lies in others. */
  int nesting;

  /** A scope for a body inside this one, which sees what can be captured. */
  Scope inner() {
    var inner = new Scope();
    for (Variable variable : variables) {
      if (!variable.free()) {
        inner.variables.add(variable);
      }
    }
    inner.instance = instance;
    inner.nesting = nesting + 1;
    return inner;
  }

  Variable add(String name, Type type, boolean free) {
    var variable = new Variable(name, type, free);
    variables.add(variable);
    return variable;
  }

  int mark() {
    return variables.size();
  }

  /** Ends the life of variables added since. */
  void reset(int mark) {
    variables.subList(mark, variables.size()).clear();
  }

  List<Variable> of(Type type) {
    return variables.stream().filter(each -> each.type() == type).toList();
  }

  List<Variable> free(Type type) {
    return variables.stream().filter(each -> each.type() == type && each.free()).toList();
  }
}

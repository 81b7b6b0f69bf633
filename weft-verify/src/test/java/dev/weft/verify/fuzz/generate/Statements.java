package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** Makes statements, which end with a new line. */
final class Statements {
  private static final int DEEPEST = 5;

  private final Dice dice;
  private final Expressions expressions;
  private final Loops loops;
  private final Failures failures;
  private final Jumps jumps;
  private final Assignments assignments;

  Statements(Dice dice) {
    this.dice = dice;
    expressions = new Expressions(dice, this);
    loops = new Loops(dice, expressions, this);
    failures = new Failures(dice, expressions, this);
    jumps = new Jumps(dice, expressions);
    assignments = new Assignments(dice, expressions);
  }

  Expressions expressions() {
    return expressions;
  }

  /** Statements whose variables are gone behind them. */
  Node block(Scope scope, int most, boolean mustComplete) {
    int mark = scope.mark();
    Node block = open(scope, most, mustComplete);
    scope.reset(mark);
    return block;
  }

  /** Statements whose variables remain in scope. */
  Node open(Scope scope, int most, boolean mustComplete) {
    scope.nesting++;
    var statements = new ArrayList<Node>();
    boolean completes = true;
    int count = dice.spent() ? 1 : 1 + dice.below(most);
    for (int left = count; left > 0 && completes; left--) {
      boolean last = left == 1 && !mustComplete;
      Node statement = one(scope, last);
      statements.add(statement);
      completes = statement.completes();
    }
    scope.nesting--;
    return Node.block(completes, statements);
  }

  private Node one(Scope scope, boolean mayEnd) {
    int depth = 4 - Math.min(2, scope.nesting / 2);
    if (mayEnd && dice.chance(25)) {
      Node jump = jumps.unconditional(scope, depth);
      if (jump != null) {
        return jump;
      }
    }
    if (scope.nesting >= DEEPEST || dice.spent() || dice.chance(45)) {
      return simple(scope, depth);
    }
    return switch (dice.below(22)) {
      case 0, 1, 2 -> conditional(scope, depth, mayEnd);
      case 3, 4, 5 -> loops.loop(scope, depth);
      case 6 -> loops.labelled(scope);
      case 7, 8 -> switched(scope, depth);
      case 9, 10, 11, 12 -> failures.caught(scope, depth, mayEnd);
      case 13, 14 -> failures.closed(scope, depth);
      case 15 -> failures.locked(scope, depth);
      case 16 -> scope.awaits ? expressions.blocks().action(scope) : simple(scope, depth);
      case 17 -> expressions.blocks().lambda(scope, depth);
      case 18 -> expressions.blocks().localClass(scope, depth);
      case 19 -> expressions.blocks().localRecord(scope, depth);
      case 20 -> guard(scope, depth);
      default -> Node.statement("{\n", block(scope, 3, true), "}\n");
    };
  }

  private Node simple(Scope scope, int depth) {
    return switch (dice.below(12)) {
      case 0, 1, 2, 3 -> declaration(scope, depth);
      case 4, 5, 6 -> assignments.assignment(scope, depth);
      case 7 -> jumps.conditional(scope, depth);
      case 8 -> late(scope, depth);
      case 9 ->
          Node.statement(
              "assert ",
              expressions.of(Type.BOOLEAN, scope, depth - 1),
              " : ",
              expressions.of(Type.STRING, scope, depth - 1),
              ";\n");
      case 10 -> loose(scope, depth);
      default -> said(scope, depth);
    };
  }

  /** An expression as a statement, whose value is dropped. */
  private Node loose(Scope scope, int depth) {
    Type type = expressions.any();
    if (!scope.awaits) {
      return Node.statement("p.id(", expressions.of(type, scope, depth), ");\n");
    }
    return dice.chance(30)
        ? Node.statement("p.resource(", expressions.of(type, scope, depth - 1), ").close();\n")
        : Node.statement(
            "await(p.f" + type.suffix() + "(", expressions.of(type, scope, depth - 1), "));\n");
  }

  private Node said(Scope scope, int depth) {
    Type type = expressions.any();
    return Node.statement(
        "p.say" + type.suffix() + "(", expressions.of(type, scope, depth), ");\n");
  }

  private Node declaration(Scope scope, int depth) {
    Type type = expressions.any();
    boolean free = dice.chance(65);
    Node value = expressions.loose(type, scope, depth);
    String name = dice.name("v");
    scope.add(name, type, free);
    String kind = dice.chance(20) ? "final " : "";
    return Node.statement((free ? "" : kind) + type.source() + " " + name + " = ", value, ";\n");
  }

  /** A variable that is assigned on two ways. */
  private Node late(Scope scope, int depth) {
    Type type = expressions.any();
    Node test = expressions.of(Type.BOOLEAN, scope, depth - 1);
    Node then = block(scope, 1, true);
    Node one = expressions.loose(type, scope, depth - 1);
    Node other = expressions.loose(type, scope, depth - 1);
    String name = dice.name("v");
    scope.add(name, type, false);
    return Node.statement(
        type.source() + " " + name + ";\nif (",
        test,
        ") {\n",
        then,
        name + " = ",
        one,
        ";\n} else {\n" + name + " = ",
        other,
        ";\n}\n");
  }

  private Node conditional(Scope scope, int depth, boolean mayEnd) {
    Node test = expressions.of(Type.BOOLEAN, scope, depth);
    Node then = block(scope, 3, false);
    if (dice.chance(40)) {
      return Node.statement("if (", test, ") {\n", then, "}\n");
    }
    Node other = block(scope, 3, !mayEnd && !then.completes());
    return Node.compound(
        then.completes() || other.completes(),
        "if (",
        test,
        ") {\n",
        then,
        "} else {\n",
        other,
        "}\n");
  }

  /** Leaves unless a pattern matches, whose variables go on. */
  private Node guard(Scope scope, int depth) {
    Node tested = expressions.of(Type.OBJECT, scope, depth);
    Node jump = jumps.unconditional(scope, depth - 2);
    if (jump == null) {
      return simple(scope, depth);
    }
    String pattern = new Patterns(dice).any(scope);
    return Node.statement(
        "if (!((Object) ", tested, " instanceof " + pattern + ")) {\n", jump, "}\n");
  }

  private Node switched(Scope scope, int depth) {
    return dice.chance(50) ? arrows(scope, depth) : groups(scope, depth);
  }

  private Node arrows(Scope scope, int depth) {
    Switches switches = expressions.switches();
    Switches.Over over = dice.pick(Switches.Over.values());
    boolean patterns = over == Switches.Over.SHAPE || over == Switches.Over.OBJECT;
    Node selector = switches.selector(over, scope, depth);
    var target = new Scope.Target(dice.name("L"), false, true);
    scope.targets.add(target);
    var parts = new ArrayList<Object>(List.of(target.name + ": switch (", selector, ") {\n"));
    List<String> constants = patterns ? List.of("", "") : switches.constants(over);
    for (String constant : constants) {
      int mark = scope.mark();
      Node label = patterns ? switches.label(over, scope, depth) : Node.piece(constant);
      parts.add(Node.option("case ", label, " -> {\n", block(scope, 3, false), "}\n"));
      scope.reset(mark);
    }
    parts.add("default -> {\n");
    parts.add(block(scope, 3, true));
    parts.add("}\n}\n");
    scope.targets.remove(target);
    return Node.statement(parts.toArray());
  }

  /** Cases that may fall through. */
  private Node groups(Scope scope, int depth) {
    Switches switches = expressions.switches();
    Switches.Over over = switches.constantKind();
    Node selector = switches.selector(over, scope, depth);
    var target = new Scope.Target(dice.name("L"), false, true);
    scope.targets.add(target);
    var parts = new ArrayList<Object>(List.of(target.name + ": switch (", selector, ") {\n"));
    for (String constant : switches.constants(over)) {
      Node block = block(scope, 3, false);
      boolean leaves = block.completes() && dice.chance(60);
      parts.add(
          Node.option(
              "case " + constant + ": {\n",
              block,
              leaves ? Node.option("break;\n") : Node.piece(),
              "}\n"));
    }
    parts.add(Node.option("default: {\n", block(scope, 3, true), "}\n"));
    parts.add("}\n");
    scope.targets.remove(target);
    return Node.statement(parts.toArray());
  }
}

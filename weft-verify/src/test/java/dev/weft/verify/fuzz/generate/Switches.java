package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** Makes switch expressions, and the labels of all switches. */
final class Switches {
  /** So deep that there are no statements. */
  private static final int GUARDED = 9;

  private final Dice dice;
  private final Expressions expressions;
  private final Statements statements;
  private final Patterns patterns;

  Switches(Dice dice, Expressions expressions, Statements statements) {
    this.dice = dice;
    this.expressions = expressions;
    this.statements = statements;
    patterns = new Patterns(dice);
  }

  /** What a switch is over. */
  enum Over {
    INT,
    STRING,
    COLOR,
    SHAPE,
    OBJECT
  }

  Node selector(Over over, Scope scope, int depth) {
    return switch (over) {
      case INT -> Node.piece("(", expressions.of(Type.INT, scope, depth - 1), " & 3)");
      case STRING -> expressions.of(Type.STRING, scope, depth - 1);
      case COLOR -> expressions.of(Type.COLOR, scope, depth - 1);
      case SHAPE -> Node.piece("(Shape) ", expressions.of(Type.SHAPE, scope, depth - 1));
      case OBJECT -> Node.piece("(Object) ", expressions.of(Type.OBJECT, scope, depth - 1));
    };
  }

  /** The constants of the cases, for those that have constants. */
  List<String> constants(Over over) {
    var all =
        new ArrayList<>(
            switch (over) {
              case INT -> List.of("0", "1", "2", "5");
              case STRING -> List.of("\"k1\"", "\"s\"", "\"\"", "\"Aa\"", "\"BB\"");
              default -> List.of("RED", "GREEN", "BLUE");
            });
    while (all.size() > 1 && dice.chance(40)) {
      all.remove(dice.below(all.size()));
    }
    return all;
  }

  Over constantKind() {
    return dice.pick(Over.INT, Over.STRING, Over.COLOR);
  }

  /** A switch expression; its arms may hold statements. */
  Node expression(Type type, Scope scope, int depth) {
    Over over = dice.pick(Over.values());
    boolean patternsWanted = over == Over.SHAPE || over == Over.OBJECT;
    Node selector = selector(over, scope, depth);
    List<Scope.Target> targets = scope.targets;
    Scope.Returns returns = scope.returns;
    Type yields = scope.yields;
    scope.targets = new ArrayList<>();
    scope.returns = Scope.Returns.NOT;
    scope.yields = type;
    var arms = new ArrayList<Object>();
    arms.add("((" + type.source() + ") switch (");
    arms.add(selector);
    arms.add(") {\n");
    if (patternsWanted) {
      patternArms(over, type, scope, depth, arms);
    } else {
      for (String constant : constants(over)) {
        arms.add(Node.option("case " + constant + " -> ", arm(type, scope, depth)));
      }
      arms.add("default -> ");
      arms.add(result(type, scope, depth));
    }
    arms.add("})");
    scope.targets = targets;
    scope.returns = returns;
    scope.yields = yields;
    return Node.value(type, arms.toArray());
  }

  private void patternArms(Over over, Type type, Scope scope, int depth, List<Object> arms) {
    if (dice.chance(30)) {
      arms.add(Node.option("case null -> ", arm(type, scope, depth)));
    }
    for (int i = dice.below(3); i >= 0; i--) {
      int mark = scope.mark();
      Node label = label(over, scope, depth);
      arms.add(Node.option("case ", label, " -> ", arm(type, scope, depth)));
      scope.reset(mark);
    }
    arms.add("default -> ");
    arms.add(result(type, scope, depth));
  }

  /** A pattern with a guard, so that it dominates no other one. */
  Node label(Over over, Scope scope, int depth) {
    String pattern = over == Over.SHAPE ? patterns.shape(scope) : patterns.any(scope);
    int mark = scope.mark();
    Node when =
        Node.value(
            Type.BOOLEAN,
            dice.chance(40) ? "p.go() && " : "p.sayz(true) & ",
            guarded(scope, depth));
    scope.reset(mark);
    return Node.piece(pattern + " when ", when);
  }

  /** Guards may neither assign variables from outside nor read those that are ever assigned. */
  private Node guarded(Scope scope, int depth) {
    var inner = new Scope();
    for (Scope.Variable variable : scope.variables) {
      if (!variable.free()) {
        inner.variables.add(variable);
      }
    }
    inner.awaits = scope.awaits;
    inner.checked = scope.checked;
    inner.wide = scope.wide;
    inner.instance = scope.instance;
    inner.guard = true;
    inner.nesting = GUARDED;
    return expressions.of(Type.BOOLEAN, inner, Math.min(depth - 1, 2));
  }

  /** At least one arm must have a value. */
  private Node result(Type type, Scope scope, int depth) {
    return Node.piece(expressions.of(type, scope, depth - 2), ";\n");
  }

  private Node arm(Type type, Scope scope, int depth) {
    int kind = dice.below(10);
    if (kind < 5 || scope.nesting > 3) {
      return result(type, scope, depth);
    }
    if (kind == 5) {
      return Node.piece("throw p.bad(", expressions.of(Type.INT, scope, depth - 2), ");\n");
    }
    int mark = scope.mark();
    Node block = statements.open(scope, 2, true);
    Node made =
        Node.piece("{\n", block, "yield (", expressions.of(type, scope, depth - 2), ");\n}\n");
    scope.reset(mark);
    return made;
  }
}

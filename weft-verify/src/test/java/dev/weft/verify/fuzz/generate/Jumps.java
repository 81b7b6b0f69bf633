package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** Makes statements that go elsewhere. */
final class Jumps {
  private final Dice dice;
  private final Expressions expressions;

  Jumps(Dice dice, Expressions expressions) {
    this.dice = dice;
    this.expressions = expressions;
  }

  Node conditional(Scope scope, int depth) {
    Node test = expressions.of(Type.BOOLEAN, scope, depth - 1);
    Node jump = unconditional(scope, depth - 1);
    return Node.statement("if (", test, ") {\n", jump, "}\n");
  }

  /** A statement behind which nothing can be reached. */
  Node unconditional(Scope scope, int depth) {
    int kind = dice.below(10);
    if (kind < 4 && !scope.targets.isEmpty()) {
      return leave(scope);
    }
    if (kind < 7 && scope.returns == Scope.Returns.VALUE) {
      return Node.end("return ", expressions.loose(scope.returned, scope, depth), ";\n");
    }
    if (kind < 7 && scope.returns == Scope.Returns.NOTHING) {
      return Node.end("return;\n");
    }
    if (kind < 8 && scope.yields != null) {
      return Node.end("yield (", expressions.of(scope.yields, scope, depth), ");\n");
    }
    if (scope.checked && dice.chance(30)) {
      return Node.end("throw new Oops(", expressions.of(Type.STRING, scope, depth), ");\n");
    }
    return Node.end("throw p.bad(", expressions.of(expressions.any(), scope, depth), ");\n");
  }

  private Node leave(Scope scope) {
    Scope.Target innermost = scope.targets.getLast();
    var ways = new ArrayList<Node>();
    List<Scope.Target> targets = scope.targets;
    Scope.Target target = dice.pick(targets);
    ways.add(Node.end("break " + target.name + ";\n"));
    if (target.loop) {
      ways.add(Node.end("continue " + target.name + ";\n"));
    }
    if (innermost.bare) {
      ways.add(Node.end("break;\n"));
    }
    return dice.pick(ways);
  }
}

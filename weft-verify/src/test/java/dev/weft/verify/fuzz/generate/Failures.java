package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** Makes {@code try} in all its forms, and {@code synchronized}. */
final class Failures {
  private final Dice dice;
  private final Expressions expressions;
  private final Statements statements;

  Failures(Dice dice, Expressions expressions, Statements statements) {
    this.dice = dice;
    this.expressions = expressions;
    this.statements = statements;
  }

  private Node fallback(Scope scope) {
    return Node.statement("{\n", statements.block(scope, 2, true), "}\n");
  }

  /** What javac 25 takes: above a value of two words it crashes on such a switch expression. */
  private boolean allowed(Scope scope) {
    return !(scope.wide && scope.yields != null);
  }

  Node caught(Scope scope, int depth, boolean mayEnd) {
    if (!scope.checked || !allowed(scope)) {
      return fallback(scope);
    }
    var parts = new ArrayList<Object>();
    parts.add("try {\np.may();\n");
    Node body = statements.block(scope, 4, !mayEnd);
    parts.add(body);
    parts.add("}");
    boolean completes = body.completes();
    boolean finishes = dice.chance(55);
    int catches = finishes ? dice.below(3) : 1 + dice.below(2);
    for (String type : clauses(catches)) {
      Node handler = handler(scope, type);
      completes |= handler.completes();
      parts.add(handler);
    }
    if (finishes) {
      Node last = statements.block(scope, 3, dice.chance(60) || !mayEnd);
      completes &= last.completes();
      parts.add(Node.option(" finally {\n", last, "}"));
    }
    parts.add("\n");
    return Node.compound(completes, parts.toArray());
  }

  private List<String> clauses(int count) {
    var types =
        new ArrayList<>(
            dice.pick(
                List.of("Oops", "Exception"),
                List.of("Oops | Bad", "Throwable"),
                List.of("IOException | Oops", "RuntimeException"),
                List.of("RuntimeException", "Exception"),
                List.of("Bad", "Error"),
                List.of("Cancellation", "Exception"),
                List.of("Exception", "Throwable")));
    if (count == 1 && dice.chance(50)) {
      types.removeFirst();
    }
    return types.stream().limit(count).toList();
  }

  private Node handler(Scope scope, String type) {
    String name = dice.name("e");
    int mark = scope.mark();
    Node body = statements.block(scope, 3, false);
    scope.reset(mark);
    boolean rethrows = body.completes() && dice.chance(20);
    String behind = rethrows ? "throw " + name + ";\n" : "";
    if (body.completes() && !rethrows && dice.chance(30)) {
      behind = "p.log(p.text(" + name + "));\n"; // keeps the exception alive
    }
    return Node.clause(
        body.completes() && !rethrows,
        " catch (" + type + " " + name + ") {\np.log(p.text(" + name + "));\n",
        body,
        behind,
        "}");
  }

  Node closed(Scope scope, int depth) {
    if (!scope.checked || !allowed(scope)) {
      return fallback(scope);
    }
    int mark = scope.mark();
    var resources = new ArrayList<Node>();
    for (int i = dice.below(3); i >= 0; i--) {
      resources.add(resource(scope, depth));
    }
    Node body = statements.block(scope, 4, true);
    scope.reset(mark);
    Node end = dice.chance(50) ? Node.piece("\n") : Node.piece(handler(scope, "Exception"), "\n");
    return Node.statement("try (", Node.joined("; ", resources), ") {\n", body, "}", end);
  }

  private Node resource(Scope scope, int depth) {
    String name = dice.name("r");
    Type type = expressions.any();
    if (!scope.awaits || dice.chance(35)) {
      return Node.piece(
          "Probe.Latch " + name + " = p.latch(", expressions.of(type, scope, depth - 1), ")");
    }
    String declared = "Probe.Resource " + name + " = ";
    return switch (dice.below(5)) {
      case 0 -> Node.piece(declared + "p.<Probe.Resource>none()");
      case 1 ->
          Node.piece(
              declared + "await(p.f(p.resource(", expressions.of(type, scope, depth - 1), ")))");
      default -> Node.piece(declared + "p.resource(", expressions.of(type, scope, depth - 1), ")");
    };
  }

  Node locked(Scope scope, int depth) {
    if (!allowed(scope)) {
      return fallback(scope);
    }
    Node monitor = expressions.of(Type.BOX, scope, depth);
    boolean awaits = scope.awaits;
    scope.awaits = false;
    Node body = statements.block(scope, 3, true);
    scope.awaits = awaits;
    return Node.statement("synchronized (", monitor, ") {\n", body, "}\n");
  }
}

package dev.weft.verify.fuzz.generate;

/** Makes loops, all of which end. */
final class Loops {
  private final Dice dice;
  private final Expressions expressions;
  private final Statements statements;

  Loops(Dice dice, Expressions expressions, Statements statements) {
    this.dice = dice;
    this.expressions = expressions;
    this.statements = statements;
  }

  Node loop(Scope scope, int depth) {
    return switch (dice.below(6)) {
      case 0 -> whileLoop(scope, depth);
      case 1 -> doLoop(scope, depth);
      case 2 -> counted(scope, depth);
      case 3 -> general(scope, depth);
      case 4 -> overArray(scope, depth);
      default -> overList(scope, depth);
    };
  }

  private Node body(Scope scope, Scope.Target target, boolean mustComplete) {
    scope.targets.add(target);
    Node body = statements.block(scope, 4, mustComplete);
    scope.targets.remove(target);
    return body;
  }

  private Scope.Target target() {
    return new Scope.Target(dice.name("L"), true, true);
  }

  private Node whileLoop(Scope scope, int depth) {
    Scope.Target target = target();
    return Node.statement(
        target.name + ": while (p.go() && ",
        expressions.loose(Type.BOOLEAN, scope, depth - 1),
        ") {\n",
        body(scope, target, false),
        "}\n");
  }

  private Node doLoop(Scope scope, int depth) {
    Scope.Target target = target();
    return Node.statement(
        target.name + ": do {\n",
        body(scope, target, true),
        "} while (",
        expressions.loose(Type.BOOLEAN, scope, depth - 1),
        " && p.go());\n");
  }

  private Node counted(Scope scope, int depth) {
    Scope.Target target = target();
    String name = dice.name("i");
    Node limit = expressions.of(Type.INT, scope, depth - 2);
    int mark = scope.mark();
    String copy = dice.name("v");
    scope.add(copy, Type.INT, false);
    Node body = body(scope, target, false);
    scope.reset(mark);
    return Node.statement(
        target.name + ": for (int " + name + " = 0; " + name + " < 1 + (",
        limit,
        " & 3) && p.go(); " + name + "++) {\nint " + copy + " = " + name + ";\n",
        body,
        "}\n");
  }

  private Node general(Scope scope, int depth) {
    Scope.Target target = target();
    Type type = dice.pick(Type.INT, Type.LONG, Type.STRING, Type.DOUBLE);
    String name = dice.name("v");
    Node first = expressions.loose(type, scope, depth - 1);
    int mark = scope.mark();
    scope.add(name, type, true);
    Node test = expressions.loose(Type.BOOLEAN, scope, depth - 1);
    Node step = expressions.of(type, scope, depth - 1);
    Node body = body(scope, target, false);
    scope.reset(mark);
    return Node.statement(
        target.name + ": for (" + type.source() + " " + name + " = ",
        first,
        "; p.go() && ",
        test,
        "; " + name + " = ",
        step,
        ") {\n",
        body,
        "}\n");
  }

  private Node overArray(Scope scope, int depth) {
    Type array = dice.pick(Type.INTS, Type.LONGS, Type.STRINGS, Type.DOUBLES, Type.GRID);
    return over(scope, expressions.of(array, scope, depth - 1), array.element());
  }

  private Node overList(Scope scope, int depth) {
    Node list = expressions.of(Type.LIST, scope, depth - 1);
    return over(scope, list, dice.pick(Type.INT, Type.INTEGER));
  }

  private Node over(Scope scope, Node all, Type element) {
    Scope.Target target = target();
    String name = dice.name("v");
    int mark = scope.mark();
    scope.add(name, element, dice.chance(50));
    Node body = body(scope, target, false);
    scope.reset(mark);
    return Node.statement(
        target.name + ": for (" + element.source() + " " + name + " : ",
        all,
        ") {\nif (!p.go()) {\nbreak;\n}\n",
        body,
        "}\n");
  }

  /** A block that can be left. */
  Node labelled(Scope scope) {
    var target = new Scope.Target(dice.name("L"), false, false);
    scope.targets.add(target);
    Node body = statements.block(scope, 4, true);
    scope.targets.remove(target);
    return Node.statement(target.name + ": {\n", body, "}\n");
  }
}

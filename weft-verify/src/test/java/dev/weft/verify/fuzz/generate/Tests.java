package dev.weft.verify.fuzz.generate;

/** Makes boolean expressions. */
final class Tests {
  private final Dice dice;
  private final Expressions expressions;

  Tests(Dice dice, Expressions expressions) {
    this.dice = dice;
    this.expressions = expressions;
  }

  Node of(Scope scope, int depth) {
    return switch (dice.below(8)) {
      case 0, 1 -> compared(scope, depth);
      case 2 -> Node.value(Type.BOOLEAN, "(!", expressions.of(Type.BOOLEAN, scope, depth - 1), ")");
      case 3, 4 -> both(scope, depth);
      case 5 ->
          Node.value(
              Type.BOOLEAN,
              "(",
              expressions.of(reference(), scope, depth - 1),
              dice.pick(" == ", " != ") + "null)");
      default -> matched(scope, depth);
    };
  }

  private Type reference() {
    return dice.pick(Type.STRING, Type.INTEGER, Type.OBJECT, Type.BOX);
  }

  private Node compared(Scope scope, int depth) {
    Type left = dice.pick(Type.INT, Type.LONG, Type.DOUBLE, Type.BYTE, Type.CHAR, Type.FLOAT);
    Type right = dice.chance(70) ? left : dice.pick(Type.INT, Type.LONG);
    boolean below = scope.wide;
    Node first = expressions.of(left, scope, depth - 1);
    scope.wide |= left.isWide() || right.isWide();
    Node second = expressions.loose(right, scope, depth - 1);
    scope.wide = below;
    String operator = dice.pick(" < ", " >= ", " == ", " != ", " > ", " <= ");
    return Node.value(Type.BOOLEAN, "(", first, operator, second, ")");
  }

  private Node both(Scope scope, int depth) {
    return Node.value(
        Type.BOOLEAN,
        "(",
        expressions.loose(Type.BOOLEAN, scope, depth - 1),
        dice.pick(" && ", " || ", " && ", " || ", " & ", " | ", " ^ "),
        expressions.loose(Type.BOOLEAN, scope, depth - 1),
        ")");
  }

  /** A pattern, whose variables are used behind {@code &&} or between {@code ?} and {@code :}. */
  private Node matched(Scope scope, int depth) {
    Node tested = expressions.of(Type.OBJECT, scope, depth - 1);
    int mark = scope.mark();
    String pattern = new Patterns(dice).any(scope);
    Node then = expressions.of(Type.BOOLEAN, scope, depth - 1);
    scope.reset(mark);
    if (dice.chance(70)) {
      return Node.value(
          Type.BOOLEAN, "((Object) ", tested, " instanceof " + pattern + " && ", then, ")");
    }
    return Node.value(
        Type.BOOLEAN,
        "((Object) ",
        tested,
        " instanceof " + pattern + " ? ",
        then,
        " : ",
        expressions.of(Type.BOOLEAN, scope, depth - 1),
        ")");
  }
}

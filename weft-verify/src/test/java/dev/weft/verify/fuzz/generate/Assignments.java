package dev.weft.verify.fuzz.generate;

import java.util.List;

/** Makes assignments as statements. */
final class Assignments {
  private final Dice dice;
  private final Expressions expressions;

  Assignments(Dice dice, Expressions expressions) {
    this.dice = dice;
    this.expressions = expressions;
  }

  Node assignment(Scope scope, int depth) {
    List<Scope.Variable> free = scope.variables.stream().filter(Scope.Variable::free).toList();
    if (free.isEmpty() || dice.chance(35)) {
      return toPlace(scope, depth);
    }
    Scope.Variable variable = dice.pick(free);
    return to(variable.type(), Node.piece(variable.name()), scope, depth, true);
  }

  private Node toPlace(Scope scope, int depth) {
    Type type =
        dice.pick(
            Type.INT,
            Type.LONG,
            Type.DOUBLE,
            Type.BYTE,
            Type.SHORT,
            Type.CHAR,
            Type.FLOAT,
            Type.STRING,
            Type.BOOLEAN,
            Type.OBJECT,
            Type.INTS);
    return to(type, expressions.place(type, scope, depth), scope, depth, false);
  }

  private Node to(Type type, Node place, Scope scope, int depth, boolean variable) {
    if (type.isNumber() && dice.chance(60)) {
      return dice.chance(25)
          ? Node.statement(place, dice.pick("++;\n", "--;\n"))
          : Node.statement(expressions.compound(type, place, scope, depth, ""), ";\n");
    }
    if (type == Type.STRING && dice.chance(40)) {
      return Node.statement(
          place, " += ", expressions.of(expressions.printable(), scope, depth - 1), ";\n");
    }
    if (type == Type.BOOLEAN && dice.chance(40)) {
      return Node.statement(
          place,
          dice.pick(" &= ", " |= ", " ^= "),
          expressions.loose(Type.BOOLEAN, scope, depth - 1),
          ";\n");
    }
    return Node.statement(
        place, " = ", expressions.loose(type, scope, variable ? depth : depth - 1), ";\n");
  }
}

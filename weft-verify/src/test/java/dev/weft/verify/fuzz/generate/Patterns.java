package dev.weft.verify.fuzz.generate;

/** Makes patterns, and adds their variables to the scope. */
final class Patterns {
  private final Dice dice;

  Patterns(Dice dice) {
    this.dice = dice;
  }

  private String bind(Type type, Scope scope) {
    String name = dice.name("v");
    scope.add(name, type, dice.chance(50));
    return name;
  }

  /** A pattern for an Object, which doesn't match all. */
  String any(Scope scope) {
    return switch (dice.below(8)) {
      case 0 -> "Integer " + bind(Type.INTEGER, scope);
      case 1 -> "String " + bind(Type.STRING, scope);
      case 2 -> "Box " + bind(Type.BOX, scope);
      case 3 -> "Color " + bind(Type.COLOR, scope);
      case 4 -> "int[] " + bind(Type.INTS, scope);
      default -> shape(scope);
    };
  }

  /** A pattern for a Shape, which doesn't match all. */
  String shape(Scope scope) {
    return switch (dice.below(6)) {
      case 0 -> "Shape.Dot(int " + bind(Type.INT, scope) + ")";
      case 1 ->
          "Shape.Line(Shape.Dot(int "
              + bind(Type.INT, scope)
              + "), long "
              + bind(Type.LONG, scope)
              + ", Shape.Dot(var "
              + bind(Type.INT, scope)
              + "))";
      case 2 -> "Shape.Line(var _, long " + bind(Type.LONG, scope) + ", _)";
      case 3 ->
          "Shape.Tagged(String "
              + bind(Type.STRING, scope)
              + ", Integer "
              + bind(Type.INTEGER, scope)
              + ")";
      case 4 ->
          "Shape.Tagged(var "
              + bind(Type.STRING, scope)
              + ", Object "
              + bind(Type.OBJECT, scope)
              + ")";
      default -> "Shape.Touchy(int " + bind(Type.INT, scope) + ")";
    };
  }
}

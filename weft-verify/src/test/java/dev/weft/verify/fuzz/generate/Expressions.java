package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** Makes expressions. Those of primitive type really have that type, not that of a box. */
final class Expressions {
  private final Dice dice;
  private final Values values;
  private final Switches switches;
  private final Blocks blocks;

  Expressions(Dice dice, Statements statements) {
    this.dice = dice;
    values = new Values(dice, this);
    switches = new Switches(dice, this, statements);
    blocks = new Blocks(dice, this, statements);
  }

  Switches switches() {
    return switches;
  }

  Blocks blocks() {
    return blocks;
  }

  Values values() {
    return values;
  }

  /** An expression of a type; what has depth 0 is a variable or a literal. */
  Node of(Type type, Scope scope, int depth) {
    if (!dice.spend() || depth <= 0 || dice.chance(10)) {
      return leaf(type, scope);
    }
    return switch (dice.below(20)) {
      case 0, 1, 2, 3 -> await(type, scope, depth);
      case 4 -> leaf(type, scope);
      case 5 -> choice(type, scope, depth);
      case 6 -> assigned(type, scope, depth);
      case 7 -> call(type, "p.say" + type.suffix() + "(", operands(scope, depth, type), ")");
      case 8 -> unwrapped(type, scope, depth);
      case 9 -> blocks.awaited(type, scope, depth);
      case 10 -> switches.expression(type, scope, depth);
      case 11 -> element(type, scope, depth);
      default -> values.of(type, scope, depth);
    };
  }

  /** An expression that may have the type of the box, as awaits of primitive values do. */
  Node loose(Type type, Scope scope, int depth) {
    if (type.isPrimitive() && scope.awaits && depth > 0 && dice.chance(40)) {
      return Node.value(type, "await(p.f" + type.suffix() + "(", of(type, scope, depth - 1), "))");
    }
    return of(type, scope, depth);
  }

  /** Operands that are on the stack one above the other. */
  List<Node> operands(Scope scope, int depth, Type... types) {
    boolean below = scope.wide;
    var operands = new ArrayList<Node>();
    for (Type type : types) {
      operands.add(of(type, scope, depth - 1));
      scope.wide |= type.isWide();
    }
    scope.wide = below;
    return operands;
  }

  Node leaf(Type type, Scope scope) {
    List<Scope.Variable> variables = scope.of(type);
    if (!variables.isEmpty() && dice.chance(75)) {
      return Node.value(type, dice.pick(variables).name());
    }
    if (scope.instance && type.field() != null && dice.chance(40)) {
      return Node.value(type, "this." + type.field());
    }
    return Node.value(type, values.literal(type));
  }

  /** A call with operands between commas. */
  static Node call(Type type, String before, List<Node> operands, String after) {
    return Node.value(type, before, Node.joined(", ", operands), after);
  }

  private static Object cast(Type type) {
    return type.isPrimitive() ? "(" + type.source() + ") " : "";
  }

  private Node await(Type type, Scope scope, int depth) {
    if (!scope.awaits) {
      return values.of(type, scope, depth);
    }
    String start = "(" + cast(type) + (dice.chance(10) ? "awaitUnchecked(" : "await(");
    return switch (dice.below(8)) {
      case 0 ->
          Node.value(
              type,
              start,
              "await(p.f(p.f" + type.suffix() + "(",
              of(type, scope, depth - 1),
              ")))",
              "))");
      case 1 ->
          Node.value(
              type,
              start,
              of(Type.BOOLEAN, scope, depth - 1),
              " ? p.f" + type.suffix() + "(",
              of(type, scope, depth - 1),
              ") : p.f" + type.suffix() + "(",
              of(type, scope, depth - 1),
              ")))");
      default ->
          Node.value(type, start, "p.f" + type.suffix() + "(", of(type, scope, depth - 1), ")))");
    };
  }

  private Node choice(Type type, Scope scope, int depth) {
    return Node.value(
        type,
        "(",
        of(Type.BOOLEAN, scope, depth - 1),
        " ? ",
        of(type, scope, depth - 1),
        " : ",
        of(type, scope, depth - 1),
        ")");
  }

  private Node assigned(Type type, Scope scope, int depth) {
    List<Scope.Variable> free = scope.free(type);
    if (free.isEmpty()) {
      return choice(type, scope, depth);
    }
    String name = dice.pick(free).name();
    if (type.isNumber() && dice.chance(60)) {
      return switch (dice.below(4)) {
        case 0 -> Node.value(type, "(" + name + "++)");
        case 1 -> Node.value(type, "(--" + name + ")");
        default -> compound(type, "(" + name, scope, depth, ")");
      };
    }
    if (type == Type.STRING && dice.chance(50)) {
      return Node.value(type, "(" + name + " += ", of(printable(), scope, depth - 1), ")");
    }
    return Node.value(type, "(" + name + " = ", loose(type, scope, depth - 1), ")");
  }

  /** A compound assignment to what {@code left} names. */
  Node compound(Type type, Object left, Scope scope, int depth, String after) {
    boolean below = scope.wide;
    scope.wide |= type.isWide();
    Type right = type.isIntegral() ? dice.pick(Type.INT, Type.LONG, Type.BYTE) : Type.INT;
    scope.wide |= right.isWide();
    Node made =
        type.isIntegral() && dice.chance(20)
            ? Node.value(
                type,
                left,
                dice.pick(" <<= ", " >>= ", " >>>= "),
                loose(right, scope, depth - 1),
                after)
            : Node.value(
                type,
                left,
                dice.pick(" += ", " -= ", " *= "),
                loose(right, scope, depth - 1),
                after);
    scope.wide = below;
    return made;
  }

  /** A value of the type that something else holds. */
  private Node unwrapped(Type type, Scope scope, int depth) {
    if (type.isPrimitive()) {
      return dice.chance(50)
          ? Node.value(
              type,
              "((" + type.boxed() + ") (Object) ",
              of(type, scope, depth - 1),
              ").",
              type.source() + "Value()")
          : Node.value(
              type,
              "p.<" + type.boxed() + ">id(",
              of(type, scope, depth - 1),
              ")." + type.source(),
              "Value()");
    }
    return switch (dice.below(3)) {
      case 0 ->
          Node.value(type, "((" + type.source() + ") (Object) ", of(type, scope, depth - 1), ")");
      case 1 ->
          call(
              type,
              "p.<" + type.boxed() + ">pick(",
              operands(scope, depth, Type.BOOLEAN, type, type),
              ")");
      default ->
          Node.value(
              type,
              "new Cell<" + type.boxed() + ">(",
              of(type, scope, depth - 1),
              ").with(",
              of(type, scope, depth - 1),
              ").get()");
    };
  }

  /** An element of an array, or a field of an object; read, assigned or changed. */
  private Node element(Type type, Scope scope, int depth) {
    Node place = place(type, scope, depth);
    if (place == null) {
      return choice(type, scope, depth);
    }
    if (type.isNumber() && dice.chance(40)) {
      return dice.chance(50)
          ? compound(type, Node.piece("(", place), scope, depth, ")")
          : (dice.chance(50)
              ? Node.value(type, "(", place, "++)")
              : Node.value(type, "(--", place, ")"));
    }
    return dice.chance(40)
        ? Node.value(type, "(", place, " = ", loose(type, scope, depth - 1), ")")
        : Node.value(type, place);
  }

  /** Something other than a variable that can be assigned; null if there is nothing of the type. */
  Node place(Type type, Scope scope, int depth) {
    var arrays = new ArrayList<Type>();
    for (Type each : Type.values()) {
      if (each.element() == type) {
        arrays.add(each);
      }
    }
    if (!arrays.isEmpty() && (type.field() == null || scope.guard || dice.chance(60))) {
      Node array = of(dice.pick(arrays), scope, depth - 1);
      Node index = of(Type.INT, scope, depth - 1);
      return dice.chance(97)
          ? Node.piece(array, "[", index, type == Type.INTS ? " & 1]" : " & 3]")
          : Node.piece(array, "[", index, "]");
    }
    if (type.field() == null || scope.guard) {
      return null;
    }
    return scope.instance && dice.chance(50)
        ? Node.piece("this." + type.field())
        : Node.piece(of(Type.BOX, scope, depth - 1), "." + type.field());
  }

  /** A type whose values have texts of their own: arrays and what may be one have not. */
  Type printable() {
    return dice.pick(
        Type.INT,
        Type.LONG,
        Type.DOUBLE,
        Type.STRING,
        Type.BOOLEAN,
        Type.CHAR,
        Type.FLOAT,
        Type.BYTE,
        Type.COLOR,
        Type.BOX,
        Type.SHAPE,
        Type.INTEGER);
  }

  /** Any type. */
  Type any() {
    return dice.chance(60)
        ? dice.pick(Type.INT, Type.LONG, Type.DOUBLE, Type.STRING, Type.BOOLEAN, Type.OBJECT)
        : dice.pick(Type.values());
  }
}

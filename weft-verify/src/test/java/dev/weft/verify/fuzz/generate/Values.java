package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** Makes what only values of one type, or of a kind of types, can be made with. */
final class Values {
  private final Dice dice;
  private final Expressions expressions;
  private final Tests tests;

  Values(Dice dice, Expressions expressions) {
    this.dice = dice;
    this.expressions = expressions;
    tests = new Tests(dice, expressions);
  }

  String literal(Type type) {
    return switch (type) {
      case BOOLEAN -> dice.pick("true", "false", "p.flip()", "p.flip()", "p.flip()", "p.flip()");
      case BYTE -> dice.pick("((byte) 1)", "((byte) -128)", "((byte) 77)");
      case SHORT -> dice.pick("((short) 2)", "((short) -300)", "Short.MAX_VALUE");
      case CHAR -> dice.pick("'a'", "'\\uffff'", "'z'");
      case INT -> dice.pick("0", "1", "2", "3", "(-1)", "100", "70000", "Integer.MAX_VALUE");
      case LONG -> dice.pick("0L", "1L", "(-5L)", "1234567890123L", "Long.MIN_VALUE");
      case FLOAT -> dice.pick("0f", "1.5f", "(-0f)", "Float.NaN", "3e30f");
      case DOUBLE -> dice.pick("0d", "(-0d)", "2.25", "Double.NaN", "1e300");
      case STRING ->
          dice.pick("\"s\"", "\"\"", "\"k1\"", "\"k2\"", "\"\"\"\n  a\n   b\\\n  c\"\"\"");
      case INTEGER -> dice.pick("((Integer) 7)", "((Integer) 1000)", "p.<Integer>none()");
      case LONG_BOX -> dice.pick("((Long) 8L)", "((Long) 9000L)", "p.<Long>none()");
      case OBJECT ->
          dice.pick(
              "((Object) \"o\")",
              "((Object) 3)",
              "p.<Object>none()",
              "((Object) 5L)",
              "((Object) 'x')");
      case BOX -> dice.pick("new Box()", "new Box(1, 2L, \"b\")", "new Box(2.5, null)");
      case COLOR -> dice.pick("Color.RED", "Color.GREEN", "Color.BLUE");
      case SHAPE ->
          dice.pick(
              "new Shape.Dot(9)",
              "new Shape.Line(new Shape.Dot(1), 5L, new Shape.Dot(2))",
              "new Shape.Tagged(\"t\", 4)",
              "new Shape.Touchy(3)",
              "new Shape.Touchy(-3)");
      case CELL -> "new Cell<String>(\"c\")";
      case LIST -> dice.pick("p.list(1)", "p.list(1, 2, 3)", "List.<Integer>of()");
      case INTS, LONGS, DOUBLES, BYTES, STRINGS, GRID -> type.literal();
    };
  }

  Node of(Type type, Scope scope, int depth) {
    return switch (type) {
      case BOOLEAN -> tests.of(scope, depth);
      case BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE -> number(type, scope, depth);
      case STRING -> text(scope, depth);
      case INTEGER ->
          Node.value(type, "((Integer) ", expressions.of(Type.INT, scope, depth - 1), ")");
      case LONG_BOX ->
          Node.value(type, "((Long) ", expressions.of(Type.LONG, scope, depth - 1), ")");
      case OBJECT ->
          Node.value(type, "((Object) ", expressions.of(expressions.any(), scope, depth - 1), ")");
      case BOX -> box(scope, depth);
      case COLOR ->
          Node.value(
              type, "Color.values()[(", expressions.of(Type.INT, scope, depth - 1), " & 3) % 3]");
      case SHAPE -> shape(scope, depth);
      case CELL ->
          Node.value(type, "new Cell<String>(", expressions.of(Type.STRING, scope, depth - 1), ")");
      case LIST ->
          Expressions.call(
              type,
              "p.<Integer>list(",
              expressions.operands(scope, depth, many(Type.INTEGER)),
              ")");
      case INTS, LONGS, DOUBLES, BYTES, STRINGS -> array(type, scope, depth);
      case GRID -> grid(scope, depth);
    };
  }

  private Type[] many(Type type) {
    var types = new Type[1 + dice.below(3)];
    java.util.Arrays.fill(types, type);
    return types;
  }

  private Node number(Type type, Scope scope, int depth) {
    switch (dice.below(8)) {
      case 0 -> {
        Type from = dice.pick(Type.INT, Type.LONG, Type.DOUBLE, Type.BYTE, Type.CHAR, Type.FLOAT);
        return Node.value(
            type, "((" + type.source() + ") ", expressions.of(from, scope, depth - 1), ")");
      }
      case 1 -> {
        return Node.value(
            type,
            "((" + type.source() + ") " + dice.pick("-", "+"),
            expressions.of(dice.pick(Type.INT, type), scope, depth - 1),
            ")");
      }
      case 2 -> {
        return measured(type, scope, depth);
      }
      default -> {
        return arithmetic(type, scope, depth);
      }
    }
  }

  private Node arithmetic(Type type, Scope scope, int depth) {
    Type left = dice.chance(70) ? type : dice.pick(Type.INT, Type.LONG, Type.SHORT);
    Type right = dice.chance(70) ? type : dice.pick(Type.INT, Type.LONG, Type.CHAR);
    boolean integral = left.isIntegral() && right.isIntegral();
    String operator =
        integral
            ? dice.pick("+", "-", "*", "&", "|", "^", "/", "%", ">>", ">>>", "<<")
            : dice.pick("+", "-", "*", "/", "%");
    boolean below = scope.wide;
    Node first = expressions.loose(left, scope, depth - 1);
    scope.wide |= left.isWide() || right.isWide() || type.isWide();
    Node second = expressions.loose(right, scope, depth - 1);
    scope.wide = below;
    boolean divides = integral && (operator.equals("/") || operator.equals("%")) && dice.chance(90);
    return Node.value(
        type,
        "((" + type.source() + ") (",
        first,
        " " + operator + " ",
        divides ? Node.piece("(", second, " | 1)") : second,
        "))");
  }

  /** A number that a call yields. */
  private Node measured(Type type, Scope scope, int depth) {
    String start = "((" + type.source() + ") ";
    return switch (dice.below(6)) {
      case 0 ->
          Expressions.call(
              type,
              start + "p.sum(",
              expressions.operands(scope, depth, Type.INT, Type.LONG, Type.DOUBLE, Type.BYTE),
              "))");
      case 1 -> {
        Node receiver =
            scope.instance && dice.chance(50)
                ? Node.piece("super")
                : expressions.of(Type.BOX, scope, depth - 1);
        yield Node.value(
            type,
            start,
            receiver,
            ".mix(",
            Node.joined(
                ", ",
                expressions.operands(scope, depth, Type.INT, Type.LONG, Type.DOUBLE, Type.STRING)),
            "))");
      }
      case 2 ->
          Node.value(type, start, expressions.of(Type.STRING, scope, depth - 1), ".length())");
      case 3 -> Node.value(type, start, expressions.of(Type.INTS, scope, depth - 1), ".length)");
      case 4 -> {
        Node supplier = expressions.blocks().supplier(scope, depth);
        yield Node.value(
            type,
            start + "p.call(",
            supplier,
            ", ",
            expressions.of(Type.INT, scope, depth - 1),
            "))");
      }
      default ->
          Node.value(
              type,
              start,
              expressions.of(Type.LIST, scope, depth - 1),
              ".get(",
              expressions.of(Type.INT, scope, depth - 1),
              " & 1).intValue())");
    };
  }

  private Node text(Scope scope, int depth) {
    return switch (dice.below(5)) {
      case 0 ->
          Node.value(
              Type.STRING,
              "String.valueOf((Object) p.text(",
              expressions.of(any(), scope, depth - 1),
              "))");
      case 1 ->
          Expressions.call(
              Type.STRING, "p.text(", expressions.operands(scope, depth, any(), any(), any()), ")");
      case 2 -> {
        Node place = expressions.place(Type.STRING, scope, depth);
        yield Node.value(
            Type.STRING,
            "(",
            place,
            " += ",
            expressions.of(expressions.printable(), scope, depth - 1),
            ")");
      }
      default -> concatenation(scope, depth);
    };
  }

  private Type any() {
    return expressions.any();
  }

  private Node concatenation(Scope scope, int depth) {
    boolean below = scope.wide;
    var operands = new ArrayList<Node>();
    operands.add(Node.piece("\"<\""));
    for (int i = dice.below(3); i >= 0; i--) {
      Type type = any();
      Node operand = expressions.loose(type, scope, depth - 1);
      boolean plain = type.isPrimitive() || type == Type.STRING || type == Type.COLOR;
      operands.add(
          plain
              ? operand
              : Node.piece("p.text(", Node.value(Type.OBJECT, "(Object) ", operand), ")"));
      scope.wide |= type.isWide();
      if (dice.chance(40)) {
        operands.add(Node.piece("\"|\""));
      }
    }
    scope.wide = below;
    return Node.value(Type.STRING, "(", Node.joined(" + ", operands), ")");
  }

  private Node box(Scope scope, int depth) {
    return dice.chance(60)
        ? Expressions.call(
            Type.BOX,
            "new Box(",
            expressions.operands(scope, depth, Type.INT, Type.LONG, Type.STRING),
            ")")
        : Expressions.call(
            Type.BOX,
            "new Box(",
            expressions.operands(scope, depth, Type.DOUBLE, Type.OBJECT),
            ")");
  }

  private Node shape(Scope scope, int depth) {
    return switch (dice.below(4)) {
      case 0 ->
          Node.value(
              Type.SHAPE, "new Shape.Dot(", expressions.loose(Type.INT, scope, depth - 1), ")");
      case 1 -> {
        boolean below = scope.wide;
        Node from = expressions.of(Type.INT, scope, depth - 1);
        Node weight = expressions.of(Type.LONG, scope, depth - 1);
        scope.wide = true;
        Node to = expressions.of(Type.INT, scope, depth - 1);
        scope.wide = below;
        yield Node.value(
            Type.SHAPE,
            "new Shape.Line(new Shape.Dot(",
            from,
            "), ",
            weight,
            ", new Shape.Dot(",
            to,
            "))");
      }
      case 2 ->
          Expressions.call(
              Type.SHAPE,
              "new Shape.Tagged(",
              expressions.operands(scope, depth, Type.STRING, any()),
              ")");
      default ->
          Node.value(
              Type.SHAPE, "new Shape.Touchy(", expressions.loose(Type.INT, scope, depth - 1), ")");
    };
  }

  private Node array(Type type, Scope scope, int depth) {
    Type element = type.element();
    if (dice.chance(25)) {
      return Node.value(
          type,
          "(new " + element.source() + "[",
          dice.chance(97)
              ? Node.piece("4 + (", expressions.of(Type.INT, scope, depth - 1), " & 1)")
              : Node.piece("(", expressions.of(Type.INT, scope, depth - 1), ") % 8"),
          "])");
    }
    return Node.value(
        type,
        "(new " + element.source() + "[] {",
        Node.joined(", ", expressions.operands(scope, depth, element, element, element, element)),
        "})");
  }

  private Node grid(Scope scope, int depth) {
    List<Node> sizes = expressions.operands(scope, depth, Type.INT, Type.INT);
    return dice.chance(50)
        ? Node.value(
            Type.GRID, "(new int[2 + (", sizes.get(0), " & 1)][4 + (", sizes.get(1), " & 3)])")
        : Expressions.call(
            Type.GRID,
            "(new int[][] {",
            expressions.operands(scope, depth, Type.INTS, Type.INTS),
            "})");
  }
}

package dev.weft.verify.fuzz.generate;

/** Makes async blocks, plain lambdas and classes inside a body. */
final class Blocks {
  private final Dice dice;
  private final Expressions expressions;
  private final Statements statements;

  Blocks(Dice dice, Expressions expressions, Statements statements) {
    this.dice = dice;
    this.expressions = expressions;
    this.statements = statements;
  }

  /** An async block that is awaited at once. */
  Node awaited(Type type, Scope scope, int depth) {
    if (!scope.awaits || scope.nesting > 4) {
      return expressions.values().of(type, scope, depth);
    }
    Scope inner = scope.inner();
    String cast = "((" + type.source() + ") await(";
    if (dice.chance(30)) {
      return Node.value(
          type,
          cast + "async((AsyncBody<" + type.boxed() + ">) () -> ",
          expressions.of(type, inner, depth - 1),
          ")))");
    }
    inner.returns = Scope.Returns.VALUE;
    inner.returned = type;
    if (dice.chance(70)) {
      return Node.value(
          type,
          cast + "async((AsyncBody<" + type.boxed() + ">) () -> {\n",
          statements.open(inner, 3, true),
          "return ",
          expressions.of(type, inner, depth - 1),
          ";\n})))");
    }
    Type argument = dice.pick(Type.INTEGER, Type.STRING, Type.LONG_BOX);
    Node given = expressions.of(argument, scope, depth - 1);
    String name = dice.name("a");
    inner.add(name, argument, dice.chance(50));
    return Node.value(
        type,
        cast
            + "p.start((AsyncFunction<"
            + argument.boxed()
            + ", "
            + type.boxed()
            + ">) "
            + name
            + " -> {\n",
        statements.open(inner, 3, true),
        "return ",
        expressions.of(type, inner, depth - 1),
        ";\n}, ",
        given,
        ")))");
  }

  /** A statement with a block that yields nothing. */
  Node action(Scope scope) {
    Scope inner = scope.inner();
    inner.returns = Scope.Returns.NOTHING;
    return Node.statement(
        "await(async((AsyncAction) () -> {\n",
        statements.block(inner, 3, true),
        "p.log(\"end\");\n}));\n");
  }

  private Scope plain(Scope scope) {
    Scope inner = scope.inner();
    inner.awaits = false;
    inner.checked = false;
    return inner;
  }

  /** A lambda that makes an int, without awaits. */
  Node supplier(Scope scope, int depth) {
    if (dice.chance(30)) {
      return Node.piece(expressions.of(Type.BOX, scope, depth - 1), "::next");
    }
    return Node.piece("() -> ", expressions.of(Type.INT, plain(scope), Math.min(2, depth)));
  }

  /** Declares a supplier, calls it and awaits between. */
  Node lambda(Scope scope, int depth) {
    String name = dice.name("f");
    return Node.statement(
        "IntSupplier " + name + " = ",
        supplier(scope, depth),
        ";\np.log(\"\" + (",
        expressions.of(Type.INT, scope, depth),
        " + " + name + ".getAsInt()));\n");
  }

  /** A local class that captures, with a constructor, a field and a method. */
  Node localClass(Scope scope, int depth) {
    String name = dice.name("C");
    Type field = dice.pick(Type.INT, Type.LONG, Type.STRING, Type.OBJECT);
    Scope inner = plain(scope);
    inner.instance = false;
    Node initial = expressions.of(field, inner, 2);
    inner.add("x", Type.LONG, true);
    inner.add("q", field, true);
    Node result = expressions.of(Type.STRING, inner, 3);
    return Node.statement(
        "class " + name + " {\n" + field.source() + " q = ",
        initial,
        ";\n" + name + "(int a, long b) {\np.log(\"made \" + a + b);\n}\n",
        "String m(long x, " + field.source() + " q) {\nreturn ",
        result,
        " + p.text(this.q);\n}\n}\np.log(new " + name + "(",
        Node.joined(", ", expressions.operands(scope, depth, Type.INT, Type.LONG)),
        ").m(",
        Node.joined(", ", expressions.operands(scope, depth, Type.LONG, field)),
        "));\n");
  }

  /** A local record that is made and taken apart. */
  Node localRecord(Scope scope, int depth) {
    String name = dice.name("R");
    Type first = expressions.any();
    Type second = expressions.any();
    Node made = Node.joined(", ", expressions.operands(scope, depth, first, second));
    int mark = scope.mark();
    String one = dice.name("v");
    String other = dice.name("v");
    scope.add(one, first, true);
    scope.add(other, second, false);
    Node then = statements.block(scope, 2, true);
    scope.reset(mark);
    return Node.statement(
        "record " + name + "(" + first.source() + " a, " + second.source() + " b) {}\n",
        "if ((Object) new " + name + "(",
        made,
        ") instanceof " + name + "(" + first.source() + " " + one + ", var " + other + ")) {\n",
        then,
        "}\n");
  }
}

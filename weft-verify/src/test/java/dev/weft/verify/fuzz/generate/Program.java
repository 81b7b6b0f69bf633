package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;

/** A random program: a class with a method {@code body} that makes an async block. */
public final class Program {
  private static final String IMPORTS =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      import dev.weft.verify.fuzz.kit.*;
      import java.io.IOException;
      import java.util.*;
      import java.util.function.*;

      """;

  private static final int MOST_STATEMENTS = 9;

  private final long seed;
  private final Node tree;

  private Program(long seed, Node tree) {
    this.seed = seed;
    this.tree = tree;
  }

  /** The program that follows from a seed. */
  public static Program of(long seed) {
    var dice = new Dice(seed);
    var statements = new Statements(dice);
    var scope = new Scope();
    int kind = dice.below(10);
    scope.instance = kind < 4;
    scope.returns = Scope.Returns.VALUE;
    scope.returned = Type.OBJECT;
    var captured = new ArrayList<Object>();
    for (int i = dice.below(5); i > 0; i--) {
      Type type = statements.expressions().any();
      String name = dice.name("c");
      String value = statements.expressions().values().literal(type);
      captured.add(Node.option(type.source() + " " + name + " = " + value + ";\n"));
      scope.add(name, type, false);
    }
    Node body = statements.open(scope, MOST_STATEMENTS, true);
    var result = new ArrayList<Node>();
    for (Scope.Variable variable : scope.variables) {
      if (dice.chance(50)) {
        result.add(Node.option(", (Object) " + variable.name()));
      }
    }
    String name = name(seed);
    Node captures = Node.piece(captured.toArray());
    Node end = Node.piece("return p.text(\"end\"", Node.piece(result.toArray()), ");\n");
    return new Program(seed, frame(name, kind, captures, body, end));
  }

  private static Node frame(String name, int kind, Node captures, Node body, Node end) {
    String start =
        kind < 4
            ? "public class "
                + name
                + " extends Box {\n"
                + "public static AsyncBody<Object> body(Probe p) {\nreturn new "
                + name
                + "().make(p);\n}\n"
                + "AsyncBody<Object> make(Probe p) {\n"
            : (kind == 4 ? "public interface " : "public class ")
                + name
                + " {\n"
                + (kind == 4 ? "" : "public ")
                + "static AsyncBody<Object> body(Probe p) {\n";
    return Node.piece(start, captures, "return () -> {\n", body, end, "};\n}\n}\n");
  }

  /** The name of the class of a seed. */
  public static String name(long seed) {
    return "P" + Long.toString(seed).replace('-', 'm');
  }

  /** What it was made from. */
  public long seed() {
    return seed;
  }

  /** The name of its class. */
  public String name() {
    return name(seed);
  }

  /** A fresh copy, from the seed again. */
  public Program again() {
    return of(seed);
  }

  /** All but the imports, to shrink. */
  public Node tree() {
    return tree;
  }

  /** The source, indented. */
  public String source() {
    var out = new StringBuilder(IMPORTS);
    int depth = 0;
    for (String line : tree.toString().split("\n", -1)) {
      String text = line.strip();
      if (text.isEmpty()) {
        continue;
      }
      int closing = text.startsWith("}") ? 1 : 0;
      out.repeat(' ', 2 * Math.max(0, depth - closing)).append(text).append('\n');
      depth +=
          (int)
              (text.chars().filter(c -> c == '{').count()
                  - text.chars().filter(c -> c == '}').count());
    }
    return out.toString();
  }
}

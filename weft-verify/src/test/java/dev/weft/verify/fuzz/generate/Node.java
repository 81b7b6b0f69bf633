package dev.weft.verify.fuzz.generate;

import java.util.ArrayList;
import java.util.List;

/** A piece of source that consists of texts and smaller pieces, which can be exchanged. */
public final class Node {

  /** What a piece is, which says what it may be exchanged for. */
  public enum Kind {
    /** Nothing by itself. */
    PIECE,
    /** A value of the node's type. */
    EXPRESSION,
    /** A statement, which may be left out. */
    STATEMENT,
    /** Statements without the braces around them. */
    BLOCK,
    /** Something else that may be left out, such as a catch clause. */
    OPTION
  }

  private final Kind kind;
  private final Type type;
  private final boolean completes;
  private List<Object> parts;

  private Node(Kind kind, Type type, boolean completes, Object... parts) {
    this.kind = kind;
    this.type = type;
    this.completes = completes;
    this.parts = List.of(parts);
  }

  static Node piece(Object... parts) {
    return new Node(Kind.PIECE, null, true, parts);
  }

  static Node option(Object... parts) {
    return new Node(Kind.OPTION, null, true, parts);
  }

  static Node clause(boolean completes, Object... parts) {
    return new Node(Kind.OPTION, null, completes, parts);
  }

  static Node value(Type type, Object... parts) {
    return new Node(Kind.EXPRESSION, type, true, parts);
  }

  /** A statement that can complete normally, in the words of the language's specification. */
  static Node statement(Object... parts) {
    return new Node(Kind.STATEMENT, null, true, parts);
  }

  /** A statement behind which nothing can be reached. */
  static Node end(Object... parts) {
    return new Node(Kind.STATEMENT, null, false, parts);
  }

  static Node compound(boolean completes, Object... parts) {
    return new Node(Kind.STATEMENT, null, completes, parts);
  }

  static Node block(boolean completes, List<Node> statements) {
    return new Node(Kind.BLOCK, null, completes, statements.toArray());
  }

  /** Pieces with a text between them. */
  static Node joined(String between, List<Node> nodes) {
    var parts = new ArrayList<Object>();
    for (Node node : nodes) {
      if (!parts.isEmpty()) {
        parts.add(between);
      }
      parts.add(node);
    }
    return piece(parts.toArray());
  }

  boolean completes() {
    return completes;
  }

  /** What it is. */
  public Kind kind() {
    return kind;
  }

  /** What it consists of now. */
  public List<Object> parts() {
    return parts;
  }

  /** Exchanges what it consists of. */
  public void become(List<Object> others) {
    parts = others;
  }

  /** The smaller pieces, without theirs. */
  public List<Node> children() {
    return parts.stream().filter(Node.class::isInstance).map(Node.class::cast).toList();
  }

  /** Whether a piece can stand in the place of this one. */
  public boolean canBe(Node other) {
    return switch (kind) {
      case EXPRESSION -> other.kind == Kind.EXPRESSION && other.type == type;
      case STATEMENT, BLOCK -> other.kind == Kind.STATEMENT || other.kind == Kind.BLOCK;
      case PIECE, OPTION -> false;
    };
  }

  /** The shortest text that can stand in the place of this; null if there is none. */
  public String shortest() {
    return switch (kind) {
      case EXPRESSION -> type.literal();
      case STATEMENT, BLOCK, OPTION -> "";
      case PIECE -> null;
    };
  }

  /** How many characters it has. */
  public int length() {
    int length = 0;
    for (Object part : parts) {
      length += part instanceof Node node ? node.length() : ((String) part).length();
    }
    return length;
  }

  private void write(StringBuilder out) {
    for (Object part : parts) {
      if (part instanceof Node node) {
        node.write(out);
      } else {
        out.append((String) part);
      }
    }
  }

  @Override
  public String toString() {
    var out = new StringBuilder();
    write(out);
    return out.toString();
  }
}

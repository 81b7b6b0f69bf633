package dev.weft.verify.fuzz.generate;

/** A type that values of the programs have. */
enum Type {
  BOOLEAN("boolean", "Boolean", "false"),
  BYTE("byte", "Byte", "((byte) 1)"),
  SHORT("short", "Short", "((short) 2)"),
  CHAR("char", "Character", "'c'"),
  INT("int", "Integer", "3"),
  LONG("long", "Long", "4L"),
  FLOAT("float", "Float", "5f"),
  DOUBLE("double", "Double", "6d"),
  STRING("String", "String", "\"s\""),
  INTEGER("Integer", "Integer", "((Integer) 7)"),
  LONG_BOX("Long", "Long", "((Long) 8L)"),
  OBJECT("Object", "Object", "((Object) \"o\")"),
  BOX("Box", "Box", "new Box()"),
  COLOR("Color", "Color", "Color.RED"),
  SHAPE("Shape", "Shape", "new Shape.Dot(9)"),
  CELL("Cell<String>", "Cell<String>", "new Cell<String>(\"c\")"),
  LIST("List<Integer>", "List<Integer>", "p.list(1)"),
  INTS("int[]", "int[]", "(new int[] {1, 2, 3, 4})"),
  LONGS("long[]", "long[]", "(new long[] {1, 2, 3, 4})"),
  DOUBLES("double[]", "double[]", "(new double[] {1, 2, 3, 4})"),
  BYTES("byte[]", "byte[]", "(new byte[] {1, 2, 3, 4})"),
  STRINGS("String[]", "String[]", "(new String[] {\"a\", \"b\", \"c\", null})"),
  GRID("int[][]", "int[][]", "(new int[][] {{1, 2}, {3, 4}})");

  private final String source;
  private final String boxed;
  private final String literal;

  Type(String source, String boxed, String literal) {
    this.source = source;
    this.boxed = boxed;
    this.literal = literal;
  }

  /** How it is written. */
  String source() {
    return source;
  }

  /** How it is written as the argument of a type. */
  String boxed() {
    return boxed;
  }

  /** The simplest value. */
  String literal() {
    return literal;
  }

  boolean isPrimitive() {
    return ordinal() <= DOUBLE.ordinal();
  }

  boolean isNumber() {
    return isPrimitive() && this != BOOLEAN;
  }

  boolean isIntegral() {
    return isNumber() && this != FLOAT && this != DOUBLE;
  }

  /** Whether it takes two words on the stack. */
  boolean isWide() {
    return this == LONG || this == DOUBLE;
  }

  /** What the elements are, if it is an array; else null. */
  Type element() {
    return switch (this) {
      case INTS -> INT;
      case LONGS -> LONG;
      case DOUBLES -> DOUBLE;
      case BYTES -> BYTE;
      case STRINGS -> STRING;
      case GRID -> INTS;
      default -> null;
    };
  }

  /** What the names of methods for this type end with. */
  String suffix() {
    return isPrimitive() ? field() : "";
  }

  /** The name of Box's field of this type; null if there is none. */
  String field() {
    return switch (this) {
      case BOOLEAN -> "z";
      case BYTE -> "b";
      case SHORT -> "s";
      case CHAR -> "c";
      case INT -> "i";
      case LONG -> "j";
      case FLOAT -> "f";
      case DOUBLE -> "d";
      case STRING -> "t";
      case OBJECT -> "o";
      default -> null;
    };
  }
}

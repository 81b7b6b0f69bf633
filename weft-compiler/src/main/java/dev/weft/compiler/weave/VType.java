package dev.weft.compiler.weave;

import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the verifier knows of a local variable or an operand.
 *
 * @param kind what sort of value
 * @param type class of a {@link Kind#REF}
 * @param site for {@link Kind#UNBORN}: index of the {@code new} instruction that made it
 */
record VType(Kind kind, @Nullable ClassDesc type, int site) {

  enum Kind {
    /** Nothing usable; also the second half of a long or double local. */
    TOP,
    INT,
    FLOAT,
    LONG,
    DOUBLE,
    NULL,
    REF,
    /** An object whose constructor hasn't been called. */
    UNBORN
  }

  static final VType TOP = new VType(Kind.TOP, null, -1);
  static final VType INT = new VType(Kind.INT, null, -1);
  static final VType FLOAT = new VType(Kind.FLOAT, null, -1);
  static final VType LONG = new VType(Kind.LONG, null, -1);
  static final VType DOUBLE = new VType(Kind.DOUBLE, null, -1);
  static final VType NULL = new VType(Kind.NULL, null, -1);
  static final VType OBJECT = ref(ConstantDescs.CD_Object);

  static VType ref(ClassDesc type) {
    return new VType(Kind.REF, type, -1);
  }

  static VType unborn(int site) {
    return new VType(Kind.UNBORN, null, site);
  }

  /** The type of a value as a descriptor declares it. */
  static VType of(ClassDesc declared) {
    return declared.isPrimitive() ? of(TypeKind.from(declared)) : ref(declared);
  }

  private static VType of(TypeKind kind) {
    return switch (kind.asLoadable()) {
      case INT -> INT;
      case FLOAT -> FLOAT;
      case LONG -> LONG;
      case DOUBLE -> DOUBLE;
      default -> throw new IllegalArgumentException("no value: " + kind);
    };
  }

  /** The type of a primitive value. */
  static VType primitive(TypeKind kind) {
    return of(kind);
  }

  ClassDesc classDesc() {
    return Objects.requireNonNull(type, "type");
  }

  /** Whether it takes two words. */
  boolean isWide() {
    return kind == Kind.LONG || kind == Kind.DOUBLE;
  }

  int words() {
    return isWide() ? 2 : 1;
  }

  boolean isReference() {
    return kind == Kind.REF || kind == Kind.NULL;
  }

  /** How to load and store it. */
  TypeKind typeKind() {
    return switch (kind) {
      case INT -> TypeKind.INT;
      case FLOAT -> TypeKind.FLOAT;
      case LONG -> TypeKind.LONG;
      case DOUBLE -> TypeKind.DOUBLE;
      case NULL, REF, UNBORN -> TypeKind.REFERENCE;
      case TOP -> throw new IllegalStateException("nothing to load");
    };
  }
}

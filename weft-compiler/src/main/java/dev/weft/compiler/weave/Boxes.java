package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Primitive values as objects and back. */
final class Boxes {

  private Boxes() {}

  /** Turns a value of a type into an object; leaves objects alone. */
  static void box(CodeBuilder out, ClassDesc type) {
    if (type.isPrimitive()) {
      ClassDesc box = boxOf(type);
      out.invokestatic(box, "valueOf", MethodTypeDesc.of(box, type));
    }
  }

  /** Turns any object into a value of a type, by a cast at least. */
  static void unbox(CodeBuilder out, ClassDesc type) {
    if (type.isPrimitive()) {
      ClassDesc box = boxOf(type);
      out.checkcast(box);
      out.invokevirtual(box, type.displayName() + "Value", MethodTypeDesc.of(type));
    } else if (!type.equals(ConstantDescs.CD_Object)) {
      out.checkcast(type);
    }
  }

  private static ClassDesc boxOf(ClassDesc primitive) {
    return switch (primitive.descriptorString()) {
      case "Z" -> ConstantDescs.CD_Boolean;
      case "B" -> ConstantDescs.CD_Byte;
      case "C" -> ConstantDescs.CD_Character;
      case "S" -> ConstantDescs.CD_Short;
      case "I" -> ConstantDescs.CD_Integer;
      case "J" -> ConstantDescs.CD_Long;
      case "F" -> ConstantDescs.CD_Float;
      default -> ConstantDescs.CD_Double;
    };
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the types before every instruction in one pass from the first to the last: where paths
 * meet, the class file declares the types, so nothing has to be merged or looked up.
 */
final class TypeFlow {
  private final MethodCode code;
  private final @Nullable Frame[] before;

  TypeFlow(MethodCode code, List<ClassDesc> parameters) {
    this.code = code;
    before = new Frame[code.size()];
    Frame now = code.entry(parameters);
    for (int i = 0; i < code.size(); i++) {
      Frame declared = code.declared(i);
      now = declared != null ? declared : now;
      if (now == null) {
        throw new Unsupported("unreachable instructions without a frame", code.line(i));
      }
      before[i] = now;
      now = Jumps.endsPath(code.at(i)) ? null : after(i, now);
    }
  }

  Frame before(int index) {
    return Objects.requireNonNull(before[index]);
  }

  private Frame after(int index, Frame f) {
    Instruction instruction = code.at(index);
    return switch (instruction) {
      case LoadInstruction load -> f.push(f.local(load.slot()));
      case StoreInstruction store -> f.pop(1).withLocal(store.slot(), f.top());
      case IncrementInstruction _, NopInstruction _ -> f;
      case ConstantInstruction constant -> f.push(constant(constant));
      case ArrayLoadInstruction load -> arrayLoad(load, f);
      case ArrayStoreInstruction _ -> f.pop(3);
      case StackInstruction stack ->
          f.withStack(
              StackShuffle.sources(stack.opcode(), f.stack()).stream()
                  .map(f.stack()::get)
                  .toList());
      case OperatorInstruction operator -> operator(operator, f);
      case ConvertInstruction convert -> f.pop(1).push(VType.primitive(convert.toType()));
      case BranchInstruction branch -> f.pop(branchOperands(branch.opcode()));
      case TableSwitchInstruction _, LookupSwitchInstruction _, MonitorInstruction _ -> f.pop(1);
      case FieldInstruction field -> field(field, f);
      case InvokeInstruction invoke -> invoke(index, invoke, f);
      case InvokeDynamicInstruction invoke ->
          result(f.pop(invoke.typeSymbol().parameterCount()), invoke.typeSymbol().returnType());
      case NewObjectInstruction _ -> f.push(VType.unborn(index));
      case NewPrimitiveArrayInstruction array ->
          f.pop(1).push(VType.ref(array.typeKind().upperBound().arrayType()));
      case NewReferenceArrayInstruction array ->
          f.pop(1).push(VType.ref(array.componentType().asSymbol().arrayType()));
      case NewMultiArrayInstruction array ->
          f.pop(array.dimensions()).push(VType.ref(array.arrayType().asSymbol()));
      case TypeCheckInstruction check ->
          f.pop(1)
              .push(
                  check.opcode() == Opcode.CHECKCAST
                      ? VType.ref(check.type().asSymbol())
                      : VType.INT);
      case ReturnInstruction _, ThrowInstruction _ ->
          throw new IllegalStateException("ends the path");
      default -> throw new Unsupported(instruction.opcode().toString(), code.line(index));
    };
  }

  private static VType constant(ConstantInstruction constant) {
    if (constant.opcode() == Opcode.ACONST_NULL) {
      return VType.NULL;
    }
    if (constant instanceof ConstantInstruction.LoadConstantInstruction load
        && load.typeKind().asLoadable() == java.lang.classfile.TypeKind.REFERENCE) {
      return VType.ref(constantType(load.constantEntry()));
    }
    return VType.primitive(constant.typeKind());
  }

  private static ClassDesc constantType(LoadableConstantEntry entry) {
    return switch (entry.tag()) {
      case java.lang.classfile.constantpool.PoolEntry.TAG_STRING -> ConstantDescs.CD_String;
      case java.lang.classfile.constantpool.PoolEntry.TAG_CLASS -> ConstantDescs.CD_Class;
      case java.lang.classfile.constantpool.PoolEntry.TAG_METHOD_HANDLE ->
          ConstantDescs.CD_MethodHandle;
      case java.lang.classfile.constantpool.PoolEntry.TAG_METHOD_TYPE ->
          ConstantDescs.CD_MethodType;
      default -> ((ConstantDynamicEntry) entry).typeSymbol();
    };
  }

  private static Frame arrayLoad(ArrayLoadInstruction load, Frame f) {
    if (load.opcode() != Opcode.AALOAD) {
      return f.pop(2).push(VType.primitive(load.typeKind()));
    }
    VType array = f.stack().get(f.stack().size() - 2);
    return f.pop(2)
        .push(
            array.kind() == VType.Kind.NULL
                ? VType.NULL
                : VType.ref(Objects.requireNonNull(array.classDesc().componentType())));
  }

  private static Frame operator(OperatorInstruction operator, Frame f) {
    return switch (operator.opcode()) {
      case ARRAYLENGTH -> f.pop(1).push(VType.INT);
      case INEG, LNEG, FNEG, DNEG -> f;
      case LCMP, FCMPL, FCMPG, DCMPL, DCMPG -> f.pop(2).push(VType.INT);
      default -> f.pop(2).push(VType.primitive(operator.typeKind()));
    };
  }

  private static int branchOperands(Opcode opcode) {
    return switch (opcode) {
      case GOTO, GOTO_W -> 0;
      case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> 1;
      default -> 2;
    };
  }

  private static Frame field(FieldInstruction field, Frame f) {
    VType type = VType.of(field.typeSymbol());
    return switch (field.opcode()) {
      case GETSTATIC -> f.push(type);
      case GETFIELD -> f.pop(1).push(type);
      case PUTSTATIC -> f.pop(1);
      default -> f.pop(2);
    };
  }

  private Frame invoke(int index, InvokeInstruction invoke, Frame f) {
    Frame withoutArguments = f.pop(invoke.typeSymbol().parameterCount());
    if (invoke.opcode() == Opcode.INVOKESTATIC) {
      return result(withoutArguments, invoke.typeSymbol().returnType());
    }
    VType receiver = withoutArguments.top();
    if (invoke.name().equalsString(ConstantDescs.INIT_NAME)) {
      if (receiver.kind() != VType.Kind.UNBORN) {
        throw new Unsupported("a constructor call on a finished object", code.line(index));
      }
      return withoutArguments.pop(1).born(receiver.site(), VType.ref(code.made(receiver.site())));
    }
    return result(withoutArguments.pop(1), invoke.typeSymbol().returnType());
  }

  private static Frame result(Frame f, ClassDesc type) {
    return type.equals(ConstantDescs.CD_void) ? f : f.push(VType.of(type));
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which lambdas of a class become state machines, and how they are created from then on. */
final class LambdaSites {
  private final Map<LambdaSite, Block> blocks = new LinkedHashMap<>();

  void add(Block block) {
    blocks.put(block.site(), block);
  }

  void remove(Block block) {
    blocks.remove(block.site());
  }

  /** A copy of what there is now. */
  List<Block> blocks() {
    return List.copyOf(blocks.values());
  }

  int size() {
    return blocks.size();
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  boolean contains(LambdaSite site) {
    return blocks.containsKey(site);
  }

  @Nullable Block blockOf(InvokeDynamicInstruction instruction) {
    LambdaSite site = LambdaSite.of(instruction);
    return site == null ? null : blocks.get(site);
  }

  /** Whether an instruction makes a future of the lambda on the stack. */
  static boolean isAsyncCall(Instruction instruction) {
    return instruction instanceof InvokeInstruction invoke
        && invoke.opcode() == Opcode.INVOKESTATIC
        && invoke.owner().asInternalName().equals(WeftNames.ASYNC)
        && invoke.name().equalsString("async")
        && (invoke.type().equalsString("(Ldev/weft/AsyncBody;)Ldev/weft/Future;")
            || invoke.type().equalsString("(Ldev/weft/AsyncAction;)Ldev/weft/Future;"));
  }

  /** Turns captured values into the lambda. */
  static void create(CodeBuilder out, Block block) {
    out.invokestatic(block.companion(), CompanionWriter.LAMBDA, block.site().type());
  }

  /** Turns captured values into a future, without a lambda in between. */
  static void start(CodeBuilder out, Block block) {
    out.invokestatic(block.companion(), CompanionWriter.FUTURE, startType(block));
  }

  static MethodTypeDesc startType(Block block) {
    MethodTypeDesc type = block.site().type();
    return MethodTypeDesc.of(WeftNames.FUTURE, type.parameterArray());
  }
}

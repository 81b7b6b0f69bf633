package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a block's body as a state machine.
 *
 * <pre>
 *   entry       switch on the resume point: START, POLL 1, POLL 2, ...
 *   START       load captured values and the argument
 *   body        the old code; at an await: begin and poll it, jump to SUSPEND on PENDING
 *   stubs       for each await: SUSPEND saves and returns; POLL polls, returns if still pending, else
 *               loads what was saved and goes on behind the await (see {@link ResumeStubs})
 * </pre>
 */
final class BodyWriter {
  private final BodyAnalysis body;
  private final MethodCode code;
  private final StateLayout layout;
  private final LambdaSites lambdas;
  private final Emission to;
  private final CodeBuilder out;
  private final ResumeStubs stubs;
  private final UnbornObjects unborn;

  BodyWriter(
      BodyAnalysis body,
      StateLayout layout,
      LambdaSites lambdas,
      CodeBuilder out,
      boolean longJumps,
      boolean shared) {
    this.body = body;
    this.layout = layout;
    this.lambdas = lambdas;
    this.out = out;
    code = body.code();
    to =
        new Emission(
            out, body.block().companion(), code.maxLocals(), !body.loops().isEmpty(), longJumps);
    stubs = new ResumeStubs(body, layout, to, shared);
    unborn = new UnbornObjects(body, to);
  }

  void write() {
    entry();
    for (int i = 0; i < code.size(); i++) {
      position(i);
      int used = instruction(i);
      i += used - 1;
    }
    out.labelBinding(to.label(code.size()));
    stubs.write();
    handlers();
    variables();
    to.finish();
  }

  private void entry() {
    Block block = body.block();
    if (!body.awaits().isEmpty()) {
      Label start = out.newLabel();
      stubs.entry(start);
      out.labelBinding(start);
      to.frame(start, new Frame(List.of(), List.of()));
    }
    for (int i = 0; i < block.captures().size(); i++) {
      int slot = block.slot(i);
      if (body.isKept(0, slot)) {
        stubs.restores().loadCapture(i);
      }
    }
    if (layout.needsArgument()) {
      argument();
    }
    if (!body.awaits().isEmpty() && code.declared(0) != null) {
      out.nop(); // two frames can't stand at one place
    }
  }

  private void argument() {
    Block block = body.block();
    StateLayout.Slot field = layout.argument();
    ClassDesc type = java.util.Objects.requireNonNull(block.argument());
    out.aload(Emission.STATE).getfield(to.companion(), field.name(), field.type());
    stubs.restores().clear(field);
    Boxes.unbox(out, type);
    to.store(VType.of(type), to.moved(block.slot(block.captures().size())));
  }

  /** What stands before the instruction: its label, line and frame. */
  private void position(int index) {
    Label label = to.label(index);
    out.labelBinding(label);
    to.line(code.lineStart(index));
    if (code.declared(index) != null) {
      to.frame(label, body.kept(index));
    }
    if (body.loops().isHeader(index)) {
      stubs.loopHeader(index, awaitAt(index, true));
    }
  }

  private boolean hasFrame(int index) {
    return index < code.size() && code.declared(index) != null;
  }

  /** Writes an instruction and returns how many were taken together. */
  private int instruction(int index) {
    Await await = awaitAt(index, false);
    if (await != null) {
      await(await);
      return 1;
    }
    if (unborn.handled(index)) {
      return 1;
    }
    Instruction instruction = code.at(index);
    switch (instruction) {
      case LoadInstruction load -> out.loadLocal(load.typeKind(), to.moved(load.slot()));
      case StoreInstruction store -> out.storeLocal(store.typeKind(), to.moved(store.slot()));
      case IncrementInstruction increment ->
          out.iinc(to.moved(increment.slot()), increment.constant());
      case BranchInstruction branch -> branch(index, branch);
      case TableSwitchInstruction table ->
          out.tableswitch(
              table.lowValue(),
              table.highValue(),
              to.label(code.position(table.defaultTarget())),
              cases(table.cases()));
      case LookupSwitchInstruction lookup ->
          out.lookupswitch(to.label(code.position(lookup.defaultTarget())), cases(lookup.cases()));
      case ReturnInstruction _ -> returns();
      case InvokeDynamicInstruction dynamic -> {
        return dynamic(index, dynamic);
      }
      case NewObjectInstruction made -> {
        out.labelBinding(to.birth(index));
        out.with(made);
      }
      default -> out.with(instruction);
    }
    return 1;
  }

  private @Nullable Await awaitAt(int index, boolean preemption) {
    for (Await await : body.awaits()) {
      if (await.index() == index && await.isPreemption() == preemption) {
        return await;
      }
    }
    return null;
  }

  private void branch(int index, BranchInstruction branch) {
    Label target = to.label(code.position(branch.target()));
    if (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W) {
      to.jump(target);
    } else {
      Frame next = index + 1 < code.size() ? body.kept(index + 1) : body.kept(index);
      to.jump(branch.opcode(), target, next, hasFrame(index + 1));
    }
  }

  private List<SwitchCase> cases(List<SwitchCase> old) {
    var cases = new ArrayList<SwitchCase>();
    for (SwitchCase each : old) {
      cases.add(SwitchCase.of(each.caseValue(), to.label(code.position(each.target()))));
    }
    return cases;
  }

  private void returns() {
    ClassDesc type = body.block().result();
    if (type.equals(ConstantDescs.CD_void)) {
      out.aconst_null();
    } else {
      Boxes.box(out, type);
    }
    out.areturn();
  }

  private int dynamic(int index, InvokeDynamicInstruction dynamic) {
    Block made = lambdas.blockOf(dynamic);
    if (made == null) {
      out.with(dynamic);
      return 1;
    }
    boolean direct =
        index + 1 < code.size()
            && !hasFrame(index + 1)
            && !unborn.concerns(index + 1)
            && LambdaSites.isAsyncCall(code.at(index + 1));
    if (!direct) {
      LambdaSites.create(out, made);
      return 1;
    }
    LambdaSites.start(out, made);
    position(index + 1);
    return 2;
  }

  private void await(Await await) {
    int index = await.index();
    if (await.isClose()) {
      closeAsync((InvokeInstruction) code.at(index));
    }
    out.aload(Emission.STATE);
    out.aload(Emission.CONTEXT);
    out.invokestatic(WeftNames.ASYNC_STATE, "await", WeftNames.AWAIT_IN);
    out.dup();
    out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    boolean nextHasFrame = !await.isClose() && hasFrame(index + 1);
    Label resumed = stubs.labels().resumed(await);
    if (to.longJumps()) {
      out.if_acmpne(resumed);
      out.goto_w(stubs.labels().suspend(await));
    } else {
      out.if_acmpeq(stubs.labels().suspend(await));
    }
    out.labelBinding(resumed);
    if (!nextHasFrame) {
      to.frame(resumed, stubs.typesWithResult(await));
    }
    if (await.isClose()) {
      out.pop();
    }
  }

  private void closeAsync(InvokeInstruction close) {
    MethodTypeDesc type = MethodTypeDesc.of(WeftNames.FUTURE);
    ClassDesc owner = close.owner().asSymbol();
    if (close.opcode() == Opcode.INVOKEINTERFACE) {
      out.invokeinterface(owner, "closeAsync", type);
    } else {
      out.invokevirtual(owner, "closeAsync", type);
    }
  }

  private void handlers() {
    for (MethodCode.Handler handler : code.handlers()) {
      Label start = to.label(handler.start());
      Label end = to.label(handler.end());
      Label target = to.label(handler.target());
      handler
          .type()
          .ifPresentOrElse(
              type -> out.exceptionCatch(start, end, target, type),
              () -> out.exceptionCatchAll(start, end, target));
    }
    stubs.handlers();
  }

  /** A variable that is never given a value may have a number that the method doesn't have. */
  private void variables() {
    for (MethodCode.Variable variable : code.variables()) {
      if (!body.isGivenValue(variable.entry().slot())) {
        continue;
      }
      out.localVariable(
          to.moved(variable.entry().slot()),
          variable.entry().name(),
          variable.entry().type(),
          to.label(variable.start()),
          to.label(variable.end()));
    }
    for (MethodCode.GenericVariable variable : code.genericVariables()) {
      if (!body.isGivenValue(variable.entry().slot())) {
        continue;
      }
      out.localVariableType(
          to.moved(variable.entry().slot()),
          variable.entry().name(),
          variable.entry().signature(),
          to.label(variable.start()),
          to.label(variable.end()));
    }
  }
}

package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands around the old code: the switch at the entry and the code behind the end. */
final class ResumeStubs {

  /*
   * Idea: a resumed block polls before it loads anything: as long as what it awaits is pending, which in
   * a chain of blocks is so for all but the innermost, it returns at once and its state stays as it is.
   * Suspensions saves, Restores loads, and LoopEntries is the way to an await in loops.
   *
   * A pre-emption point is an await at the head of a loop that is begun out here, so that the loop itself
   * only asks whether it may go on.
   *
   * In a block that would be too large otherwise, awaits share the code that saves and loads: see
   * SharedSaves and SharedLoads.
   *
   * Lines: all code for an await carries the await's line, so that traces from a poll are right and a
   * debugger sees no other line between two steps.
   */

  private final BodyAnalysis body;
  private final Emission to;
  private final CodeBuilder out;
  private final StubLabels labels;
  private final Label saved;
  private final @Nullable SharedSaves saves;
  private final @Nullable SharedLoads loads;
  private final Suspensions suspensions;
  private final Restores restores;
  private final LoopEntries loopEntries;

  ResumeStubs(BodyAnalysis body, StateLayout layout, Emission to, boolean shared) {
    this.body = body;
    this.to = to;
    out = to.out();
    labels = new StubLabels(to);
    saved = out.newLabel();
    saves = shared ? new SharedSaves(to, body.code().maxLocals(), saved) : null;
    loads = shared ? new SharedLoads(body, layout, to) : null;
    suspensions = new Suspensions(body, layout, to, saves);
    restores = new Restores(body, layout, to, labels, shared);
    loopEntries = new LoopEntries(body, to, labels, restores, loads);
  }

  StubLabels labels() {
    return labels;
  }

  Restores restores() {
    return restores;
  }

  /** Jumps to where the block was suspended. */
  void entry(Label start) {
    boolean loops = !body.loops().isEmpty();
    if (loops) {
      out.aconst_null();
      out.astore(Emission.POLLED);
    }
    out.aload(Emission.STATE);
    out.invokevirtual(
        WeftNames.ASYNC_STATE, "resumePoint", MethodTypeDesc.of(ConstantDescs.CD_int));
    if (loops) {
      out.dup();
      out.istore(Emission.POINT);
    }
    var cases = new ArrayList<SwitchCase>();
    for (Await await : body.awaits()) {
      cases.add(SwitchCase.of(await.point(), labels.poll(await)));
    }
    out.tableswitch(1, cases.size(), start, cases);
  }

  /** At the header of a loop, before its first instruction. */
  void loopHeader(int header, @Nullable Await preemption) {
    loopEntries.check(header);
    if (preemption != null) {
      mayLeave(preemption);
    }
  }

  /** Leaves the loop if the block has run for long. */
  private void mayLeave(Await point) {
    Frame kept = body.kept(point.index());
    out.aload(Emission.CONTEXT);
    out.invokestatic(WeftNames.POLL_CONTEXT, "mayLoop", WeftNames.MAY_LOOP);
    to.jump(Opcode.IFEQ, labels.preempt(point), kept, true);
    labels.begin(labels.goOn(point), kept);
  }

  private void writePreemption(Await point) {
    labels.begin(labels.preempt(point), body.kept(point.index()));
    line(point);
    out.aload(Emission.STATE);
    out.aload(Emission.CONTEXT);
    out.invokestatic(WeftNames.ASYNC_STATE, "preempt", WeftNames.PREEMPT);
    out.labelBinding(labels.preemptEnd(point));
    out.dup();
    out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    out.if_acmpeq(labels.suspend(point));
    labels.begin(labels.resumed(point), typesWithResult(point));
    out.pop();
    to.jump(labels.goOn(point));
  }

  /** The types behind an await, before its result is taken. */
  Frame typesWithResult(Await await) {
    Frame kept = body.kept(await.index());
    return kept.withStack(await.operands(kept)).push(VType.OBJECT);
  }

  /** Writes all that stands behind the old code. */
  void write() {
    for (Await await : body.awaits()) {
      if (await.isPreemption()) {
        writePreemption(await);
      }
      writeSuspend(await);
      writePoll(await);
    }
    body.loops().all().forEach(loopEntries::writeDispatch);
    if (saves != null) {
      writeShared(saves);
    }
    if (!body.awaits().isEmpty()) {
      labels.begin(labels.pending(), new Frame(List.of(), List.of(VType.OBJECT)));
      out.areturn();
    }
  }

  private void writeShared(SharedSaves all) {
    for (Await await : body.awaits()) {
      SharedLoads.Group group = group(await);
      if (group != null
          && group.awaits().getFirst() == await
          && body.loops().around(await.index()).isEmpty()) {
        labels.begin(group.label(), restores.withPolled(Frame.EMPTY));
        restores.restore(group);
      }
    }
    loopEntries.writeFirst();
    all.write();
    labels.begin(saved, Frame.EMPTY);
    out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    out.areturn();
  }

  private SharedLoads.@Nullable Group group(Await await) {
    return loads == null ? null : loads.of(await);
  }

  private void line(Await await) {
    to.line(body.code().line(await.index()));
  }

  private void writeSuspend(Await await) {
    labels.begin(labels.suspend(await), typesWithResult(await));
    line(await);
    suspensions.write(await);
  }

  private void writePoll(Await await) {
    labels.begin(labels.poll(await), Frame.EMPTY);
    line(await);
    out.aload(Emission.STATE);
    out.aload(Emission.CONTEXT);
    out.invokevirtual(WeftNames.ASYNC_STATE, "pollAgain", WeftNames.POLL);
    out.dup();
    out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    to.jump(Opcode.IF_ACMPEQ, labels.pending(), new Frame(List.of(), List.of(VType.OBJECT)), false);
    SharedLoads.Group group = group(await);
    if (!body.loops().around(await.index()).isEmpty()) {
      out.astore(restores.polled());
      loopEntries.enterFirst(await);
    } else if (group != null) {
      out.astore(restores.polled());
      to.jump(group.label());
    } else {
      restores.restoreFromStack(await);
    }
  }

  /** The await's own handlers, in their order, for the failures that {@code outcome} throws. */
  void handlers() {
    for (Await await : body.awaits()) {
      handlers(await, labels.outcome(await), labels.outcomeEnd(await));
      if (await.isPreemption()) {
        handlers(await, labels.preempt(await), labels.preemptEnd(await));
      }
    }
  }

  private void handlers(Await await, Label start, Label end) {
    for (MethodCode.Handler handler : body.code().handlersAt(await.index())) {
      Label target = to.label(handler.target());
      handler
          .type()
          .ifPresentOrElse(
              type -> out.exceptionCatch(start, end, target, type),
              () -> out.exceptionCatchAll(start, end, target));
    }
  }
}

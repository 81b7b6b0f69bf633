package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What stands around the old code: the switch at the entry and the code behind the end. */
final class ResumeStubs {

  /*
   * Idea: a jump from the entry into a loop would give the loop two entries, and the JIT treats such
   * loops badly. So the way back to an await in loops leads through the header of each of them, from the
   * outermost inwards: the header looks at POINT, which is 0 except on that way, and goes on to the next
   * inner header or to the await. Until then the variables that the header's frame wants have any value;
   * what was saved is loaded last, inside the innermost loop.
   *
   * A resumed block polls before it loads anything: as long as what it awaits is pending, which in a
   * chain of blocks is so for all but the innermost, it returns at once and its state stays as it is.
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
  private final StateLayout layout;
  private final Emission to;
  private final CodeBuilder out;
  private final Label pending;
  private final Map<String, Label> labels = new HashMap<>();
  private final Label saved;
  private final @Nullable SharedSaves saves;
  private final @Nullable SharedLoads loads;

  ResumeStubs(BodyAnalysis body, StateLayout layout, Emission to, boolean shared) {
    this.body = body;
    this.layout = layout;
    this.to = to;
    out = to.out();
    pending = out.newLabel();
    saved = out.newLabel();
    saves = shared ? new SharedSaves(to, body.code().maxLocals(), saved) : null;
    loads = shared ? new SharedLoads(body, layout, to) : null;
  }

  private Label label(String name, int number) {
    return labels.computeIfAbsent(name + number, _ -> out.newLabel());
  }

  /** Where the await's result is on the stack. */
  Label resumed(Await await) {
    return label("resumed", await.point());
  }

  /** Where an await goes that is pending. */
  Label suspend(Await await) {
    return label("suspend", await.point());
  }

  private Label poll(Await await) {
    return label("poll", await.point());
  }

  private Label restore(Await await) {
    return label("restore", await.point());
  }

  private Label dispatch(int header) {
    return label("dispatch", header);
  }

  private Label enter(int header) {
    return label("enter", header);
  }

  /** Jumps to where the block was suspended. */
  void entry(Label start) {
    if (!body.loops().isEmpty()) {
      out.aconst_null();
      out.astore(Emission.POLLED);
    }
    out.aload(Emission.STATE);
    out.invokevirtual(
        WeftNames.ASYNC_STATE, "resumePoint", MethodTypeDesc.of(ConstantDescs.CD_int));
    if (!body.loops().isEmpty()) {
      out.dup();
      out.istore(Emission.POINT);
    }
    var cases = new ArrayList<SwitchCase>();
    for (Await await : body.awaits()) {
      cases.add(SwitchCase.of(await.point(), poll(await)));
    }
    out.tableswitch(1, cases.size(), start, cases);
  }

  /** At the header of a loop: goes on inwards if the block is being resumed. */
  void loopCheck(int header) {
    out.iload(Emission.POINT);
    to.jump(Opcode.IFNE, dispatch(header), body.kept(header), false);
  }

  /** The types behind an await, before its result is taken. */
  Frame typesWithResult(Await await) {
    Frame kept = body.kept(await.index());
    return kept.withStack(await.operands(kept)).push(VType.OBJECT);
  }

  /** At the header of a loop: leaves the loop if the block has run for long. */
  void preemption(Await point) {
    Frame kept = body.kept(point.index());
    out.aload(Emission.CONTEXT);
    out.invokestatic(WeftNames.POLL_CONTEXT, "mayLoop", WeftNames.MAY_LOOP);
    to.jump(Opcode.IFEQ, label("preempt", point.point()), kept, true);
    begin(label("goOn", point.point()), kept);
  }

  private void writePreemption(Await point) {
    begin(label("preempt", point.point()), body.kept(point.index()));
    line(point);
    out.aload(Emission.STATE);
    out.aload(Emission.CONTEXT);
    out.invokestatic(WeftNames.ASYNC_STATE, "preempt", WeftNames.PREEMPT);
    out.labelBinding(label("preemptEnd", point.point()));
    out.dup();
    out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    out.if_acmpeq(suspend(point));
    begin(resumed(point), typesWithResult(point));
    out.pop();
    to.jump(label("goOn", point.point()));
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
    for (Loops.Loop loop : body.loops().all()) {
      writeDispatch(loop);
    }
    if (saves != null) {
      writeShared(saves);
    }
    if (!body.awaits().isEmpty()) {
      out.labelBinding(pending);
      to.frame(pending, new Frame(List.of(), List.of(VType.OBJECT)));
      out.areturn();
    }
  }

  private void writeShared(SharedSaves all) {
    for (Await await : body.awaits()) {
      SharedLoads.Group group = group(await);
      if (group != null
          && group.awaits().getFirst() == await
          && body.loops().around(await.index()).isEmpty()) {
        begin(group.label(), withPolled(Frame.EMPTY));
        restore(group);
      }
    }
    for (int header : outermost()) {
      begin(label("enterFirst", header), Frame.EMPTY);
      enterLoop(header);
    }
    all.write();
    begin(saved, Frame.EMPTY);
    out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    out.areturn();
  }

  /** The headers of the loops that stand in no other one. */
  private Set<Integer> outermost() {
    var headers = new TreeSet<Integer>();
    for (Await await : body.awaits()) {
      body.loops().around(await.index()).stream()
          .findFirst()
          .ifPresent(loop -> headers.add(loop.header()));
    }
    return headers;
  }

  private SharedLoads.@Nullable Group group(Await await) {
    return loads == null ? null : loads.of(await);
  }

  private void begin(Label label, Frame types) {
    out.labelBinding(label);
    to.frame(label, types);
  }

  private void line(Await await) {
    int line = body.code().line(await.index());
    if (line != 0) {
      out.lineNumber(line);
    }
  }

  private void writeSuspend(Await await) {
    out.labelBinding(suspend(await));
    line(await);
    to.frame(suspend(await), typesWithResult(await));
    StateLayout.Saving saving = layout.saving(await);
    boolean deep = !saving.stack().isEmpty();
    if (deep || saves != null) {
      out.pop();
    }
    for (StateLayout.Saved saved : saving.stack().reversed()) {
      saveOperand(saved);
    }
    if (saves != null) {
      noteSuspension(await);
      to.jump(saves.save(saving.locals()));
      return;
    }
    for (StateLayout.Saved saved : saving.locals()) {
      StateLayout.Slot field = saved.field();
      if (field != null) {
        out.aload(Emission.STATE);
        to.load(saved.type(), to.moved(saved.position()));
        out.putfield(to.companion(), field.name(), field.type());
      }
    }
    noteSuspension(await);
    if (deep) {
      out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    }
    out.areturn();
  }

  private void noteSuspension(Await await) {
    dropDeadCaptures(await);
    out.aload(Emission.STATE);
    out.loadConstant(await.point());
    out.invokevirtual(
        WeftNames.ASYNC_STATE,
        "suspendAt",
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
  }

  private void saveOperand(StateLayout.Saved saved) {
    StateLayout.Slot field = saved.field();
    if (field == null) {
      out.pop();
      return;
    }
    out.aload(Emission.STATE);
    if (saved.type().isWide()) {
      out.dup_x2();
      out.pop();
    } else {
      out.swap();
    }
    out.putfield(to.companion(), field.name(), field.type());
  }

  private void dropDeadCaptures(Await await) {
    List<ClassDesc> captures = body.block().captures();
    for (int i = 0; i < captures.size(); i++) {
      int slot = body.block().slot(i);
      if (!captures.get(i).isPrimitive()
          && !(body.isKept(await.index(), slot) && body.isConstantCapture(slot))) {
        out.aload(Emission.STATE);
        out.aconst_null();
        out.putfield(to.companion(), CompanionWriter.capture(i), captures.get(i));
      }
    }
  }

  private void writePoll(Await await) {
    out.labelBinding(poll(await));
    line(await);
    to.frame(poll(await), new Frame(List.of(), List.of()));
    out.aload(Emission.STATE);
    out.aload(Emission.CONTEXT);
    out.invokevirtual(WeftNames.ASYNC_STATE, "pollAgain", WeftNames.POLL);
    out.dup();
    out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    to.jump(Opcode.IF_ACMPEQ, pending, new Frame(List.of(), List.of(VType.OBJECT)), false);
    List<Loops.Loop> around = body.loops().around(await.index());
    if (around.isEmpty()) {
      SharedLoads.Group group = group(await);
      if (group == null) {
        restore(await, true);
      } else {
        out.astore(polled());
        to.jump(group.label());
      }
    } else {
      out.astore(Emission.POLLED);
      if (saves == null) {
        enterLoop(around.getFirst().header());
      } else {
        to.jump(label("enterFirst", around.getFirst().header()));
      }
    }
  }

  /** Gives the variables and operands at a loop's header some value of the right type. */
  private void enterLoop(int header) {
    Frame kept = body.kept(header);
    for (int slot = 0; slot < kept.locals().size(); slot++) {
      if (kept.local(slot).kind() != VType.Kind.TOP) {
        someValue(kept.local(slot));
        to.store(kept.local(slot), to.moved(slot));
      }
    }
    kept.stack().forEach(this::someValue);
    to.jump(to.label(header));
  }

  private void someValue(VType type) {
    switch (type.kind()) {
      case INT -> out.iconst_0();
      case LONG -> out.lconst_0();
      case FLOAT -> out.fconst_0();
      case DOUBLE -> out.dconst_0();
      case NULL, REF -> out.aconst_null();
      case UNBORN, TOP -> throw new Unsupported("an unfinished object around a loop", 0);
    }
  }

  private void writeDispatch(Loops.Loop loop) {
    Frame kept = body.kept(loop.header());
    out.labelBinding(dispatch(loop.header()));
    var targets = new HashMap<Await, Label>();
    var inner = new ArrayList<Loops.Loop>();
    var own = new ArrayList<Await>();
    for (Await await : body.awaits()) {
      List<Loops.Loop> around = body.loops().around(await.index());
      int depth = around.indexOf(loop);
      if (depth < 0) {
        continue;
      }
      if (depth == around.size() - 1) {
        own.add(await);
        targets.put(await, restoring(await));
      } else {
        Loops.Loop next = around.get(depth + 1);
        if (!inner.contains(next)) {
          inner.add(next);
        }
        targets.put(await, enter(next.header()));
      }
    }
    Label following = own.isEmpty() ? enter(inner.getFirst().header()) : restoring(own.getFirst());
    if (!Set.of(following).containsAll(targets.values())) {
      to.frame(dispatch(loop.header()), kept);
      choose(targets);
    }
    for (Await await : own) {
      SharedLoads.Group group = group(await);
      if (group != null) {
        if (group.awaits().getFirst() == await) {
          begin(group.label(), kept);
          drop(kept);
          restore(group);
        }
        continue;
      }
      out.labelBinding(restore(await));
      line(await);
      to.frame(restore(await), kept);
      drop(kept);
      restore(await, false);
    }
    for (Loops.Loop next : inner) {
      begin(enter(next.header()), kept);
      drop(kept);
      enterLoop(next.header());
    }
  }

  /** Where an await of the innermost loop is restored. */
  private Label restoring(Await await) {
    SharedLoads.Group group = group(await);
    return group == null ? restore(await) : group.label();
  }

  private void choose(Map<Await, Label> targets) {
    var cases = new ArrayList<SwitchCase>();
    for (Await await : body.awaits()) {
      if (targets.containsKey(await)) {
        cases.add(SwitchCase.of(await.point(), targets.get(await)));
      }
    }
    out.iload(Emission.POINT);
    out.lookupswitch(cases.getLast().target(), cases.subList(0, cases.size() - 1));
  }

  private void drop(Frame kept) {
    for (VType operand : kept.stack().reversed()) {
      if (operand.isWide()) {
        out.pop2();
      } else {
        out.pop();
      }
    }
  }

  /** The variable for what the poll yielded. */
  private int polled() {
    return body.loops().isEmpty() ? to.firstTemporary() : Emission.POLLED;
  }

  /** The types with that variable, which a frame has to declare where it isn't always there. */
  private Frame withPolled(Frame types) {
    if (!body.loops().isEmpty()) {
      return types;
    }
    int last = body.code().maxLocals();
    var locals = new ArrayList<VType>(types.locals());
    while (locals.size() < last) {
      locals.add(VType.TOP);
    }
    locals.add(VType.OBJECT);
    return new Frame(locals, types.stack());
  }

  /** Loads all variables of a group, and each of its awaits goes on by itself. */
  private void restore(SharedLoads.Group group) {
    for (SharedLoads.Item item : group.items()) {
      StateLayout.Saved variable = item.saved();
      if (item.isCapture()) {
        loadCapture(body.captureAt(variable.position()));
      } else {
        load(variable);
        to.store(variable.type(), to.moved(variable.position()));
      }
    }
    var cases = new ArrayList<SwitchCase>();
    for (Await await : group.awaits()) {
      cases.add(SwitchCase.of(await.point(), label("restored", await.point())));
    }
    out.aload(Emission.STATE);
    out.invokevirtual(
        WeftNames.ASYNC_STATE, "resumePoint", MethodTypeDesc.of(ConstantDescs.CD_int));
    out.lookupswitch(cases.getLast().target(), cases.subList(0, cases.size() - 1));
    for (Await await : group.awaits()) {
      Frame types = body.kept(await.index()).withStack(List.of());
      for (StateLayout.Saved variable : layout.saving(await).locals()) {
        if (variable.field() == null) {
          types = types.withLocal(variable.position(), VType.TOP);
        }
      }
      begin(label("restored", await.point()), withPolled(types));
      line(await);
      restored(await);
    }
  }

  private void restored(Await await) {
    StateLayout.Saving saving = layout.saving(await);
    for (StateLayout.Saved variable : saving.locals()) {
      if (variable.field() == null) {
        out.aconst_null();
        out.astore(to.moved(variable.position()));
      }
    }
    if (!body.loops().isEmpty()) {
      out.iconst_0();
      out.istore(Emission.POINT);
    }
    saving.stack().forEach(this::load);
    out.aload(polled());
    if (!body.loops().isEmpty()) {
      out.aconst_null();
      out.astore(polled());
    }
    outcome(await);
  }

  /** Loads what was saved and goes on behind the await; the polled value is on the stack or not. */
  private void restore(Await await, boolean onStack) {
    StateLayout.Saving saving = layout.saving(await);
    boolean loops = !body.loops().isEmpty();
    int polled = polled();
    boolean parked = !onStack || !saving.stack().isEmpty();
    if (loops) {
      out.iconst_0();
      out.istore(Emission.POINT);
    }
    if (onStack && parked) {
      out.astore(polled);
    }
    restoreCaptures(await);
    for (StateLayout.Saved saved : saving.locals()) {
      load(saved);
      to.store(saved.type(), to.moved(saved.position()));
    }
    saving.stack().forEach(this::load);
    if (parked) {
      out.aload(polled);
      if (loops) {
        out.aconst_null();
        out.astore(polled);
      }
    }
    outcome(await);
  }

  private void outcome(Await await) {
    out.labelBinding(label("outcome", await.point()));
    out.invokestatic(WeftNames.ASYNC_STATE, "outcome", WeftNames.OUTCOME);
    out.labelBinding(label("outcomeEnd", await.point()));
    to.jump(resumed(await));
  }

  private void restoreCaptures(Await await) {
    for (int i = 0; i < body.block().captures().size(); i++) {
      int slot = body.block().slot(i);
      if (body.isConstantCapture(slot) && body.isKept(await.index(), slot)) {
        loadCapture(i);
      }
    }
  }

  /** Loads a captured value into its variable. */
  void loadCapture(int number) {
    ClassDesc type = body.block().captures().get(number);
    out.aload(Emission.STATE);
    out.getfield(to.companion(), CompanionWriter.capture(number), type);
    to.store(VType.of(type), to.moved(body.block().slot(number)));
  }

  private void load(StateLayout.Saved saved) {
    StateLayout.Slot field = saved.field();
    if (field == null) {
      out.aconst_null();
      return;
    }
    out.aload(Emission.STATE);
    out.getfield(to.companion(), field.name(), field.type());
    if (!field.type().isPrimitive()) {
      ClassDesc type = saved.type().classDesc();
      if (!type.equals(field.type())) {
        out.checkcast(type);
      }
      clear(field);
    }
  }

  /** Forgets a reference that has been loaded. */
  void clear(StateLayout.Slot field) {
    out.aload(Emission.STATE);
    out.aconst_null();
    out.putfield(to.companion(), field.name(), field.type());
  }

  /** The await's own handlers, in their order, for the failures that {@code outcome} throws. */
  void handlers() {
    for (Await await : body.awaits()) {
      handlers(await, "outcome");
      if (await.isPreemption()) {
        handlers(await, "preempt");
      }
    }
  }

  private void handlers(Await await, String code) {
    Label start = label(code, await.point());
    Label end = label(code + "End", await.point());
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

package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** The code that loads what was saved and goes on behind the await. */
final class Restores {

  /*
   * Idea: a block that is resumed into loops passes their headers, whose frames want variables. One that
   * every header on the way wants in the very type that it has at the await is loaded before the first
   * header ("early"), so that the JIT sees one value of it on both ways to the await. Any other one gets
   * some value of its type for the way and is loaded at the end.
   */

  private final BodyAnalysis body;
  private final StateLayout layout;
  private final Emission to;
  private final CodeBuilder out;
  private final StubLabels labels;
  private final boolean shared;
  private final boolean loops;

  /**
   * Loads for each await by itself, or {@code shared}: for groups of them, and then nothing early.
   */
  Restores(BodyAnalysis body, StateLayout layout, Emission to, StubLabels labels, boolean shared) {
    this.body = body;
    this.layout = layout;
    this.to = to;
    this.labels = labels;
    this.shared = shared;
    out = to.out();
    loops = !body.loops().isEmpty();
  }

  /** The variable for what the poll yielded. */
  int polled() {
    return loops ? Emission.POLLED : to.firstTemporary();
  }

  /** The types with that variable, which a frame has to declare where it isn't always there. */
  Frame withPolled(Frame types) {
    if (loops) {
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

  /** Whether a variable is loaded before the loops around the await are entered. */
  boolean isEarly(Await await, int slot) {
    List<Loops.Loop> around = body.loops().around(await.index());
    VType type = body.kept(await.index()).local(slot);
    return !shared
        && !around.isEmpty()
        && type.kind() != VType.Kind.TOP
        && type.kind() != VType.Kind.NULL
        && around.stream().allMatch(loop -> body.kept(loop.header()).local(slot).equals(type));
  }

  /** Loads those. */
  void loadEarly(Await await) {
    loadVariables(await, true);
  }

  /** Loads the rest, with what the poll yielded on the stack. */
  void restoreFromStack(Await await) {
    boolean parked = !layout.saving(await).stack().isEmpty();
    clearPoint();
    if (parked) {
      out.astore(polled());
    }
    loadVariables(await, false);
    layout.saving(await).stack().forEach(this::load);
    if (parked) {
      takePolled();
    }
    outcome(await);
  }

  /** Loads the rest, with what the poll yielded in its variable. */
  void restore(Await await) {
    clearPoint();
    loadVariables(await, false);
    layout.saving(await).stack().forEach(this::load);
    takePolled();
    outcome(await);
  }

  /** Loads all variables of a group, and each of its awaits goes on by itself. */
  void restore(SharedLoads.Group group) {
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
      cases.add(SwitchCase.of(await.point(), labels.restored(await)));
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
      labels.begin(labels.restored(await), withPolled(types));
      to.line(body.code().line(await.index()));
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
    clearPoint();
    saving.stack().forEach(this::load);
    takePolled();
    outcome(await);
  }

  private void clearPoint() {
    if (loops) {
      out.iconst_0();
      out.istore(Emission.POINT);
    }
  }

  private void takePolled() {
    out.aload(polled());
    if (loops) {
      out.aconst_null();
      out.astore(polled());
    }
  }

  private void outcome(Await await) {
    out.labelBinding(labels.outcome(await));
    out.invokestatic(WeftNames.ASYNC_STATE, "outcome", WeftNames.OUTCOME);
    out.labelBinding(labels.outcomeEnd(await));
    to.jump(labels.resumed(await));
  }

  private void loadVariables(Await await, boolean early) {
    for (int i = 0; i < body.block().captures().size(); i++) {
      if (layout.isCaptureKept(await, i) && isEarly(await, body.block().slot(i)) == early) {
        loadCapture(i);
      }
    }
    for (StateLayout.Saved saved : layout.saving(await).locals()) {
      if (isEarly(await, saved.position()) == early) {
        load(saved);
        to.store(saved.type(), to.moved(saved.position()));
      }
    }
  }

  /** Loads a captured value into its variable. */
  void loadCapture(int number) {
    ClassDesc type = body.block().captures().get(number);
    out.aload(Emission.STATE);
    CompanionWriter.loadCapture(out, body.block(), layout, number);
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
}

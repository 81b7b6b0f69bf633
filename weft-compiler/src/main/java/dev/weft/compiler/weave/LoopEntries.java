package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The way of a block that is resumed into loops. */
final class LoopEntries {

  /*
   * Idea: a jump from the entry into a loop would give the loop two entries, and the JIT treats such
   * loops badly. So the way back to an await in loops leads through the header of each of them, from the
   * outermost inwards: the header looks at POINT, which is 0 except on that way, and goes on to the next
   * inner header or to the await. What was saved and hasn't been loaded early is loaded last, inside the
   * innermost loop.
   */

  private final BodyAnalysis body;
  private final Emission to;
  private final CodeBuilder out;
  private final StubLabels labels;
  private final Restores restores;
  private final @Nullable SharedLoads loads;

  LoopEntries(
      BodyAnalysis body,
      Emission to,
      StubLabels labels,
      Restores restores,
      @Nullable SharedLoads loads) {
    this.body = body;
    this.to = to;
    this.labels = labels;
    this.restores = restores;
    this.loads = loads;
    out = to.out();
  }

  /** At the header of a loop: goes on inwards if the block is being resumed. */
  void check(int header) {
    out.iload(Emission.POINT);
    to.jump(Opcode.IFNE, labels.dispatch(header), body.kept(header), false);
  }

  /** Goes from the entry to the first header around an await. */
  void enterFirst(Await await) {
    int header = body.loops().around(await.index()).getFirst().header();
    if (loads != null) {
      to.jump(labels.enterFirst(header));
      return;
    }
    restores.loadEarly(await);
    enter(header, slot -> restores.isEarly(await, slot));
  }

  /** The common ways from the entry, where awaits share code. */
  void writeFirst() {
    for (int header : outermost()) {
      labels.begin(labels.enterFirst(header), Frame.EMPTY);
      enter(header, _ -> false);
    }
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

  /**
   * Jumps to a header; variables and operands that it wants and that aren't there get any value.
   */
  private void enter(int header, IntPredicate hasValue) {
    Frame kept = body.kept(header);
    for (int slot = 0; slot < kept.locals().size(); slot++) {
      if (kept.local(slot).kind() != VType.Kind.TOP && !hasValue.test(slot)) {
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

  /** Writes where the header of a loop sends a block that is being resumed. */
  void writeDispatch(Loops.Loop loop) {
    Frame kept = body.kept(loop.header());
    out.labelBinding(labels.dispatch(loop.header()));
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
        targets.put(await, labels.enter(next.header()));
      }
    }
    Label following =
        own.isEmpty() ? labels.enter(inner.getFirst().header()) : restoring(own.getFirst());
    if (!Set.of(following).containsAll(targets.values())) {
      to.frame(labels.dispatch(loop.header()), kept);
      choose(targets);
    }
    own.forEach(await -> writeRestore(await, kept));
    inner.forEach(next -> writeEnter(next, kept));
  }

  private void writeRestore(Await await, Frame kept) {
    SharedLoads.Group group = loads == null ? null : loads.of(await);
    if (group == null) {
      labels.begin(labels.restore(await), kept);
      to.line(body.code().line(await.index()));
      drop(kept);
      restores.restore(await);
    } else if (group.awaits().getFirst() == await) {
      labels.begin(group.label(), kept);
      drop(kept);
      restores.restore(group);
    }
  }

  /** What both headers want in the same type is there, or has some value already. */
  private void writeEnter(Loops.Loop next, Frame kept) {
    Frame wanted = body.kept(next.header());
    labels.begin(labels.enter(next.header()), kept);
    drop(kept);
    enter(next.header(), slot -> wanted.local(slot).equals(kept.local(slot)));
  }

  /** Where an await of the innermost loop is restored. */
  private Label restoring(Await await) {
    SharedLoads.Group group = loads == null ? null : loads.of(await);
    return group == null ? labels.restore(await) : group.label();
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
}

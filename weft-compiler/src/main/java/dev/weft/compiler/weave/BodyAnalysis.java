package dev.weft.compiler.weave;

import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that has to be known of a block's body before it can be written anew. */
final class BodyAnalysis {
  private final Block block;
  private final MethodCode code;
  private final TypeFlow flow;
  private final Liveness liveness;
  private final Preemption preemption;
  private final List<Await> awaits;
  private final Loops loops;
  private final BitSet reborn = new BitSet();
  private final BitSet stored = new BitSet();
  private final Map<Integer, Frame> kept = new HashMap<>(); // computed from all of the above
  private final boolean debug;

  BodyAnalysis(Block block, HostTypes types, boolean debug) {
    this.block = block;
    this.debug = debug;
    code = new MethodCode(block.method());
    flow = new TypeFlow(code, block.parameters());
    var graph = new Graph(code);
    liveness = new Liveness(code, graph);
    preemption = Preemption.of(block, code, graph, types);
    awaits = Await.of(code, types, preemption.points());
    refuseMonitors(graph);
    loops = new Loops(graph, awaits.stream().map(Await::index).toList());
    for (Await await : awaits) {
      Frame at = flow.before(await.index());
      at.locals().forEach(this::noteUnborn);
      at.stack().forEach(this::noteUnborn);
    }
    for (int i = 0; i < code.size(); i++) {
      if (code.at(i) instanceof StoreInstruction store) {
        stored.set(store.slot());
      }
    }
  }

  private void refuseMonitors(Graph graph) {
    if (awaits.isEmpty()) {
      return;
    }
    var monitors = new Monitors(code, graph);
    for (Await await : awaits) {
      if (!await.isPreemption() && monitors.isHeld(await.index())) {
        throw new Unsupported(
            WeaveProblem.Kind.AWAIT_IN_MONITOR,
            "await inside synchronized: the monitor would stay locked while the block waits; await"
                + " before or after it, use dev.weft.sync.AsyncMutex, or write stackful(...).",
            code.line(await.index()));
      }
    }
  }

  private void noteUnborn(VType type) {
    if (type.kind() == VType.Kind.UNBORN) {
      reborn.set(type.site());
    }
  }

  Block block() {
    return block;
  }

  MethodCode code() {
    return code;
  }

  List<Await> awaits() {
    return awaits;
  }

  Preemption preemption() {
    return preemption;
  }

  Loops loops() {
    return loops;
  }

  /** The types before an instruction, as the compiler left them. */
  Frame before(int index) {
    return flow.before(index);
  }

  /** Whether what a {@code new} instruction makes is made only when its constructor is called. */
  boolean isReborn(VType type) {
    return type.kind() == VType.Kind.UNBORN && reborn.get(type.site());
  }

  /** The types before an instruction without variables that nobody reads any more. */
  Frame kept(int index) {
    return kept.computeIfAbsent(index, this::withoutDead); // asked for each variable of an await
  }

  private Frame withoutDead(int index) {
    Frame all = flow.before(index);
    var locals = new ArrayList<VType>();
    for (int slot = 0; slot < all.locals().size(); slot++) {
      VType type = all.local(slot);
      locals.add(isKept(index, slot) && !isReborn(type) ? type : VType.TOP);
    }
    return new Frame(locals, all.stack().stream().filter(type -> !isReborn(type)).toList());
  }

  boolean isKept(int index, int slot) {
    return debug || liveness.isLive(index, slot);
  }

  /** Whether a captured value's variable always holds that value. */
  boolean isConstantCapture(int slot) {
    return captureAt(slot) >= 0 && !stored.get(slot);
  }

  /** Whether a variable is ever given a value: a parameter that nobody reads isn't. */
  boolean isGivenValue(int slot) {
    return stored.get(slot) || isKept(0, slot);
  }

  /** The number of the captured value that a slot starts with, -1 if it is no such slot. */
  int captureAt(int slot) {
    for (int i = 0; i < block.captures().size(); i++) {
      if (block.slot(i) == slot) {
        return i;
      }
    }
    return -1;
  }
}

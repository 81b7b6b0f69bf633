package dev.weft.compiler.weave;

import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a block has pre-emption points: at the headers of its loops, so that each way back into a
 * loop leads past one.
 *
 * @param points the instructions before which there is a point
 * @param problem why a block that should have some has none, {@code null} if that isn't so
 */
record Preemption(BitSet points, @Nullable WeaveProblem problem) {

  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final String LOCK = "java/util/concurrent/locks/Lock";
  private static final String THREAD_LOCAL = "java/lang/ThreadLocal";

  /** Finds the points of a block. */
  static Preemption of(Block block, MethodCode code, Graph graph, HostTypes types) {
    BitSet points = block.preemptible() ? Loops.headers(graph) : new BitSet();
    if (!points.isEmpty()) {
      var monitors = new Monitors(code, graph);
      points.stream().filter(monitors::isHeld).forEach(points::clear);
    }
    if (points.isEmpty()) {
      return new Preemption(points, null);
    }
    for (int i = 0; i < code.size(); i++) {
      String what = boundToThread(code.at(i), types);
      if (what != null) {
        return new Preemption(new BitSet(), problem(block, code, i, what));
      }
    }
    return new Preemption(points, null);
  }

  private static @Nullable String boundToThread(Instruction instruction, HostTypes types) {
    if (!(instruction instanceof InvokeInstruction invoke)) {
      return null;
    }
    String owner = invoke.owner().asInternalName();
    boolean bound =
        owner.startsWith(LOCKS)
            || types.isSubtype(owner, LOCK)
            || types.isSubtype(owner, THREAD_LOCAL);
    return bound
        ? owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.')
            + "."
            + invoke.name().stringValue()
        : null;
  }

  private static WeaveProblem problem(Block block, MethodCode code, int index, String what) {
    int line = code.line(index);
    return new WeaveProblem(
        WeaveProblem.Kind.NOT_PREEMPTIBLE,
        block.name(),
        line,
        "This async block gets no pre-emption points, since "
            + what
            + (line == 0 ? "" : " in line " + line)
            + " is bound to the thread, and the block may go on on another one after a point; take"
            + " that out of the block, or switch the points off with @Preemptible(false).");
  }
}

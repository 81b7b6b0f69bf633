package dev.weft.codegen;

import java.util.Arrays;
import java.util.List;

/** Completes the trace of a failure that reaches an await from elsewhere. */
public final class LogicalFrames {

  /*
   * Idea: a compiled block polls what it awaits, so the blocks that await each other are on the stack, with
   * the lines of their awaits, whenever one of them throws: such a trace is complete. It is not where a
   * failure was made elsewhere: in another task, on another thread, in a block with a thread of its own.
   * One can tell, as the innermost line of user code at the await isn't in the trace. Then the user code of
   * the awaiting stack is added, behind a mark. What was there stays as it is and comes first.
   *
   * Once: a failure may be delivered to many awaiters; the first completes it, the others find the mark.
   * On its way out of a stackful block, though, it passes a thread whose frames nobody else can add.
   *
   * It costs some microseconds for each failed await that isn't one of a compiled block, and nothing else.
   */

  /** Stands between the physical frames and the logical ones. */
  public static final StackTraceElement MARK =
      new StackTraceElement("dev.weft.Async", "await", "logical frames", -1);

  private static final int MOST_FRAMES = 64;

  private LogicalFrames() {}

  /**
   * Adds the frames of the await on whose thread this is called.
   *
   * @param failure what the await is about to throw; left alone if its trace can't be written
   */
  public static void add(Throwable failure) {
    add(failure, false);
  }

  /**
   * As {@link #add(Throwable)}, for a failure of the block that was awaited.
   *
   * @param failure what the await is about to throw
   */
  public static void addOutsideBlock(Throwable failure) {
    add(failure, true);
  }

  /** For an await of a compiled block: those of other compiled blocks see to themselves. */
  static void add(Throwable failure, AsyncState<?> awaiting, RawFuture<?> awaited) {
    if (awaiting instanceof CompiledBody && !(awaited instanceof CompiledBody)) {
      add(failure, awaited instanceof AsyncState);
    }
  }

  private static void add(Throwable failure, boolean again) {
    if (failure instanceof VirtualMachineError) {
      return; // the stack or the heap may be at its end
    }
    try {
      StackTraceElement[] trace = failure.getStackTrace();
      boolean marked = contains(trace, MARK);
      if (trace.length == 0 || (marked && !again)) {
        return;
      }
      List<StackTraceElement> here = UserFrames.here(MOST_FRAMES);
      if (!here.isEmpty() && !contains(trace, here.getFirst())) {
        failure.setStackTrace(joined(trace, marked, here));
      }
    } catch (Throwable ofTheTrace) {
      // What failed counts, with whatever trace it has; users may override the methods for traces.
    }
  }

  private static boolean contains(StackTraceElement[] trace, StackTraceElement frame) {
    for (StackTraceElement each : trace) {
      if (each.equals(frame)) {
        return true;
      }
    }
    return false;
  }

  private static StackTraceElement[] joined(
      StackTraceElement[] trace, boolean marked, List<StackTraceElement> here) {
    int own = trace.length + (marked ? 0 : 1);
    StackTraceElement[] all = Arrays.copyOf(trace, own + here.size());
    if (!marked) {
      all[trace.length] = MARK;
    }
    for (int i = 0; i < here.size(); i++) {
      all[own + i] = here.get(i);
    }
    return all;
  }
}

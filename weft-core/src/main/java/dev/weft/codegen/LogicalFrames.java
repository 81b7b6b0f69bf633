package dev.weft.codegen;

import java.util.Arrays;
import java.util.List;

/** Completes the trace of a failure that reaches an await from elsewhere. */
public final class LogicalFrames {

  /*
   * Idea: a compiled block polls what it awaits, so the blocks that await each other are on the stack, with
   * the lines of their awaits, whenever one of them throws: such a trace is complete, and nothing is done
   * for it. It is not where a failure was made elsewhere. So those who hand such failures on add the user
   * code of the stack that they are polled on, behind a mark: the handle of a task, a block with a thread of
   * its own, a future that a user wrote. What was there stays as it is and comes first. Nothing is added
   * if the innermost line of user code is in the trace already.
   *
   * Once: a failure may be delivered to many awaiters; the first completes it, the others find the mark.
   * Where it passes a stackful block, though, it passes a thread whose frames nobody else can add; they are
   * added behind the mark as well, each line once, up to a limit.
   *
   * It costs some ten microseconds for each failure that is handed on, and nothing for all others.
   */

  /** Stands between the physical frames and the logical ones. */
  public static final StackTraceElement MARK =
      new StackTraceElement("dev.weft.Async", "await", "logical frames", -1);

  private static final int MOST_FRAMES = 64; // in one go
  private static final int MOST_ADDED = 256;

  private LogicalFrames() {}

  /**
   * Adds the user code that awaits what has failed: that on the stack of the calling thread.
   *
   * @param failure what is about to be thrown; left alone if its trace can't be written
   */
  public static void add(Throwable failure) {
    add(failure, false);
  }

  /**
   * As {@link #add(Throwable)}, where a failure enters or leaves a block with a thread of its own.
   *
   * @param failure what is about to be thrown
   */
  public static void addAgain(Throwable failure) {
    add(failure, true);
  }

  private static void add(Throwable failure, boolean again) {
    if (failure instanceof VirtualMachineError) {
      return; // the stack or the heap may be at its end
    }
    try {
      List<StackTraceElement> here = UserFrames.here(MOST_FRAMES);
      if (here.isEmpty()) {
        return;
      }
      StackTraceElement[] trace = failure.getStackTrace();
      int mark = indexOf(MARK, trace);
      boolean full = mark >= 0 && (!again || trace.length - mark > MOST_ADDED);
      if (trace.length > 0 && !full && indexOf(here.getFirst(), trace) < 0) {
        failure.setStackTrace(joined(trace, mark >= 0, here));
      }
    } catch (Throwable ofTheTrace) {
      // What failed counts, with whatever trace it has; users may override the methods for traces.
    }
  }

  private static int indexOf(StackTraceElement frame, StackTraceElement[] trace) {
    return Arrays.asList(trace).indexOf(frame);
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

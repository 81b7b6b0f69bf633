package dev.weft.internal.stackful;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The way to virtual threads in this JVM, with a scheduler of our own where that is allowed. */
public final class SystemVirtualThreads {

  /*
   * `forwards`: a continuation of ours must not run on a carrier of the JDK's scheduler. When a thread was
   * unparked while it was parking there, VirtualThread.lazySubmitRunContinuation puts it into the
   * carrier's own pool and not to its scheduler, which is ours: we would never hear of that run. So those
   * that can't run where they are polled have plain threads, as many as there are continuations under way
   * (each may be pinned and wait), which go after a second without work.
   */

  private static final long FORWARD_IDLE_SECONDS = 1;
  private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";
  private static final String THREAD = "java.lang.VirtualThread";

  private final @Nullable Constructor<?> builder;
  private final @Nullable Executor jdkScheduler;
  private final String mode;
  private final Executor forwards =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          FORWARD_IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform()
              .daemon()
              .name("stackful-forward-", 0)
              .inheritInheritableThreadLocals(false)
              .factory());

  private SystemVirtualThreads(
      @Nullable Constructor<?> builder, @Nullable Executor jdkScheduler, String mode) {
    this.builder = builder;
    this.jdkScheduler = jdkScheduler;
    this.mode = mode;
  }

  /** What this JVM allows; looked up at the first call. */
  public static SystemVirtualThreads get() {
    return Holder.FOUND;
  }

  /** Looks for the JDK's parts by name; without them blocks are handed off. */
  static SystemVirtualThreads find(String builderName, String threadName) {
    try {
      Constructor<?> builder = Class.forName(builderName).getDeclaredConstructor(Executor.class);
      builder.setAccessible(true);
      Method scheduler = Class.forName(threadName).getDeclaredMethod("defaultScheduler");
      scheduler.setAccessible(true);
      return new SystemVirtualThreads(builder, (Executor) scheduler.invoke(null), "in place");
    } catch (ReflectiveOperationException | RuntimeException missing) {
      return handOff(
          missing instanceof RuntimeException
              ? "java.lang isn't opened; add --add-opens java.base/java.lang=ALL-UNNAMED"
              : "this JDK (" + Runtime.version() + ") has no " + missing.getMessage());
    }
  }

  /** Virtual threads on the JDK's own scheduler only. */
  static SystemVirtualThreads handOff(String why) {
    return new SystemVirtualThreads(null, null, "hand-off: " + why);
  }

  /**
   * How blocks run, for people: {@code in place}, or {@code hand-off} with the reason and what to
   * do.
   */
  public String mode() {
    return mode;
  }

  /** Whether threads can have a scheduler of our own. */
  boolean isInPlace() {
    return builder != null;
  }

  /** The JDK's scheduler; only if {@link #isInPlace()}. */
  Executor jdkScheduler() {
    if (jdkScheduler == null) {
      throw new AssertionError("no access to the JDK's scheduler");
    }
    return jdkScheduler;
  }

  /** Where continuations of ours run that can't run on the thread at hand, a virtual one. */
  Executor forwards() {
    return forwards;
  }

  /** A thread whose continuations go to the given scheduler; only if {@link #isInPlace()}. */
  Thread unstarted(Executor scheduler, Runnable body) {
    if (builder == null) {
      throw new AssertionError("no access to the builder");
    }
    try {
      return ((Thread.Builder.OfVirtual) builder.newInstance(scheduler)).unstarted(body);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("The JDK's builder of virtual threads failed.", impossible);
    }
  }

  /** A thread on the JDK's scheduler. */
  public Thread unstarted(Runnable body) {
    // Created on one of our own threads, a plain builder's thread would inherit our scheduler.
    return jdkScheduler == null
        ? Thread.ofVirtual().unstarted(body)
        : unstarted(jdkScheduler, body);
  }

  private static final class Holder {
    static final SystemVirtualThreads FOUND = find(BUILDER, THREAD);
  }
}

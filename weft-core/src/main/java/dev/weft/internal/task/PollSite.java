package dev.weft.internal.task;

import dev.weft.spi.RuntimeThread;
import dev.weft.spi.Services;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A place where tasks are polled: a worker, or the thread inside {@code blockOn}. */
public abstract class PollSite implements Services {

  /*
   * How code finds the site that it runs on: a runtime's own thread carries it in a field; the thread
   * in blockOn, and a virtual thread of a stackful block, have a thread-local. Virtual threads hold a
   * Ref, as the site under them changes with each resume.
   */

  private static final ThreadLocal<Ref> LOCAL = new ThreadLocal<>();

  private @Nullable TaskCell<?> current;
  private final ArrayDeque<Runnable> actions = new ArrayDeque<>(2); // for the end of the poll
  private @Nullable TaskRegister register;
  private boolean watching;
  private @Nullable Thread carried; // read racily by whoever takes stacks

  /** The changing site under a thread that isn't the runtime's own. */
  public static final class Ref {

    private volatile @Nullable PollSite site;

    /** Sets the site under the thread, or none. */
    public void set(@Nullable PollSite site) {
      this.site = site;
    }
  }

  /** The site under the calling thread, if it is polling. */
  public static @Nullable PollSite current() {
    if (Thread.currentThread() instanceof RuntimeThread thread) {
      return thread.site() instanceof PollSite site ? site : null;
    }
    Ref ref = LOCAL.get();
    return ref == null ? null : ref.site;
  }

  /** Makes the reference the one that {@link #current} follows on this thread; null to end that. */
  public static @Nullable Ref bind(@Nullable Ref ref) {
    Ref before = LOCAL.get();
    if (ref == null) {
      LOCAL.remove();
    } else {
      LOCAL.set(ref);
    }
    return before;
  }

  /** Says which virtual thread runs here, in place of the site's own thread; null for none. */
  public void carry(@Nullable Thread thread) {
    carried = thread;
  }

  /** The virtual thread that runs user code here; a guess for other threads. */
  protected final @Nullable Thread carried() {
    return carried;
  }

  /**
   * Ends the wait of a block's thread that waits although a poll runs it: below a class initialiser
   * or a native frame, or without memory to be put aside, it keeps the site's own thread, which is
   * the one that could answer its await. That await then fails, or suspends it. Any thread.
   */
  public void wakePinned() {
    Thread inBlock = carried;
    if (inBlock != null && inBlock.getState() == Thread.State.WAITING) {
      LockSupport.unpark(inBlock);
    }
  }

  /** Says where tasks are registered that are spawned here; null where there are few of them. */
  protected final void register(@Nullable TaskRegister register) {
    this.register = register;
  }

  @Nullable TaskRegister register() {
    return register;
  }

  /** The task that is being polled here. */
  public @Nullable TaskCell<?> task() {
    return current;
  }

  /**
   * Whether somebody watches how long each poll here takes.
   *
   * @return false if {@link #watch} has to be called for a poll that wants it
   */
  protected boolean isWatched() {
    return false;
  }

  /** Has somebody watch this poll, who calls {@link TaskCell#preempt} if it takes long. */
  protected void watch(TaskCell<?> task) {}

  /** Whether the poll is watched; from this call on it is. */
  boolean watchPoll(TaskCell<?> task) {
    boolean before = watching;
    if (!before) {
      watching = true;
      watch(task);
    }
    return before;
  }

  @Nullable TaskCell<?> enter(TaskCell<?> task) {
    TaskCell<?> outer = current;
    current = task;
    watching = isWatched();
    return outer;
  }

  void atEndOfPoll(Runnable action) {
    actions.add(action);
  }

  /** Ends a poll; what goes wrong in its last actions doesn't concern the task. */
  void leave(@Nullable TaskCell<?> outer, TaskOwner owner) {
    if (!actions.isEmpty()) {
      act(owner);
    }
    current = outer;
  }

  /** Does now what was left for the end of the poll, as the thread is going to block in it. */
  public void actNow() {
    TaskCell<?> task = current;
    if (task != null && !actions.isEmpty()) {
      act(task.owner());
    }
  }

  private void act(TaskOwner owner) {
    for (Runnable action = actions.poll(); action != null; action = actions.poll()) {
      try {
        action.run();
      } catch (Throwable failure) { // of a waker that somebody wrote by hand
        owner.unobserved().report(failure);
      }
    }
  }
}

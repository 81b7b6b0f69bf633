package dev.weft.internal.task;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All tasks of a runtime that haven't ended, and their numbers. */
public final class LiveTasks {

  /*
   * Idea: each thread that polls tasks has a register of its own, to which it adds what it spawns without
   * any atomic instruction; a task takes itself out by clearing its place, on whichever thread it ends.
   * Other threads share one register under a lock. See TaskRegister.
   *
   * Closing: a spawn writes the task's place, then reads `closed`; closing writes `closed`, then looks
   * through all places. With a full fence in between on both sides, a spawn is seen by the sweep or
   * sees that it is refused.
   *
   * Waiting for the last task: who ends a task clears its place and counts it, then (after a full fence,
   * the one in the transition to COMPLETE) asks whether somebody waits; who waits says so first and then
   * looks through the places. Of two that end at the same time, at least one sees both counts.
   *
   * Numbers are given out to registers in blocks, so those of one thread are in order.
   */

  private final AtomicLong blocks = new AtomicLong();
  private final List<TaskRegister> registers = new CopyOnWriteArrayList<>();
  private final ArrayDeque<TaskRegister> unused = new ArrayDeque<>(); // under its own lock
  private final int pageSize;
  private final TaskRegister shared; // under its own lock
  private volatile boolean closed;

  /** Makes an empty, open collection. */
  public LiveTasks() {
    this(TaskRegister.PAGE);
  }

  /** For model checking with small pages. */
  LiveTasks(int pageSize) {
    this.pageSize = pageSize;
    shared = new TaskRegister(this, pageSize);
    registers.add(shared);
  }

  /** A register for one thread, until it is given back. */
  public TaskRegister lend() {
    synchronized (unused) {
      TaskRegister register = unused.poll();
      if (register == null) {
        register = TaskRegister.apart(this, pageSize);
        registers.add(register);
      }
      return register;
    }
  }

  /** Takes back a register whose thread has ended; what is in it stays alive. */
  public void giveBack(TaskRegister register) {
    synchronized (unused) {
      unused.add(register);
    }
  }

  /** The first number of a block of them. */
  long nextBlock(int size) {
    return blocks.getAndAdd(size) + 1;
  }

  private @Nullable TaskRegister own() {
    PollSite site = PollSite.current();
    TaskRegister own = site == null ? null : site.register();
    return own != null && own.tasks() == this ? own : null;
  }

  /** A number for a task; positive, and no other one's. */
  public long nextId() {
    TaskRegister own = own();
    if (own != null) {
      return own.nextId();
    }
    synchronized (shared) {
      return shared.nextId();
    }
  }

  /** Adds a task; returns false if the collection is closed. */
  public boolean add(TaskCell<?> task) {
    return add(task, own());
  }

  /** Adds a task to the calling thread's register, or to the shared one. */
  boolean add(TaskCell<?> task, @Nullable TaskRegister own) {
    if (closed) {
      return false;
    }
    if (own != null) {
      own.add(task);
    } else {
      synchronized (shared) {
        shared.add(task);
      }
    }
    VarHandle.fullFence(); // between the task's place and `closed`, see above
    if (closed) {
      task.forgetPlace();
      refuse(own);
      return false;
    }
    return true;
  }

  private void refuse(@Nullable TaskRegister own) {
    if (own != null) {
      own.refused();
    } else {
      synchronized (shared) {
        shared.refused();
      }
    }
  }

  /** Removes a task, if it was added. */
  public void remove(TaskCell<?> task) {
    remove(task, own());
  }

  /** Removes a task on a thread with a register, or without one. */
  void remove(TaskCell<?> task, @Nullable TaskRegister own) {
    if (!task.forgetPlace()) {
      return; // spawned on a closed runtime
    }
    if (own != null) {
      own.ended();
    } else {
      synchronized (shared) {
        shared.ended();
      }
    }
  }

  /** Refuses further tasks. */
  public void close() {
    closed = true;
    VarHandle.fullFence(); // between `closed` and the places that are looked through next
  }

  /** Calls back for each task that is alive. */
  public void forEach(Consumer<TaskCell<?>> action) {
    for (TaskRegister register : registers) {
      register.forEach(action);
    }
  }

  /** Tasks ever added. */
  public long addedCount() {
    long added = 0;
    for (TaskRegister register : registers) {
      added += register.addedCount();
    }
    return added;
  }

  /** Tasks that are alive. */
  public long count() {
    long ended = 0; // first, so that the difference is never negative
    for (TaskRegister register : registers) {
      ended += register.endedCount();
    }
    return addedCount() - ended;
  }

  /** Whether no task is alive; exact once the collection is closed. */
  public boolean isEmpty() {
    if (count() != 0) {
      return false; // without a look at all places, which may be many
    }
    for (TaskRegister register : registers) {
      if (!register.isEmpty()) {
        return false;
      }
    }
    return true;
  }
}

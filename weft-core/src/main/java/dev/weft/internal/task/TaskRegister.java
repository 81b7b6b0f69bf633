package dev.weft.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tasks that one thread has spawned and that haven't ended. */
public class TaskRegister {

  /*
   * Idea: pages of places for tasks. The owner fills the free places of its current page from front to
   * back, and then looks for another one: the next page that has a quarter of its places free, of two
   * that it looks at, or else a new one. So adding costs a few looks at places in the mean, however many
   * tasks live long. When a page is found, an empty one behind it is given up, so that a peak isn't paid
   * for for ever.
   *
   * Who does what: the owner adds, counts and links pages; anybody clears a place, once, for the task
   * that is in it; anybody looks through. A page that was given up has no task in it, and keeps its link,
   * so that who stands on it finds the way on.
   *
   * Ordering: a place is written with release and read with acquire, so who finds a task sees it whole.
   * The owner takes a place as free when it reads null; it need not see anything else of who cleared it.
   * The counters are opaque, see LiveTasks for what may be inferred from them.
   */

  static final int PAGE = 512;

  private static final int LOOKS = 2;
  private static final int ID_BLOCK = 256;

  /** Places for tasks. */
  static final class Page {
    private final @Nullable TaskCell<?>[] places;
    private volatile @Nullable Page next;

    private Page(int size) {
      places = new TaskCell<?>[size];
    }

    /** Frees a place. */
    void clear(int index) {
      PLACES.setRelease(places, index, null); // pairs with the acquire in at()
    }

    private @Nullable TaskCell<?> at(int index) {
      return (TaskCell<?>) PLACES.getAcquire(places, index); // pairs with put() and clear()
    }

    private void put(int index, TaskCell<?> task) {
      PLACES.setRelease(places, index, task); // pairs with the acquire in at()
    }

    /** Reads a place. */
    int touch(int index) {
      return places[index] == null ? 0 : 1;
    }

    private int free() {
      int free = 0;
      for (int i = 0; i < places.length; i++) {
        if (at(i) == null) {
          free++;
        }
      }
      return free;
    }

    private boolean isEmpty() {
      for (int i = 0; i < places.length; i++) {
        if (at(i) != null) {
          return false;
        }
      }
      return true;
    }
  }

  private final LiveTasks tasks;
  private final int size;
  private final Page first;

  // The owner's.
  private Page current;
  private int cursor;
  private Page looked;
  private Page last;
  private long nextId;
  private int idsLeft;

  // Written by the owner, through VarHandles.
  private long added;
  private long ended;

  /** An empty one; {@code size} is how many places a page has. */
  TaskRegister(LiveTasks tasks, int size) {
    this.tasks = tasks;
    this.size = size;
    first = new Page(size);
    current = first;
    looked = first;
    last = first;
  }

  /** One for a thread, apart in memory from what other threads write. */
  static TaskRegister apart(LiveTasks tasks, int size) {
    return new Apart(tasks, size);
  }

  /** With two cache lines between it and what is made after it. */
  private static final class Apart extends TaskRegister {
    @SuppressWarnings("UnusedVariable")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

    Apart(LiveTasks tasks, int size) {
      super(tasks, size);
    }
  }

  LiveTasks tasks() {
    return tasks;
  }

  // ---- the owner's

  long nextId() {
    if (idsLeft == 0) {
      idsLeft = ID_BLOCK;
      nextId = tasks.nextBlock(ID_BLOCK);
    }
    idsLeft--;
    return nextId++;
  }

  void add(TaskCell<?> task) {
    Page page = current;
    int index = cursor;
    while (true) {
      if (index == size) {
        page = otherPage();
        current = page;
        index = 0;
      }
      if (page.at(index) == null) {
        break;
      }
      index++;
    }
    cursor = index + 1;
    task.place(page, index);
    page.put(index, task);
    ADDED.setOpaque(this, added + 1); // pairs with nothing: a count
  }

  private Page otherPage() {
    for (int i = 0; i < LOOKS; i++) {
      Page next = looked.next;
      looked = next == null ? first : next;
      if (looked != current && looked.free() >= (size + 3) / 4) {
        giveUpBehind(looked);
        return looked;
      }
    }
    var page = new Page(size);
    last.next = page;
    last = page;
    return page;
  }

  /** With one page that is free enough, the next one isn't needed if it is empty. */
  private void giveUpBehind(Page page) {
    Page next = page.next;
    if (next != null && next != current && next.isEmpty()) {
      page.next = next.next;
      if (next == last) {
        last = page;
      }
    }
  }

  /** The last task that was added wasn't. */
  void refused() {
    ADDED.setOpaque(this, added - 1); // pairs with nothing: a count
  }

  /** A task has ended on the owner's thread. */
  void ended() {
    ENDED.setOpaque(this, ended + 1); // pairs with nothing: a count
  }

  // ---- any thread's

  long addedCount() {
    return (long) ADDED.getOpaque(this);
  }

  long endedCount() {
    return (long) ENDED.getOpaque(this);
  }

  void forEach(Consumer<TaskCell<?>> action) {
    for (Page page = first; page != null; page = page.next) {
      for (int i = 0; i < size; i++) {
        TaskCell<?> task = page.at(i);
        if (task != null) {
          action.accept(task);
        }
      }
    }
  }

  boolean isEmpty() {
    for (Page page = first; page != null; page = page.next) {
      if (!page.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Pages in use, for tests of what a peak leaves behind. */
  int pages() {
    int pages = 0;
    for (Page page = first; page != null; page = page.next) {
      pages++;
    }
    return pages;
  }

  private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(TaskCell[].class);
  private static final VarHandle ADDED;
  private static final VarHandle ENDED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ADDED = lookup.findVarHandle(TaskRegister.class, "added", long.class);
      ENDED = lookup.findVarHandle(TaskRegister.class, "ended", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.internal.cleanup.Unwanted;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The futures and streams that run at the same time for one operator. */
final class Crew {

  /*
   * Idea: each member has a waker of its own that puts it in a queue, so that a wake-up costs one poll
   * however many members there are. A member that has answered is out of the queue until the operator
   * puts it back.
   *
   * One poll of the crew polls each member at most once per call, and none without budget, so that a
   * member which wakes itself can't hold the worker. What is left has woken the operator's task already.
   *
   * The turn: when user code below a member goes on on a virtual thread, that member, `holder`, is the
   * only one that may be polled until the task is woken at the end of the turn.
   *
   * Ownership: `woken`, `parent` and Member.queued are shared; `older` of a member belongs to who has
   * set its `queued`, until the push, then to the owner of the operator. All else is the owner's.
   *
   * Wakers push their members on the stack `woken` by compare-and-set; the owner takes the whole stack and
   * appends it, oldest first, to `ready`, which it fills itself where it knows that a member can go on.
   * A member that is in `ready` by the owner's hand may be woken into it once more: it is there only once.
   *
   * Ordering: all volatile. Both sides of `queued` are read-modify-writes, so that what was done before a
   * wake is visible to the poll after it, also if that wake found the member queued. The owner sets `parent`
   * before it looks at the stack; a waker pushes before it reads `parent`: either the owner finds the
   * member, or the waker wakes the latest parent.
   */

  private final ArrayDeque<Member> ready = new ArrayDeque<>();
  private volatile @Nullable Member woken;
  private volatile Waker parent = Waker.noop();

  private final Set<Member> members = new LinkedHashSet<>();
  private @Nullable Member holder;
  private @Nullable PollContext task;
  private int asking =
      1; // the round of requests to give up; an answer ends it, as it may end the read
  private @Nullable Throwable trouble;

  void add(Member member) {
    members.add(member);
    member.present = true;
    queue(member);
  }

  void remove(Member member) {
    members.remove(member);
    member.present = false;
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /** Has a member polled by the next poll. For the owner, which polls anyway. */
  void queue(Member member) {
    if (!member.ready) {
      member.ready = true;
      ready.add(member);
    }
  }

  /** Calls a waker below a member without waking the task, which polls anyway. For the owner. */
  void wakeQuietly(Waker waker) {
    watch(Waker.noop());
    waker.wake();
  }

  private void wake(Member member) {
    if ((int) QUEUED.getAndSet(member, 1) != 0) {
      return;
    }
    Member before;
    do {
      before = woken;
      member.older = before;
    } while (!WOKEN.compareAndSet(this, before, member));
    parent.wake();
  }

  /** Sets whom to wake, and takes in who was woken; returns how many are ready. */
  private int watch(Waker waker) {
    if (parent != waker) {
      parent = waker;
    }
    if (woken != null) {
      collect();
    }
    return ready.size();
  }

  private void collect() {
    Member newest = (Member) WOKEN.getAndSet(this, null);
    Member oldest = null;
    while (newest != null) {
      Member older = newest.older;
      newest.older = oldest;
      oldest = newest;
      newest = older;
    }
    while (oldest != null) {
      Member newer = oldest.older;
      oldest.older = null;
      QUEUED.getAndSet(oldest, 0);
      queue(oldest);
      oldest = newer;
    }
  }

  private @Nullable Member take() {
    Member member = ready.poll();
    if (member != null) {
      member.ready = false;
    }
    return member;
  }

  private boolean turnHeld() {
    return task != null && task.turnHeld();
  }

  /** Polls members until one answers or fails; null if none does. */
  @Nullable Member poll(Context cx) {
    task = PollContext.of(cx);
    int batch = watch(cx.waker());
    if (turnHeld()) {
      return holder == null || !answers(holder, cx) ? null : holder;
    }
    holder = null;
    for (; batch > 0; batch--) {
      if (task != null && !task.hasBudget()) {
        task.yield(cx.waker());
        return null;
      }
      Member member = take();
      if (member == null) {
        return null;
      }
      if (member.present) {
        if (answers(member, cx)) {
          return member;
        }
        if (turnHeld()) {
          holder = member;
          return null;
        }
      }
    }
    return null;
  }

  private boolean answers(Member member, Context cx) {
    member.failure = null;
    try {
      member.answer = member.poll(member.under(cx));
    } catch (Throwable failure) {
      member.answer = null;
      member.failure = failure;
    }
    member.pending = member.answer == RawFuture.PENDING;
    if (!member.pending) {
      asking++;
    }
    return !member.pending;
  }

  /** As cancelNext: streams among the members are left, futures stay as they are. */
  boolean leave() {
    boolean left = true;
    for (Member member : members) {
      if (member.pending && member instanceof Inlet) {
        member.pending = !member.leave();
        left &= !member.pending;
        if (!member.pending) {
          member.asked = 0;
          queue(member); // to be begun anew
        } else if (member.asked != asking) {
          member.asked = asking;
          wake(member); // nobody else wakes what was only asked, and this poll may be over
        } // else it wakes itself, which a place in the queue would keep it from
      }
    }
    left &= holder == null || !turnHeld();
    if (left) {
      watch(Waker.noop());
    }
    return left;
  }

  /** Asks all members to stop. */
  void stop() {
    for (Member member : List.copyOf(members)) {
      boolean released;
      try {
        released = member.stop();
      } catch (Throwable failure) {
        released = true;
        trouble = Trouble.add(trouble, failure);
      }
      if (released) {
        remove(member);
      } else {
        queue(member);
      }
    }
  }

  /** Polls members that were asked to stop; whether all have ended. */
  boolean stopped(Context cx) {
    while (!members.isEmpty()) {
      Member member = poll(cx);
      if (member == null) {
        return members.isEmpty();
      }
      remove(member);
      if (member.failure != null) {
        trouble = Trouble.ofCancelled(trouble, member.failure);
      } else {
        discard(member.result());
      }
    }
    return true;
  }

  /** Closes a result that nobody takes, if it can be closed; {@link #stopped} waits for it. */
  void discard(@Nullable Object item) {
    try {
      RawFuture<?> close = Unwanted.close(item);
      if (close != null) {
        add(new Closing(this, close));
      }
    } catch (Throwable failure) {
      trouble = Trouble.add(trouble, failure);
    }
  }

  void addTrouble(Throwable failure) {
    trouble = Trouble.add(trouble, failure);
  }

  @Nullable Throwable takeTrouble() {
    Throwable now = trouble;
    trouble = null;
    return now;
  }

  /** One of those that run; it is the waker of what it polls. */
  abstract static class Member implements Waker {

    private final Crew crew;

    @SuppressWarnings("UnusedVariable") // only through QUEUED
    private volatile int queued; // 1 from the wake that pushes it until the owner takes it in

    private @Nullable Member older; // in the stack
    private boolean present;
    private boolean ready;
    private boolean pending;
    private int asked; // in which round it was asked to give up, 0 for none
    private @Nullable Context outer; // that of the latest poll
    private @Nullable Context inner; // the same with this waker
    @Nullable Object answer;
    @Nullable Throwable failure;

    Member(Crew crew) {
      this.crew = crew;
    }

    /** The context with this waker; the same as long as the task's is. */
    private Context under(Context cx) {
      Context same = inner;
      if (same == null || outer != cx) {
        same = cx.withWaker(this);
        outer = cx;
        inner = same;
      }
      return same;
    }

    /** Whether its latest poll was pending, and it wasn't left since. */
    final boolean waits() {
      return pending;
    }

    /** What there is to close of its answer, if nobody takes that. */
    @Nullable Object result() {
      return answer;
    }

    /** The item that it has answered with, null if there is none. */
    final @Nullable Object item() {
      return answer == RawFuture.PENDING ? null : answer;
    }

    final Object takeItem() {
      Object item = Objects.requireNonNull(item());
      answer = null;
      return item;
    }

    abstract @Nullable Object poll(Context cx) throws Exception;

    /** Leaves a pending poll so that it can be begun anew; false if it stays as it is. */
    abstract boolean leave();

    /** Asks it to end; true if it has. */
    abstract boolean stop();

    @Override
    public final void wake() {
      crew.wake(this);
    }
  }

  /** A future. */
  static class Running extends Member {

    private final RawFuture<?> future;

    Running(Crew crew, Future<?> future) {
      super(crew);
      this.future = RawFuture.own(future);
    }

    @Override
    @Nullable Object poll(Context cx) throws Exception {
      return future.pollRaw(cx);
    }

    @Override
    boolean leave() {
      return false;
    }

    @Override
    boolean stop() {
      return future.cancel();
    }
  }

  /** The close of an item, which goes on whatever is stopped. */
  private static final class Closing extends Running {

    Closing(Crew crew, RawFuture<?> close) {
      super(crew, close);
    }

    @Override
    boolean stop() {
      return false;
    }
  }

  /** A stream, which is the operator's own to close or one of its sources. */
  static final class Inlet extends Member {

    private final AsyncStream<?> stream;
    private final boolean own;
    private @Nullable Quit quit;

    Inlet(Crew crew, AsyncStream<?> stream, boolean own) {
      super(crew);
      this.stream = stream;
      this.own = own;
    }

    @Override
    @Nullable Object poll(Context cx) throws Exception {
      return quit == null ? stream.pollNext(cx) : quit.poll(cx);
    }

    @Override
    boolean leave() {
      return quit == null && stream.cancelNext();
    }

    @Override
    boolean stop() {
      if (quit == null && own) {
        quit = new Quit(stream);
      } else if (quit == null && waits() && !stream.cancelNext()) {
        quit = Quit.leaving(stream);
      }
      return quit == null;
    }
  }

  private static final VarHandle WOKEN;
  private static final VarHandle QUEUED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WOKEN = lookup.findVarHandle(Crew.class, "woken", Member.class);
      QUEUED = lookup.findVarHandle(Member.class, "queued", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

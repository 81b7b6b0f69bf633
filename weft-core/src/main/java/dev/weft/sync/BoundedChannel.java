package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A channel with room for so many messages. */
final class BoundedChannel<T> extends Channel<T> {

  /*
   * Idea: a ring. A sender claims the next position by one compare-and-set and then writes its message
   * there; the consumer reads position after position. Room is what lies between the two, less what is
   * reserved; nobody gives it back, it is there as soon as the consumer has gone on.
   *
   * State, one long that only compare-and-set changes:
   *   tail      32 bits, the position after the last claimed one
   *   reserved  29 bits, room that holders of permits and waiters that were served have
   *   WAITING   the consumer waits: it found the channel empty. Who clears the flag wakes it, unless
   *             it has given up since.
   *   QUEUED    senders wait in line. Then nobody claims or reserves but for those who wait.
   *   CLOSED    nobody reserves or claims any more, but holders of what is reserved. Never with QUEUED.
   *
   * Room: tail - head + reserved < capacity. The consumer's head only grows, so that an older one is on
   * the safe side; `seenHead` is what some sender saw last, and spares the others a look at memory that the
   * consumer writes all the time. Two senders can't take the same room, as each changes the state.
   *
   * Who sleeps is woken, the consumer: it sets WAITING by compare-and-set while nothing is claimed; a
   * later claim sees the flag, clears it, and wakes the consumer after it has written. Where something is
   * claimed and not yet written, the consumer doesn't wait: it looks again, soon by a poll. So a sender
   * needs no second fence between its message and its look at who waits. The price: a sender whose thread
   * loses its processor between claim and write, a few instructions, holds up those behind it for as long.
   *
   * Senders: one that finds no room sets QUEUED and then reads the head; the consumer moves the head and
   * then, with a fence in between, reads QUEUED: one of them sees the other. Waiters are served inside
   * this object's monitor, in the order of their first polls, by whoever makes room.
   *
   * The end has come when the channel is closed, nothing is reserved, and all that was claimed is read.
   */

  /** So much room makes it worth while to keep consumer and senders apart. */
  private static final int ROOMY = 64;

  private static final int SPINS = 64;

  private static final long CLOSED = 1;
  private static final long QUEUED = 2;
  private static final long WAITING = 4;
  private static final int RESERVED_SHIFT = 3;
  private static final long RESERVED = 1L << RESERVED_SHIFT;
  private static final int MAX_RESERVED = (1 << 29) - 1;
  private static final long CLAIMED = 1L << 32;

  final int capacity;
  private final Ring ring;
  private final Outlet outlet;

  @SuppressWarnings("UnusedVariable") // through STATE
  private volatile long state;

  @SuppressWarnings("UnusedVariable") // through SEEN_HEAD
  private int seenHead;

  @SuppressWarnings("UnusedVariable") // through RECEIVER
  private @Nullable Waker receiver;

  private @Nullable WaitQueue line; // guarded by the monitor; made when somebody waits

  /** A channel whose parts fit its capacity. */
  BoundedChannel(int capacity) {
    this.capacity = capacity;
    this.ring = Ring.of(capacity);
    this.outlet = capacity < ROOMY ? new Outlet(this, 1) : Outlet.roomy(this);
  }

  /**
   * One with other parts, for tests.
   *
   * @param batch after how many messages the consumer looks for waiting senders
   * @param first the position of the first message
   */
  BoundedChannel(int capacity, Ring ring, int batch, int first) {
    this.capacity = capacity;
    this.ring = ring;
    this.outlet = new Outlet(this, batch);
    outlet.advance(first, null);
    seenHead = first;
    state = (long) first << 32;
  }

  // ---- senders

  /** Sends if there is room, nobody waits for some, and the channel isn't closed. */
  boolean tryPut(T message) {
    long now = state;
    while (true) {
      if ((now & (QUEUED | CLOSED)) != 0 || !hasRoom(now)) {
        return false;
      }
      @Nullable Object[] chunk = ring.prepare(tail(now));
      long seen = (long) STATE.compareAndExchange(this, now, (now + CLAIMED) & ~WAITING);
      if (seen == now) {
        write(now, chunk, message);
        return true;
      }
      Permits.backOff();
      now = seen;
    }
  }

  /** Sends with room that is reserved for the caller, which is given up. */
  void putReserved(T message) {
    long now = state;
    while (true) {
      @Nullable Object[] chunk = prepareReserved(tail(now));
      long seen = (long) STATE.compareAndExchange(this, now, (now + CLAIMED - RESERVED) & ~WAITING);
      if (seen == now) {
        write(now, chunk, message);
        return;
      }
      now = seen;
    }
  }

  private @Nullable Object[] prepareReserved(int position) {
    try {
      return ring.prepare(position);
    } catch (Throwable lacking) {
      giveBack(); // nobody else would
      throw lacking;
    }
  }

  private void write(long claimedAt, @Nullable Object[] chunk, T message) {
    ring.put(chunk, tail(claimedAt), message);
    if ((claimedAt & WAITING) != 0) {
      wakeReceiver();
    }
  }

  /** Reserves room for one message if there is some and nobody waits for it. */
  boolean tryReserve() {
    long now = state;
    while ((now & (QUEUED | CLOSED)) == 0 && hasRoom(now)) {
      long seen = (long) STATE.compareAndExchange(this, now, now + RESERVED);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /** Makes the permit for room that is reserved for the caller. */
  Mpsc.Permit<T> permit() {
    try {
      return new SendPermit<>(this);
    } catch (OutOfMemoryError lacking) {
      giveBack(); // nobody else would
      throw lacking;
    }
  }

  /** Gives up room that is reserved for the caller. */
  void giveBack() {
    long before = (long) STATE.getAndAdd(this, -RESERVED);
    if ((before & QUEUED) != 0) {
      serve();
    } else if ((before & CLOSED) != 0 && reserved(before) == 1) {
      wakeAtEnd();
    }
  }

  private boolean hasRoom(long now) {
    if (hasRoom(now, (int) SEEN_HEAD.getAcquire(this))) { // pairs with the release below
      return true;
    }
    int head = outlet.head();
    SEEN_HEAD.setRelease(this, head); // pairs with the acquire above
    return hasRoom(now, head);
  }

  private boolean hasRoom(long now, int head) {
    return reserved(now) < MAX_RESERVED && room(now, head) > 0;
  }

  private long room(long now, int head) {
    return capacity - (long) (tail(now) - head) - reserved(now);
  }

  /** How much room is free; a snapshot. */
  int available() {
    int head = outlet.head(); // first: it only grows, so that the room isn't too much
    return (int) Math.max(0, room(state, head));
  }

  // ---- senders that wait

  /** The owner's poll of a place; returns GRANTED, REFUSED or QUEUED. */
  int pollPlace(Place<T, ?> place, Waker waker) {
    int status = place.status;
    if (status == Place.NEW) {
      return tryReserve() ? Place.GRANTED : enqueue(place, waker);
    }
    if (status == Place.QUEUED) {
      synchronized (this) {
        status = place.status;
        if (status == Place.QUEUED) {
          place.waker = waker;
        }
      }
    }
    return status;
  }

  private int enqueue(Place<T, ?> place, Waker waker) {
    var served = new WaitQueue();
    synchronized (this) {
      WaitQueue waiting = line;
      if (waiting == null) { // before QUEUED is set: for this, too, memory may be lacking
        waiting = new WaitQueue();
        line = waiting;
      }
      long now = state;
      while ((now & QUEUED) == 0) {
        if ((now & CLOSED) != 0) {
          return Place.REFUSED;
        }
        long seen = (long) STATE.compareAndExchange(this, now, now | QUEUED);
        if (seen == now) {
          break;
        }
        now = seen;
      }
      place.waker = waker;
      place.status = Place.QUEUED;
      waiting.addLast(place);
      serve(waiting, served); // there may be room since, also for this one
      if (place.status == Place.GRANTED) {
        place.waker = null; // its owner is here
      }
    }
    served.wakeAll();
    return place.status;
  }

  /** The consumer has gone on, or will find nothing: there may be room for those who wait. */
  void roomCame() {
    // The store of the head before the look at the state; pairs with the compare-and-set of
    // enqueue.
    VarHandle.fullFence();
    if ((state & QUEUED) != 0) {
      serve();
    }
  }

  private void serve() {
    var served = new WaitQueue();
    synchronized (this) {
      if (line != null) {
        serve(line, served);
      }
    }
    served.wakeAll();
  }

  /** In the monitor: reserves room for those who wait, as far as there is some. */
  private void serve(WaitQueue waiting, WaitQueue served) {
    while (waiting.first() instanceof Place<?, ?> first && reserveForWaiter()) {
      waiting.remove(first);
      served.addLast(first);
      first.status = Place.GRANTED;
    }
    if (waiting.isEmpty()) {
      STATE.getAndBitwiseAnd(this, ~QUEUED);
    }
  }

  private boolean reserveForWaiter() {
    long now = state;
    while (hasRoom(now)) {
      long seen = (long) STATE.compareAndExchange(this, now, now + RESERVED);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /** The owner gives up: what the place has goes to the next. */
  void cancelPlace(Place<T, ?> place) {
    if (place.status == Place.QUEUED) {
      synchronized (this) {
        if (place.status == Place.QUEUED && line != null) {
          line.remove(place);
          place.waker = null;
          place.status = Place.NEW;
          if (line.isEmpty()) {
            STATE.getAndBitwiseAnd(this, ~QUEUED);
          }
        }
      }
    }
    if (place.status == Place.GRANTED) {
      place.status = Place.NEW;
      giveBack();
    }
  }

  // ---- the consumer

  @Override
  Object tryTake() {
    int spins = 0;
    while (true) {
      Object message = take(null);
      if (message != null) {
        return message;
      }
      long now = state;
      if (tail(now) == outlet.head()) {
        return isEnd(now) ? SegmentQueue.CLOSED : SegmentQueue.EMPTY;
      }
      pause(++spins);
    }
  }

  /** Waits for a claimed message to be written, a few instructions of a running thread. */
  @SuppressWarnings(
      "ThreadPriorityCheck") // the hint is all that can be done for a thread in between
  private static void pause(int spins) {
    if (spins % SPINS == 0) {
      Thread.yield(); // or of one that lost its processor
    } else {
      Thread.onSpinWait();
    }
  }

  @Override
  @Nullable Object pollRecv(Context cx) {
    Object message = take(cx);
    return message == null ? await(cx) : message;
  }

  @Override
  @Nullable Object tryRecv(Context cx) {
    Object message = take(cx);
    return message != null || isEnd(state) ? message : LeafFuture.PENDING;
  }

  private @Nullable Object await(Context cx) {
    Waker waker = cx.waker();
    RECEIVER.setRelease(this, waker); // pairs with the acquire in wakeReceiver
    long now = state;
    while (true) {
      if (tail(now) != outlet.head()) {
        return takeClaimed(cx, waker);
      }
      if (isEnd(now)) {
        forgetReceiver();
        return null;
      }
      // Also if the flag is set: it publishes the waker.
      long seen = (long) STATE.compareAndExchange(this, now, now | WAITING);
      if (seen == now) {
        if ((now & QUEUED) != 0) {
          serve();
        }
        return LeafFuture.PENDING;
      }
      now = seen;
    }
  }

  /** A message that is claimed and maybe written; if not, the poll comes again. */
  private @Nullable Object takeClaimed(Context cx, Waker waker) {
    for (int i = 0; i < SPINS; i++) {
      Object message = take(cx);
      if (message != null) {
        forgetReceiver();
        return message;
      }
      Thread.onSpinWait();
    }
    waker.wake();
    return LeafFuture.PENDING;
  }

  private void forgetReceiver() {
    RECEIVER.setOpaque(this, null); // pairs with nothing: a waker too many does no harm
  }

  @Override
  @Nullable Object take(@Nullable Context cx) {
    int head = outlet.head();
    Object message = ring.take(head);
    if (message != null) {
      outlet.advance(head + 1, cx == null ? null : PollContext.of(cx));
    }
    return message;
  }

  @Override
  void cancelRecv() {
    forgetReceiver(); // WAITING stays: who clears it finds nobody to wake
  }

  private void wakeReceiver() {
    // Pairs with the release in await. The caller has cleared WAITING, so it is the waker that was
    // registered then, or a later one, or none if the consumer has the message already.
    Waker waiting = (Waker) RECEIVER.getAcquire(this);
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  int size() {
    int head = outlet.head(); // first: a later one may have passed the tail that was read
    return Math.min(tail(state) - head, capacity);
  }

  // ---- the end

  @Override
  void refuse() {
    var failed = new WaitQueue();
    synchronized (this) {
      long now = state;
      while (true) {
        long seen = (long) STATE.compareAndExchange(this, now, (now | CLOSED) & ~QUEUED);
        if (seen == now) {
          break;
        }
        now = seen;
      }
      if (line != null) {
        failed.takeAll(line);
      }
      for (WaitNode<?> node = failed.first(); node != null; node = node.next) {
        ((Place<?, ?>) node).status = Place.REFUSED;
      }
    }
    failed.wakeAll();
    wakeAtEnd();
  }

  /** Wakes the consumer, if it waits, to see that there may be an end. */
  private void wakeAtEnd() {
    if (((long) STATE.getAndBitwiseAnd(this, ~WAITING) & WAITING) != 0) {
      wakeReceiver();
    }
  }

  @Override
  boolean isRefusing() {
    return (state & CLOSED) != 0;
  }

  @Override
  boolean isFinished() {
    return isEnd(state);
  }

  private static boolean isEnd(long now) {
    return (now & CLOSED) != 0 && reserved(now) == 0;
  }

  private static int tail(long state) {
    return (int) (state >>> 32);
  }

  private static int reserved(long state) {
    return (int) state >>> RESERVED_SHIFT;
  }

  private static final VarHandle STATE;
  private static final VarHandle SEEN_HEAD;
  private static final VarHandle RECEIVER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(BoundedChannel.class, "state", long.class);
      SEEN_HEAD = lookup.findVarHandle(BoundedChannel.class, "seenHead", int.class);
      RECEIVER = lookup.findVarHandle(BoundedChannel.class, "receiver", Waker.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

package dev.weft.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The last messages of a broadcast, and who sends and receives. */
final class BroadcastRing<T> {

  /*
   * Idea: each message has a number, and its place in the ring is that number modulo the capacity. The ring
   * holds entries, immutable pairs of number and message. A receiver knows the number that it wants: the
   * entry at its place has it, or an older one (not sent yet), or a later one (missed). So receivers need
   * no lock and don't disturb each other or the senders, however many there are.
   *
   * Ownership: senders take turns in the monitor; a turn is a few writes. `receivers` and `senders` change
   * there, too, so that each message is for those who had subscribed before it, and no message comes after
   * the end. A receiver's place is its own.
   *
   * Ordering: the entry is written before `tail`, with release, and the announcement comes last, see
   * Until. A receiver reads `tail`, which is volatile, before the entry, with acquire. A receiver that finds a later entry counts from that entry's number as well as from `tail`,
   * which may still be one behind. So the count is exact: all messages below are overwritten, or were
   * about to be when the receiver went past them on purpose, and it never gets those.
   */

  /** A message, as all receivers get it, and its number. */
  record Entry<T>(long number, Broadcast.Message<T> message) {}

  final int capacity;
  final Notify arrivals = new Notify();
  final Notify departures = new Notify();

  private final @Nullable Entry<T>[] ring;
  private volatile long tail; // the number of the next message
  private volatile int receivers = 1;
  private volatile int senders = 1;

  @SuppressWarnings({"unchecked", "rawtypes"}) // no generic arrays
  BroadcastRing(int capacity) {
    this.capacity = capacity;
    this.ring = new Entry[capacity];
  }

  int send(T message) {
    int reached;
    synchronized (this) {
      if (senders == 0) {
        throw BroadcastSender.ended(); // closed meanwhile, and receivers may have seen the end
      }
      reached = receivers;
      if (reached == 0) {
        return 0;
      }
      long number = tail;
      ENTRY.setRelease(ring, place(number), new Entry<>(number, new Broadcast.Message<>(message)));
      tail = number + 1;
    }
    arrivals.notifyWaiters();
    return reached;
  }

  @SuppressWarnings("unchecked") // only such entries are put there
  @Nullable Entry<T> entry(long number) {
    return (Entry<T>) ENTRY.getAcquire(ring, place(number));
  }

  private int place(long number) {
    return (int) (number % capacity);
  }

  long tail() {
    return tail;
  }

  boolean isEnded() {
    return senders == 0;
  }

  int receivers() {
    return receivers;
  }

  synchronized void addSender() {
    if (senders == 0) {
      throw BroadcastSender.ended();
    }
    senders++;
  }

  void removeSender() {
    synchronized (this) {
      senders--;
    }
    if (senders == 0) {
      arrivals.notifyWaiters();
    }
  }

  /** Adds a receiver; returns its place. */
  synchronized long addReceiver() {
    receivers++;
    return tail;
  }

  void removeReceiver() {
    synchronized (this) {
      receivers--;
    }
    if (receivers == 0) {
      departures.notifyWaiters();
    }
  }

  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Entry[].class);
}

package dev.weft.internal.reactor;

import dev.weft.Waker;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.Driver;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker's driver on a selector of the JDK. */
final class NioDriver implements Driver {

  /*
   * Idea: turn() is one selection. Events are handled by Registration inside of it; the wakers that it
   * comes upon are collected and called after it, when none of the selector's locks is held any more.
   *
   * The selector is opened when the first socket is attached: it takes some milliseconds, which a runtime
   * without sockets shouldn't pay. Until then a turn that waits parks its thread. It writes `sleeper` and
   * WAITING, then reads `selector`; opened() writes `selector`, then reads `phase`. So either the turn waits
   * in the selector or it is told to look again.
   *
   * State: `phase` says whether a thread waits, so that nobody pays the system call that ends a wait
   * unless there is one, and so that a wakeup() that comes before the wait isn't lost.
   *
   *   IDLE ──turn begins to wait──> WAITING ──turn ends──> IDLE
   *   WAITING ──wakeup(), changed(), close: end the wait──> NOTIFIED ──turn ends──> IDLE
   *   IDLE ──wakeup()──> NOTIFIED ──a turn that was to wait looks and goes on──> IDLE
   *
   * A turn that doesn't wait leaves NOTIFIED as it is. A wait may end once for nothing: when it ended
   * by itself at the moment at which somebody set NOTIFIED, the selector is told after that.
   *
   * changed() is for a thread that has changed an interest, which the JDK only queues until the next
   * selection. It queues the change, then reads `phase`; a turn writes WAITING, then the selection takes
   * the queue. So it either sees WAITING, or the selection sees its change. The same holds for the
   * queue of those who want to hear of a release: a turn that finds one there doesn't wait.
   *
   * Ownership: `woken` belongs to the holder of the turn, whose token orders one holder
   * after another. Everything else may be used by any thread.
   *
   * The close: `closed` is set before the sockets are gone through; register() and keep() look at it
   * after they have added one. So none is missed by both.
   */

  private static final int IDLE = 0;
  private static final int WAITING = 1;
  private static final int NOTIFIED = 2;

  private static final long NANOS_PER_MILLI = 1_000_000;

  // A class of its own: a runtime starts without lambdas, the first of which costs milliseconds.
  private final Consumer<SelectionKey> onEvent =
      new Consumer<>() {
        @Override
        public void accept(SelectionKey key) {
          onEvent(key);
        }
      };
  private final Queue<Registration> releases = new ConcurrentLinkedQueue<>();
  private final Set<Registration> kept = ConcurrentHashMap.newKeySet();
  private final WokenWakers woken = new WokenWakers();
  private volatile @Nullable Selector selector;
  private volatile @Nullable Thread sleeper; // in a wait before there is a selector
  private volatile int phase;
  private volatile boolean closed;

  @Override
  public int turn(long timeoutNanos) throws IOException {
    if (closed) {
      throw SocketErrors.runtimeClosed();
    }
    try {
      int events = timeoutNanos > 0 && beginWait() ? await(timeoutNanos) : poll();
      tellReleased();
      return events;
    } catch (ClosedSelectorException gone) {
      throw SocketErrors.runtimeClosed();
    } finally {
      woken.wakeAll();
    }
  }

  private boolean beginWait() {
    sleeper = selector == null ? Thread.currentThread() : null;
    if (PHASE.compareAndSet(this, IDLE, WAITING) && releases.isEmpty()) {
      return true;
    }
    phase = IDLE;
    return false;
  }

  private int poll() throws IOException {
    Selector open = selector;
    return open == null ? 0 : open.selectNow(onEvent);
  }

  private int await(long timeoutNanos) throws IOException {
    try {
      Selector open = selector;
      if (open == null) {
        park(timeoutNanos);
        return 0;
      }
      if (timeoutNanos == Long.MAX_VALUE) {
        return open.select(onEvent);
      }
      // Rounded up: a wait that is too short would be followed by many that are shorter still.
      return open.select(onEvent, Math.ceilDiv(timeoutNanos, NANOS_PER_MILLI));
    } finally {
      PHASE.getAndSet(
          this, IDLE); // Reads, too: what was done before a wakeup() is visible from here.
    }
  }

  private void park(long timeoutNanos) {
    if (timeoutNanos == Long.MAX_VALUE) {
      while (phase == WAITING) {
        LockSupport.park(this);
      }
    } else if (phase == WAITING) {
      LockSupport.parkNanos(this, timeoutNanos);
    }
  }

  @Override
  public void wakeup() {
    if ((int) PHASE.getAndSet(this, NOTIFIED) == WAITING) {
      endWait();
    }
  }

  private void endWait() {
    LockSupport.unpark(sleeper);
    Selector open = selector;
    if (open != null) {
      open.wakeup();
    }
  }

  /** Lets a turn that waits see what was changed just now. */
  void changed() {
    if (phase == WAITING && PHASE.compareAndSet(this, WAITING, NOTIFIED)) {
      endWait();
    }
  }

  /** Closes a socket together with this driver, although it doesn't wait for its events. */
  void keep(Registration registration) {
    kept.add(registration);
    if (closed) {
      registration.runtimeClosed();
    }
  }

  /** Undoes {@link #keep}. */
  void letGo(Registration registration) {
    kept.remove(registration);
  }

  /** Whether a turn is about to wait or waits. */
  boolean isWaiting() {
    return phase == WAITING;
  }

  /**
   * Begins to wait for events of a channel.
   *
   * @param operation the first one
   * @throws RuntimeClosedException if this driver is closed
   * @throws IOException if the channel is closed
   */
  SelectionKey register(SelectableChannel channel, int operation, Registration registration)
      throws IOException {
    SelectionKey key;
    try {
      key = channel.register(opened(), operation, registration);
    } catch (ClosedSelectorException gone) {
      throw SocketErrors.runtimeClosed();
    }
    if (closed) {
      registration.runtimeClosed();
      throw SocketErrors.runtimeClosed();
    }
    changed();
    return key;
  }

  private Selector opened() throws IOException {
    Selector open = selector;
    if (open == null) {
      synchronized (this) {
        open = selector;
        if (open == null) {
          if (closed) {
            throw SocketErrors.runtimeClosed();
          }
          open = Selector.open();
          selector = open;
        }
      }
      changed();
    }
    return open;
  }

  private void onEvent(SelectionKey key) {
    ((Registration) Objects.requireNonNull(key.attachment())).occurred(key, this);
  }

  /** Keeps a waker to be called at the end of this turn. */
  void collect(@Nullable Waker waker) {
    woken.collect(waker);
  }

  /** Has the closed socket's {@code output} woken when its descriptor is released. */
  void tellRelease(Registration registration) {
    releases.add(registration);
    changed();
  }

  private void tellReleased() {
    for (int left = releases.size(); left > 0; left--) {
      Registration registration = releases.poll();
      if (registration == null) {
        return;
      }
      if (registration.isDetached()) {
        collect(registration.output.open());
      } else {
        releases.add(registration); // Closed after this selection; the next one lets go of it.
      }
    }
  }

  @Override
  public int sources() {
    try {
      Selector open = selector;
      // Closed sockets count until a turn has released them.
      return open == null ? 0 : open.keys().size();
    } catch (ClosedSelectorException gone) {
      return 0;
    }
  }

  @Override
  public void close() {
    if (!CLOSED.compareAndSet(this, false, true)) {
      return;
    }
    List<Registration> attached = new ArrayList<>(kept);
    Selector open;
    synchronized (this) {
      open = selector; // There won't be another one from here.
    }
    if (open != null) {
      for (SelectionKey key : open.keys()) {
        attached.add((Registration) Objects.requireNonNull(key.attachment()));
      }
    }
    for (Registration each : attached) {
      each.runtimeClosed();
    }
    wakeup();
    close(open);
    for (Registration each : attached) {
      each.wakeAll();
    }
  }

  private static void close(@Nullable Selector selector) {
    try {
      if (selector != null) {
        selector.close();
      }
    } catch (IOException lost) {
      System.getLogger("dev.weft.reactor")
          .log(System.Logger.Level.WARNING, "A selector could not be closed properly.", lost);
    }
  }

  @Override
  public String toString() {
    return "NioDriver[sources=" + sources() + "]";
  }

  private static final VarHandle PHASE;
  private static final VarHandle CLOSED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PHASE = lookup.findVarHandle(NioDriver.class, "phase", int.class);
      CLOSED = lookup.findVarHandle(NioDriver.class, "closed", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

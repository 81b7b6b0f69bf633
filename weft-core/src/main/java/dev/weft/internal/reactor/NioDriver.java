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
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker's driver on a selector of the JDK. */
final class NioDriver implements Driver {

  /*
   * Idea: turn() is one selection. Events are handled by Registration inside of it; the wakers that it
   * comes upon are collected and called after it, when none of the selector's locks is held any more.
   *
   * State: `phase` says whether a thread waits, so that nobody pays the system call that ends a wait
   * unless there is one, and so that a wakeup() that comes before the wait isn't lost.
   *
   *   IDLE ──turn begins to wait──> WAITING ──turn ends──> IDLE
   *   WAITING ──wakeup(), changed(): end the wait──> NOTIFIED ──turn ends──> IDLE
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
   * The selector is opened by the first socket, or the first wait: a runtime without sockets never pays
   * for it, and starts the sooner. WAITING is set with an open selector only, so that a wakeup finds it.
   *
   * Ownership: `woken` and `wokenCount` belong to the holder of the turn, whose token orders one holder
   * after another. Everything else may be used by any thread.
   *
   * The close: `closed` is set before the sockets are gone through; register() and keep() look at it
   * after they have added one. So none is missed by both. No selector is opened once it is set.
   */

  private static final int IDLE = 0;
  private static final int WAITING = 1;
  private static final int NOTIFIED = 2;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Object opening = new Object(); // guards the step from no selector to one
  private volatile @Nullable Selector selector;
  private @Nullable Consumer<SelectionKey> onEvent; // of the holder of the turn
  private final Queue<Registration> releases = new ConcurrentLinkedQueue<>();
  private final Set<Registration> kept = ConcurrentHashMap.newKeySet();
  private @Nullable Waker[] woken = new Waker[64];
  private int wokenCount;
  private volatile int phase;
  private volatile boolean closed;

  /** Creates a driver that waits for nothing yet. */
  NioDriver() {}

  private Selector selector() throws IOException {
    Selector open = selector;
    return open == null ? openSelector() : open;
  }

  private Selector openSelector() throws IOException {
    synchronized (opening) {
      Selector open = selector;
      if (open == null) {
        if (closed) {
          throw runtimeClosed();
        }
        open = Selector.open();
        selector = open;
      }
      return open;
    }
  }

  @Override
  public int turn(long timeoutNanos) throws IOException {
    try {
      int events = timeoutNanos > 0 ? await(selector(), timeoutNanos) : poll();
      tellReleased();
      return events;
    } catch (ClosedSelectorException gone) {
      throw runtimeClosed();
    } finally {
      wakeCollected();
    }
  }

  private boolean beginWait() {
    if (PHASE.compareAndSet(this, IDLE, WAITING) && releases.isEmpty()) {
      return true;
    }
    phase = IDLE;
    return false;
  }

  private int poll() throws IOException {
    Selector open = selector;
    if (open == null) {
      if (closed) {
        throw runtimeClosed();
      }
      return 0;
    }
    return open.selectNow(onEvent());
  }

  private int await(Selector open, long timeoutNanos) throws IOException {
    if (!beginWait()) {
      return open.selectNow(onEvent());
    }
    try {
      if (timeoutNanos == Long.MAX_VALUE) {
        return open.select(onEvent());
      }
      // Rounded up: a wait that is too short would be followed by many that are shorter still.
      return open.select(onEvent(), Math.ceilDiv(timeoutNanos, NANOS_PER_MILLI));
    } finally {
      PHASE.getAndSet(
          this, IDLE); // Reads, too: what was done before a wakeup() is visible from here.
    }
  }

  @Override
  public void wakeup() {
    if ((int) PHASE.getAndSet(this, NOTIFIED) == WAITING) {
      endWait();
    }
  }

  private void endWait() {
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
   * @throws IOException if the channel is closed, or the system has no selector left
   */
  SelectionKey register(SelectableChannel channel, int operation, Registration registration)
      throws IOException {
    SelectionKey key;
    try {
      key = channel.register(selector(), operation, registration);
    } catch (ClosedSelectorException gone) {
      throw runtimeClosed();
    }
    if (closed) {
      registration.runtimeClosed();
      throw runtimeClosed();
    }
    changed();
    return key;
  }

  private Consumer<SelectionKey> onEvent() {
    Consumer<SelectionKey> known = onEvent;
    if (known == null) {
      known = this::occurred; // not in a field's initialiser: the start has no lambdas
      onEvent = known;
    }
    return known;
  }

  private void occurred(SelectionKey key) {
    ((Registration) Objects.requireNonNull(key.attachment())).occurred(key, this);
  }

  /** Keeps a waker to be called at the end of this turn. */
  void collect(@Nullable Waker waker) {
    if (waker != null) {
      if (wokenCount == woken.length) {
        woken = Arrays.copyOf(woken, 2 * wokenCount);
      }
      woken[wokenCount++] = waker;
    }
  }

  private void wakeCollected() {
    int count = wokenCount;
    wokenCount = 0;
    for (int i = 0; i < count; i++) {
      Waker waker = woken[i];
      woken[i] = null;
      wake(waker);
    }
  }

  /** One waker that breaks its promise not to throw must not cost the others their wake-up. */
  private static void wake(@Nullable Waker waker) {
    try {
      if (waker != null) {
        waker.wake();
      }
    } catch (RuntimeException broken) {
      log(System.Logger.Level.ERROR, "The waker " + waker + " threw; wakers must not.", broken);
    }
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
    Selector open = selector;
    try {
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
    Selector open;
    synchronized (opening) { // from here on there is one for good, or none
      open = selector;
    }
    List<Registration> attached = new ArrayList<>(kept);
    if (open != null) {
      for (SelectionKey key : open.keys()) {
        attached.add((Registration) Objects.requireNonNull(key.attachment()));
      }
    }
    for (Registration each : attached) {
      each.runtimeClosed();
    }
    if (open != null) {
      close(open);
    }
    for (Registration each : attached) {
      each.wakeAll();
    }
  }

  private static void close(Selector selector) {
    try {
      selector.close();
    } catch (IOException lost) {
      log(System.Logger.Level.WARNING, "A selector could not be closed properly.", lost);
    }
  }

  private static void log(System.Logger.Level level, String line, Exception cause) {
    System.getLogger("dev.weft.reactor").log(level, line, cause);
  }

  private static RuntimeClosedException runtimeClosed() {
    return new RuntimeClosedException("The runtime of this socket is closed.");
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

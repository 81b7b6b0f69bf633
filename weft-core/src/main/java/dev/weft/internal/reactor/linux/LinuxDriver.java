package dev.weft.internal.reactor.linux;

import dev.weft.Waker;
import dev.weft.internal.reactor.SocketErrors;
import dev.weft.internal.reactor.WokenWakers;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.Driver;
import dev.weft.spi.FileDriver;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A worker's driver on a way of Linux to wait for events. */
final class LinuxDriver implements Driver {

  /*
   * Idea: turn() is one wait of the poller. The wakers that its events lead to are collected and called
   * after it.
   *
   * The poller is opened when the first socket is attached, so that a runtime without sockets never pays
   * for linking native calls, nor for loading the classes of what is reported: those are in `arrivals`.
   * Until then a turn that waits parks its thread.
   *
   * State: `phase` says whether a thread waits, so that nobody pays the system call that ends a wait
   * unless there is one, and so that a wakeup() that comes before the wait isn't lost.
   *
   *   IDLE ──turn begins to wait──> WAITING ──turn ends──> IDLE
   *   WAITING ──wakeup(), first socket, close: end the wait──> NOTIFIED ──turn ends──> IDLE
   *   IDLE ──wakeup()──> NOTIFIED ──a turn that was to wait looks and goes on──> IDLE
   *
   * A turn that doesn't wait leaves NOTIFIED as it is. A wait may end once for nothing: when it ended
   * by itself at the moment at which somebody set NOTIFIED.
   *
   * A turn writes `sleeper` and WAITING, then reads `poller`; add() writes `poller`, then reads `phase`. So
   * either the turn waits in the poller or it is told to look again. A poller that takes orders is
   * told of each in the same way; epoll takes them up while another thread waits.
   *
   * Ownership: `woken` belongs to the holder of the turn, whose token orders one holder
   * after another. Everything else may be used by any thread. `uses` keeps the poller open while somebody
   * is in it; whoever leaves it last after close() gives it back.
   *
   * The close: `closed` is set before the sockets are gone through; add() and keep() look at it
   * after they have added one. So none is missed by both.
   */

  private static final int IDLE = 0;
  private static final int WAITING = 1;
  private static final int NOTIFIED = 2;

  private final LinuxProvider provider;
  private final Set<Tie> kept = ConcurrentHashMap.newKeySet();
  private final UseCount uses = new UseCount();
  private final WokenWakers woken = new WokenWakers();
  private volatile @Nullable Arrivals arrivals; // set before the poller
  private volatile @Nullable Poller poller;
  private volatile @Nullable Thread sleeper; // in a wait before there is a poller
  private volatile int phase;
  private volatile boolean closed;
  private volatile @Nullable LinuxFiles files;
  private volatile @Nullable RingFiles ringFiles;
  private volatile boolean ringRefused; // for files

  /**
   * @param provider opens the poller, and knows what is done with files
   */
  LinuxDriver(LinuxProvider provider) {
    this.provider = provider;
  }

  @Override
  public int turn(long timeoutNanos) throws IOException {
    enterOpen();
    try {
      return timeoutNanos > 0 && beginWait() ? await(timeoutNanos) : poll(0);
    } finally {
      exit();
      tellEnded();
      woken.wakeAll();
    }
  }

  /** After the wait: what the owners submit then needn't end it. */
  private void tellEnded() {
    Arrivals known = arrivals;
    if (known != null) {
      known.tellEnded();
    }
  }

  private void enterOpen() throws IOException {
    if (closed || !uses.enter()) {
      throw SocketErrors.runtimeClosed();
    }
  }

  private void exit() {
    if (uses.exit()) {
      release();
    }
  }

  private boolean beginWait() {
    sleeper = poller == null ? Thread.currentThread() : null;
    if (PHASE.compareAndSet(this, IDLE, WAITING)) {
      return true;
    }
    phase = IDLE;
    return false;
  }

  private int await(long timeoutNanos) throws IOException {
    try {
      return poll(timeoutNanos);
    } finally {
      PHASE.getAndSet(
          this, IDLE); // Reads, too: what was done before a wakeup() is visible from here.
    }
  }

  private int poll(long timeoutNanos) throws IOException {
    Poller open = poller;
    if (open != null) {
      return Objects.requireNonNull(arrivals).poll(open, timeoutNanos);
    }
    if (timeoutNanos == Long.MAX_VALUE) {
      while (phase == WAITING) {
        LockSupport.park(this);
      }
    } else if (timeoutNanos > 0 && phase == WAITING) {
      LockSupport.parkNanos(this, timeoutNanos);
    }
    return 0;
  }

  @Override
  public void wakeup() {
    if ((int) PHASE.getAndSet(this, NOTIFIED) == WAITING) {
      endWait();
    }
  }

  private void endWait() {
    LockSupport.unpark(sleeper);
    Poller open = poller;
    if (open != null && uses.enter()) {
      try {
        open.interrupt();
      } finally {
        exit();
      }
    }
  }

  /** Whether a turn is about to wait or waits. */
  boolean isWaiting() {
    return phase == WAITING;
  }

  // ---- sockets

  /**
   * Begins to report events of a socket to its tie.
   *
   * @throws RuntimeClosedException if this driver is closed
   * @throws IOException if the system refuses
   */
  void add(Tie tie, int fd) throws IOException {
    enterOpen();
    try {
      Poller open = opened();
      TieTable ties = Objects.requireNonNull(arrivals).ties();
      long token = ties.add(tie);
      try {
        open.add(tie, fd, token);
      } catch (IOException failure) {
        ties.remove(token);
        throw failure;
      }
      ordered(open);
    } finally {
      exit();
    }
    if (closed) {
      tie.runtimeClosed();
      throw SocketErrors.runtimeClosed();
    }
  }

  /** Sees to it that an order which was given just now is carried out. */
  private void ordered(Poller open) {
    if (open.takesOrders() && phase == WAITING && PHASE.compareAndSet(this, WAITING, NOTIFIED)) {
      endWait();
    }
  }

  /** Begins to receive for a stream whose input was armed. */
  void receive(RingWatch watch) {
    Poller open = poller;
    if (open != null && uses.enter()) {
      try {
        open.receive(watch);
        ordered(open);
      } finally {
        exit();
      }
    }
  }

  /**
   * Gives the poller an order, which its next poll carries out.
   *
   * @return false if this driver is closed
   */
  boolean order(Runnable order) {
    Poller open = poller;
    if (closed || open == null || !uses.enter()) {
      return false;
    }
    try {
      order.run();
      ordered(open);
      return true;
    } finally {
      exit();
    }
  }

  private Poller opened() throws IOException {
    Poller open = poller;
    if (open == null) {
      synchronized (this) {
        open = poller;
        if (open == null) {
          open = provider.openPoller();
          arrivals = new Arrivals(this);
          poller = open;
        }
      }
      if (PHASE.compareAndSet(this, WAITING, NOTIFIED)) {
        endWait(); // It waits without the poller.
      }
    }
    return open;
  }

  /** Ends what {@link #add} has begun; more than once does nothing. */
  void remove(Tie tie) {
    Arrivals known = arrivals;
    Poller open = poller;
    if (known != null && known.ties().remove(tie.token()) && open != null && uses.enter()) {
      try {
        open.remove(tie);
        ordered(open);
      } finally {
        exit();
      }
    }
  }

  /** Closes a socket together with this driver, although it doesn't wait for its events. */
  void keep(Tie tie) {
    kept.add(tie);
    if (closed) {
      tie.runtimeClosed();
    }
  }

  /** Undoes {@link #keep}. */
  void letGo(Tie tie) {
    kept.remove(tie);
  }

  @Override
  public int sources() {
    Poller open = poller;
    Arrivals known = arrivals;
    if (open == null || known == null) {
      return 0;
    }
    RingFiles ringFiles = open.files();
    return Math.max(known.ties().size(), open.held()) + (ringFiles == null ? 0 : ringFiles.held());
  }

  // ---- files

  @Override
  public @Nullable FileDriver files() {
    LinuxFiles known = files;
    FilesChoice choice = known == null ? provider.files() : null;
    if (choice != null && choice.isReady() && !closed) {
      known = new LinuxFiles(choice.kernel(), this);
      files = known;
    }
    return known;
  }

  /** What takes requests for files, which opens the poller; {@code null} if there is none. */
  @Nullable RingFiles ringFiles() {
    RingFiles known = ringFiles;
    FilesChoice choice = known == null ? provider.files() : null;
    if (choice != null && choice.hasRings() && !ringRefused && !closed) {
      known = openRingFiles(choice);
      ringFiles = known;
      ringRefused = known == null;
    }
    return known;
  }

  private @Nullable RingFiles openRingFiles(FilesChoice choice) {
    if (!uses.enter()) {
      return null;
    }
    try {
      Poller open = opened();
      choice.chosen(open.filesMissing());
      return open.files();
    } catch (IOException refused) {
      choice.chosen(refused.getMessage());
      return null;
    } finally {
      exit();
    }
  }

  // ---- events

  /** Keeps a waker to be called at the end of this turn. */
  void collect(@Nullable Waker waker) {
    woken.collect(waker);
  }

  // ---- the end

  @Override
  public void close() {
    if (!CLOSED.compareAndSet(this, false, true)) {
      return;
    }
    List<Tie> all = new ArrayList<>(kept);
    Arrivals known = arrivals;
    if (known != null) {
      all.addAll(known.ties().all());
    }
    for (Tie each : all) {
      each.runtimeClosed();
    }
    for (Tie each : all) {
      each.wakeAll();
    }
    wakeup();
    if (uses.close()) {
      release();
    }
  }

  private void release() {
    Poller open = poller;
    if (open != null) {
      ClosingReport.close(open);
    }
  }

  @Override
  public String toString() {
    Poller open = poller;
    return "LinuxDriver[" + (open == null ? "not open yet" : open) + ", sources=" + sources() + "]";
  }

  private static final VarHandle PHASE;
  private static final VarHandle CLOSED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PHASE = lookup.findVarHandle(LinuxDriver.class, "phase", int.class);
      CLOSED = lookup.findVarHandle(LinuxDriver.class, "closed", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

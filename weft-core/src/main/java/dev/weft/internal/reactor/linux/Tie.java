package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.internal.reactor.WokenWakers;
import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.Driver;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A socket's descriptor and its tie to the driver that reports its events. */
final class Tie {

  /*
   * Before its first wait no driver knows a socket, so that a connection is served by the driver of the
   * task that it was given to; of connections that were accepted each worker gets its share. Until then it is with a `keeper`, the driver of the task that opened it,
   * which does nothing but close it with the runtime: else the connection of a task that is cancelled
   * before its first poll would stay open for ever.
   *
   * A waiter stores its waker in a Readiness, then arms; arming attaches the socket the first time, and
   * the system reports at once what holds already. After that events come without further calls.
   *
   * The end: `ending` is set once, before the wakers are taken. A waiter looks at `ending` after it has
   * stored its waker; so either it sees the end or it is woken and finds out. A socket that is attaching
   * while its driver closes sees that in LinuxDriver.add.
   *
   * The descriptor is closed when nobody uses it (UseCount); the system is told the descriptor's end
   * then, not before. Who must know when the address is free asks `isReleased`.
   *
   * Ownership: `driver` is written before `attached`, once, under this object's lock, which only the two
   * directions of one socket contend for at their first wait. `token` is the driver's. Wakers are called
   * outside of the lock.
   */

  /** Why a socket can't be used any more. */
  private enum Ending {
    CLOSED,
    RUNTIME_CLOSED
  }

  /** The answer of {@link #enter} after the end. */
  static final int CLOSED = -1;

  private static final int SOL_SOCKET = 1;
  private static final int SO_LINGER = 13;
  private static final int SHUT_RDWR = 2;

  /** Reading or accepting. */
  final Readiness input = new Readiness();

  /** Writing or connecting; of a closed socket, its release. */
  final Readiness output = new Readiness();

  private final Kernel kernel;
  private final int fd;
  private final Object owner;
  private final SocketKind kind;
  private final UseCount uses = new UseCount();
  private boolean accepted;
  private @Nullable LinuxDriver driver;
  private volatile @Nullable LinuxDriver keeper;
  private volatile boolean attached;
  private volatile long token;
  private volatile @Nullable Ending ending;
  private volatile @Nullable RingWatch watch;
  private volatile int linger = -1; // seconds; -1 stands for the default

  /**
   * Creates the tie of a descriptor, which it owns.
   *
   * @param fd in non-blocking mode
   * @param owner what to name in messages
   * @param kind of the socket
   */
  Tie(Kernel kernel, int fd, Object owner, SocketKind kind) {
    this.kernel = kernel;
    this.fd = fd;
    this.owner = owner;
    this.kind = kind;
  }

  // ---- the descriptor

  /** Begins a system call: the descriptor, or {@link #CLOSED}. */
  int enter() {
    return uses.enter() ? fd : CLOSED;
  }

  /** As {@link #enter}, with a failure that says why it is closed. */
  int enterOpen() throws IOException {
    if (!uses.enter()) {
      throw ended();
    }
    return fd;
  }

  /** Ends what {@link #enter} has begun. */
  void exit() {
    if (uses.exit()) {
      release();
    }
  }

  private void release() {
    if (linger > 0) {
      // With a time to linger, close() would wait although the socket is non-blocking.
      var memory = CallMemory.ofThread().small.fill((byte) 0);
      kernel.setOption(fd, SOL_SOCKET, SO_LINGER, memory.address(), Long.BYTES);
    }
    kernel.close(fd); // Whatever it answers, the descriptor is gone.
    uses.released();
    WokenWakers.wake(output.open());
  }

  /** Notes how many seconds closing was asked to linger; 0 resets the connection, -1 is normal. */
  void lingers(int seconds) {
    linger = seconds;
  }

  // ---- attaching

  /** Has the socket, which was opened in this poll, closed with the runtime. */
  void keep(Context cx) {
    if (!attached
        && PollContext.of(cx) instanceof TaskContext task
        && task.services().driver() instanceof LinuxDriver nearest) {
      keeper = nearest;
      nearest.keep(this);
    }
  }

  /** As {@link #keep}, of a connection that was accepted: any worker may serve it. */
  void keepAccepted(Context cx) {
    accepted = true;
    keep(cx);
  }

  private void leaveKeeper() {
    LinuxDriver before = keeper;
    if (before != null) {
      keeper = null;
      before.letGo(this);
    }
  }

  /**
   * Sees to it that the waker which was just stored gets its event.
   *
   * @throws IOException if the socket or its driver is closed
   */
  void arm(Context cx) throws IOException {
    if (!attached) {
      attach(cx);
    }
    if (ending != null) {
      throw ended();
    }
  }

  private synchronized void attach(Context cx) throws IOException {
    if (attached) {
      return;
    }
    Services services = TaskContext.services(cx);
    Driver nearest = accepted ? services.driverOfAccepted() : services.driver();
    if (!(nearest instanceof LinuxDriver linux)) {
      throw new IllegalStateException(
          owner + " is a socket of a Linux driver, but the runtime that polls it has " + nearest);
    }
    int open = enterOpen();
    try {
      driver = linux;
      linux.add(this, open);
    } catch (IOException failure) {
      throw ending == null ? failure : ended();
    } finally {
      exit();
    }
    attached = true;
    leaveKeeper();
    if (ending != null) {
      linux.remove(this); // The end came before it could see that this is attached.
    }
  }

  /** Whether a driver reports its events. */
  boolean isAttached() {
    return attached;
  }

  /** As {@link #arm}, for a reader: a ring that can receive begins to. */
  void armInput(Context cx) throws IOException {
    arm(cx);
    RingWatch known = watch;
    if (known != null && known.input != null && known.input.arm()) {
      Objects.requireNonNull(driver).receive(known);
    }
  }

  /** What a ring has received for this stream; {@code null} if there is no ring. */
  @Nullable RingInput ringInput() {
    RingWatch known = watch;
    return known == null ? null : known.input;
  }

  @Nullable RingWatch watch() {
    return watch;
  }

  void watched(RingWatch by) {
    watch = by;
  }

  SocketKind kind() {
    return kind;
  }

  long token() {
    return token;
  }

  void token(long given) {
    token = given;
  }

  // ---- events

  /** Handles events. For the holder of the driver's turn. */
  void occurred(int events, LinuxDriver turning) {
    boolean broken = (events & (Poller.ERR | Poller.HUP)) != 0;
    if (broken || (events & (Poller.PRI | Poller.RDHUP)) != 0) {
      input.keepTrying();
    }
    if (broken || (events & (Poller.IN | Poller.PRI | Poller.RDHUP)) != 0) {
      turning.collect(input.open());
    }
    if (broken) {
      output.keepTrying();
    }
    if (broken || (events & Poller.OUT) != 0) {
      turning.collect(output.open());
    }
  }

  // ---- the end

  /** Closes the socket from any thread and wakes who waits. */
  void close() {
    if (end(Ending.CLOSED)) {
      wakeAll();
    }
  }

  /** As {@link #close}, by the driver, which calls {@link #wakeAll} itself. */
  void runtimeClosed() {
    end(Ending.RUNTIME_CLOSED);
  }

  private boolean end(Ending how) {
    if (!ENDING.compareAndSet(this, null, how)) {
      return false;
    }
    leaveKeeper();
    LinuxDriver known = attached ? driver : null;
    if (known != null) {
      endNow();
      known.remove(this);
    }
    if (uses.close()) {
      release();
    }
    return true;
  }

  /** Lets the other side know, although a ring may hold the file for a while. */
  private void endNow() {
    if (watch != null && kind.isStream() && linger != 0 && uses.enter()) {
      kernel.shutdown(fd, SHUT_RDWR);
      exit();
    }
  }

  void wakeAll() {
    WokenWakers.wake(input.open());
    WokenWakers.wake(output.open());
  }

  /**
   * After the close: whether the operating system has the descriptor back.
   *
   * @param cx whom to wake if not
   */
  boolean isReleased(Context cx) {
    if (ending == null) {
      throw new IllegalStateException(owner + " is open; close it before waiting for its release.");
    }
    while (true) {
      int before = output.tick();
      if (uses.isReleased()) {
        return true;
      }
      if (output.block(cx.waker(), before)) {
        return false;
      }
    }
  }

  /** The failure of an operation on a socket that turned out to be closed. */
  IOException ended() {
    return ending == Ending.RUNTIME_CLOSED
        ? new RuntimeClosedException(owner + " can't be used: its runtime is closed.")
        : new SocketClosedException(owner + " is closed.");
  }

  private static final VarHandle ENDING;

  static {
    try {
      ENDING = MethodHandles.lookup().findVarHandle(Tie.class, "ending", Ending.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

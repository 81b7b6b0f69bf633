package dev.weft.internal.reactor;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.PollContext;
import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.Driver;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A socket's tie to the driver that waits for its events. */
final class Registration {

  /*
   * Idea: the interest in an event stays on after the event was delivered, since the task will most
   * likely wait for the same again. It is turned off at the first event that nobody waits for, so a
   * socket that is read as data comes in costs no system call but its reads. The selector is
   * level-triggered: while the interest is on, an event that holds on is reported at each turn.
   *
   * Who waits: `arm` is called by the reader or writer after its waker was stored in the Direction.
   * `occurred` is called by the holder of the driver's turn. Both touch the direction and then the
   * interest, in opposite order, each step being a volatile or locked access:
   *
   *   waiter:  store the waker    then  look at the interest, turn it on if it is off
   *   turn:    turn it off        then  look for a waker, wake it if there is one
   *
   * So either the waiter sees the interest off and turns it on again, or the turn sees the waker. The
   * new interest reaches the operating system at the driver's next turn; NioDriver.changed() ends a
   * turn that may have begun too early to see it.
   *
   * Before its first wait no driver knows a socket, so that a connection is served by the driver of the
   * task that it was given to; of connections that were accepted each worker gets its share. Until then it is with a `keeper`, the driver of the task that opened it,
   * which does nothing but close it with the runtime: else the connection of a task that is cancelled
   * before its first poll would stay open for ever.
   *
   * The end: `ending` is set once, by close() or by the driver's close, before the channel is closed
   * and the wakers are taken. A waiter looks at `ending` after it has stored its waker; so either it
   * sees the end or it is woken and finds out. A socket that is attaching while its driver closes sees
   * that in NioDriver.register.
   *
   * Ownership: `driver` is written before `key`, once, under this object's lock, which only the two
   * directions of one socket contend for at their first wait. Wakers are called outside of it.
   *
   * Release: the JDK keeps the descriptor of a closed channel open until its selector's next
   * selection, for which a turn that waits is ended. Who must know when it is gone asks `isReleased`.
   */

  /** Why a socket can't be used any more. */
  private enum Ending {
    CLOSED,
    RUNTIME_CLOSED
  }

  private static final int INPUT = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
  private static final int OUTPUT = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;

  /** Reading or accepting. */
  final Direction input = new Direction();

  /** Writing or connecting; of a listening socket, its release. */
  final Direction output = new Direction();

  private final SelectableChannel channel;
  private final Object owner;
  private boolean accepted;
  private @Nullable NioDriver driver;
  private volatile @Nullable NioDriver keeper;
  private volatile @Nullable SelectionKey key;
  private volatile @Nullable Ending ending;

  /**
   * Creates the tie of a channel that no driver knows yet.
   *
   * @param channel in non-blocking mode
   * @param owner what to name in messages
   */
  Registration(SelectableChannel channel, Object owner) {
    this.channel = channel;
    this.owner = owner;
  }

  /** Has the channel, which was opened in this poll, closed with the runtime. */
  void keep(Context cx) {
    if (key == null
        && PollContext.of(cx) instanceof TaskContext task
        && task.services().driver() instanceof NioDriver nearest) {
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
    NioDriver before = keeper;
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
  void arm(int operation, Context cx) throws IOException {
    SelectionKey attached = key;
    if (attached == null) {
      attached = attach(operation, cx);
    }
    try {
      if ((attached.interestOps() & operation) == 0) {
        attached.interestOpsOr(operation);
        Objects.requireNonNull(driver).changed();
      }
    } catch (CancelledKeyException closed) {
      // `ending` says why.
    }
    if (ending != null) {
      throw ended();
    }
  }

  /** Whether a driver waits for its events. */
  boolean isAttached() {
    return key != null;
  }

  /** Turns the interest in an event off for good. */
  void disarm(int operation) {
    SelectionKey attached = key;
    try {
      if (attached != null && (attached.interestOps() & operation) != 0) {
        attached.interestOpsAnd(~operation);
      }
    } catch (CancelledKeyException closed) {
      // Nothing is left to turn off.
    }
  }

  private synchronized SelectionKey attach(int operation, Context cx) throws IOException {
    SelectionKey attached = key;
    if (attached == null) {
      Services services = TaskContext.services(cx);
      Driver wanted = accepted ? services.driverOfAccepted() : services.driver();
      if (!(wanted instanceof NioDriver nearest)) {
        throw new IllegalStateException(
            owner + " is a socket of the NIO driver, but the runtime that polls it has " + wanted);
      }
      driver = nearest;
      attached = register(nearest, operation);
      key = attached;
      leaveKeeper();
    }
    return attached;
  }

  private SelectionKey register(NioDriver nearest, int operation) throws IOException {
    try {
      return nearest.register(channel, operation, this);
    } catch (IOException failure) {
      throw ending == null ? failure : ended();
    }
  }

  /** Handles an event. For the holder of the driver's turn, under the selector's locks. */
  void occurred(SelectionKey event, NioDriver turning) {
    try {
      int ready = event.readyOps();
      int unwanted = 0;
      if ((ready & INPUT) != 0) {
        unwanted |= occurred(input, ready & INPUT, turning);
      }
      if ((ready & OUTPUT) != 0) {
        unwanted |= occurred(output, ready & OUTPUT, turning);
      }
      if (unwanted != 0) {
        event.interestOpsAnd(~unwanted);
        lookAgain(unwanted, turning);
      }
    } catch (CancelledKeyException closed) {
      // Whoever closes the socket wakes those who wait.
    }
  }

  /** Wakes who waits; returns the operation if nobody has come for its last event. */
  private static int occurred(Direction direction, int operation, NioDriver turning) {
    if (direction.isReady()) {
      return operation;
    }
    turning.collect(direction.open());
    return 0;
  }

  private void lookAgain(int unwanted, NioDriver turning) {
    if ((unwanted & INPUT) != 0 && input.isAwaited()) {
      turning.collect(input.open());
    }
    if ((unwanted & OUTPUT) != 0 && output.isAwaited()) {
      turning.collect(output.open());
    }
  }

  /** Closes the socket from any thread and wakes who waits. */
  void close() {
    if (end(Ending.CLOSED)) {
      if (key != null) {
        Objects.requireNonNull(driver).changed();
      }
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
    try {
      channel.close();
    } catch (IOException lost) {
      // The descriptor is gone all the same, and nothing that was written is recalled.
    }
    return true;
  }

  void wakeAll() {
    wake(input.open());
    wake(output.open());
  }

  private static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
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
    if (!channel.isRegistered()) {
      return true;
    }
    output.block(cx.waker());
    NioDriver attached = Objects.requireNonNull(driver);
    attached.tellRelease(this);
    return !channel.isRegistered();
  }

  /** Whether the driver has let go of the channel. */
  boolean isDetached() {
    return !channel.isRegistered();
  }

  /** The failure of an operation on a channel that turned out to be closed. */
  IOException ended() {
    Ending how = ending;
    if (how == Ending.RUNTIME_CLOSED) {
      return new RuntimeClosedException(owner + " can't be used: its runtime is closed.");
    }
    return new SocketClosedException(
        owner + (how == null ? " can't be written to: its output is shut down." : " is closed."));
  }

  private static final VarHandle ENDING;

  static {
    try {
      ENDING = MethodHandles.lookup().findVarHandle(Registration.class, "ending", Ending.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

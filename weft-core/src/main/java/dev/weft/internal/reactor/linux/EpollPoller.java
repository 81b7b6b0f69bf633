package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Waits by epoll(7), edge-triggered. */
final class EpollPoller implements Poller {

  /*
   * A descriptor is added once, for both directions and all events, and leaves by being closed: no other
   * call is made for it. An interrupt writes to an eventfd; since that is edge-triggered, too, each
   * write is an event and nobody has to read it.
   *
   * The time-out is in nanoseconds where the kernel has epoll_pwait2 (5.11). Where it hasn't, a timerfd
   * is set for a wait that has an end. Both never end early, so that a worker doesn't turn in vain.
   *
   * Ownership: `events` and `time` belong to the one that polls; add() and interrupt() use memory of their
   * thread, or memory that never changes.
   */

  private static final int MOST_EVENTS = 256;
  private static final int EDGE_TRIGGERED = 1 << 31;
  private static final int ALL = IN | PRI | OUT | RDHUP | EDGE_TRIGGERED;
  private static final long OWN_TOKEN = 0;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int TIMER_BYTES = 32;
  private static final ValueLayout.OfLong UNALIGNED_LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt UNALIGNED_INT = ValueLayout.JAVA_INT_UNALIGNED;

  private final Kernel kernel;
  private final int epoll;
  private final int eventfd;
  private final MemorySegment events;
  private final MemorySegment time;
  private final MemorySegment one;
  private final int eventBytes;
  private final int dataOffset;
  private int timerfd = -1;
  private boolean withoutNanos;

  private EpollPoller(Kernel kernel, int epoll, int eventfd) {
    this.kernel = kernel;
    this.epoll = epoll;
    this.eventfd = eventfd;
    this.eventBytes = kernel.abi().epollEventBytes;
    this.dataOffset = kernel.abi().epollDataOffset();
    Arena arena = Arena.ofAuto();
    this.events = arena.allocate((long) MOST_EVENTS * eventBytes, Long.BYTES);
    this.time = arena.allocate(TIMER_BYTES, Long.BYTES);
    this.one = arena.allocateFrom(ValueLayout.JAVA_LONG, 1L);
  }

  /** Fails where the system has no epoll, or forbids it. */
  static void probe(Kernel kernel) throws IOException {
    open(kernel).close(new ClosingReport());
  }

  static EpollPoller open(Kernel kernel) throws IOException {
    int epoll = checked(kernel.epollCreate(), "epoll_create1");
    int eventfd = kernel.eventfd(false);
    if (eventfd < 0) {
      kernel.close(epoll);
      throw failed(-eventfd, "eventfd2");
    }
    var poller = new EpollPoller(kernel, epoll, eventfd);
    int added = poller.addOwn(eventfd);
    if (added < 0) {
      poller.close(new ClosingReport());
      throw failed(-added, "epoll_ctl");
    }
    return poller;
  }

  private int addOwn(int fd) {
    return control(fd, OWN_TOKEN, IN | EDGE_TRIGGERED);
  }

  private int control(int fd, long token, int wanted) {
    MemorySegment event = CallMemory.ofThread().small;
    event.set(UNALIGNED_INT, 0, wanted);
    event.set(UNALIGNED_LONG, dataOffset, token);
    return kernel.epollAdd(epoll, fd, event.address());
  }

  @Override
  public void add(Tie tie, int fd, long token) throws IOException {
    checked(control(fd, token, ALL), "epoll_ctl");
  }

  @Override
  public void remove(Tie tie) {
    // The close of the descriptor does it.
  }

  @Override
  public void receive(RingWatch watch) {
    throw new AssertionError("epoll doesn't receive.");
  }

  @Override
  public int held() {
    return 0;
  }

  @Override
  public boolean takesOrders() {
    return false;
  }

  @Override
  public int poll(long timeoutNanos, Report report) throws IOException {
    int count = await(timeoutNanos);
    if (count == -Errno.EINTR) {
      return 0;
    }
    checked(count, "epoll_wait");
    int reported = 0;
    for (int i = 0; i < count; i++) {
      long offset = (long) i * eventBytes;
      long token = events.get(UNALIGNED_LONG, offset + dataOffset);
      if (token != OWN_TOKEN) {
        report.occurred(token, events.get(UNALIGNED_INT, offset));
        reported++;
      }
    }
    return reported;
  }

  private int await(long timeoutNanos) throws IOException {
    if (timeoutNanos <= 0 || timeoutNanos == Long.MAX_VALUE) {
      return kernel.epollWait(epoll, events.address(), MOST_EVENTS, timeoutNanos <= 0 ? 0 : -1);
    }
    if (!withoutNanos) {
      setTime(0, timeoutNanos);
      int count = kernel.epollWaitNanos(epoll, events.address(), MOST_EVENTS, time.address());
      if (count != -Errno.ENOSYS && count != -Errno.EPERM) { // EPERM comes from old seccomp filters
        return count;
      }
      withoutNanos = true;
    }
    return awaitTimer(timeoutNanos);
  }

  private int awaitTimer(long timeoutNanos) throws IOException {
    if (timerfd < 0) {
      timerfd = checked(kernel.timerfd(), "timerfd_create");
      checked(addOwn(timerfd), "epoll_ctl");
    }
    time.fill((byte) 0); // it fires once
    setTime(2L * Long.BYTES, timeoutNanos);
    checked(kernel.timerfdSet(timerfd, time.address()), "timerfd_settime");
    return kernel.epollWait(epoll, events.address(), MOST_EVENTS, -1);
  }

  private void setTime(long offset, long nanos) {
    time.set(ValueLayout.JAVA_LONG, offset, nanos / NANOS_PER_SECOND);
    time.set(ValueLayout.JAVA_LONG, offset + Long.BYTES, nanos % NANOS_PER_SECOND);
  }

  @Override
  public void interrupt() {
    kernel.signal(
        eventfd, one.address()); // fails only if 2^64 - 2 were written: an event all the same
  }

  @Override
  public void close(Report report) {
    if (timerfd >= 0) {
      kernel.close(timerfd);
    }
    kernel.close(eventfd);
    kernel.close(epoll);
  }

  private static int checked(int result, String call) throws IOException {
    if (result < 0) {
      throw failed(-result, call);
    }
    return result;
  }

  private static IOException failed(int error, String call) {
    return new IOException(call + ": " + Errno.text(error));
  }

  @Override
  public String toString() {
    return "EpollPoller[" + epoll + "]";
  }
}

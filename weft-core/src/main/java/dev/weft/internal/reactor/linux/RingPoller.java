package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Waits and receives by an io_uring. */
final class RingPoller implements Poller {

  /*
   * Idea: a socket is watched by a request that stays: for a listener, that connections wait; for a
   * stream, that it takes bytes again; for a socket of datagrams, both. What arrives on a stream is received by another that stays
   * (RingInput), so a server that answers small requests makes one call to wait for many of them and one
   * to send each; for messages larger than its buffers it only watches. Bytes are sent by plain calls: a request to send would own the caller's buffer until
   * it ends, or need a copy, and would leave only with the next turn, for a gain within the noise. For the
   * same reason connections are taken by plain calls: a request that accepts by itself takes them out of
   * the system's queue before anybody has asked, and would have to give them back when it is cancelled.
   *
   * Orders come from any thread through a queue and are carried out by the holder of the turn, at its
   * next poll; one that waits is interrupted. So only that thread touches the ring, whatever flags it has,
   * and no request belongs to a thread that ends early. (The kernel cancels a thread's requests when it
   * ends. A request that ends unasked is therefore made again, or its reader woken to do so.)
   *
   * The kernel owns a buffer until the completion that names it, and a watch's place until the last
   * completion of its requests. A removed watch has them cancelled and waits for that.
   *
   * A completion's user data is the place of the watch and the kind of request. An interrupt writes to an
   * eventfd, of which a request reads; so what was written while there was none isn't lost, and counts once.
   * A wait without end goes on after completions that concern nobody.
   *
   * The close cancels all and waits until the kernel has nothing left. If this thread may not enter the
   * ring, since another was its only issuer, the kernel does that when the ring is closed.
   */

  static final int SUBMISSIONS = 256;
  static final int COMPLETIONS = 2048;

  private static final int NOP = 0;
  private static final int POLL_ADD = 6;
  static final int ASYNC_CANCEL = 14;
  private static final int READ = 22;
  private static final int RECV = 27;
  private static final int POLL_MULTI = 1;
  private static final int RECV_MULTISHOT = 1 << 1;
  private static final int BUFFER_SELECT = 1 << 5;
  private static final int CQE_BUFFER = 1;
  private static final int CQE_MORE = 1 << 1;
  private static final int BUFFER_SHIFT = 16;

  private static final int KIND_BITS = 3;
  private static final int WAKE = 0;
  private static final int WATCH = 1;
  private static final int RECEIVE = 2;
  private static final int WAIT_TO_RECEIVE = 3;
  private static final int CANCEL = 4;
  private static final int FILE = 5;
  private static final int CANCEL_FILE = 6;

  private static final int BUFFERS = 256;
  static final int BUFFER_BYTES = 4096;
  private static final int MOST_REQUESTS_OF_A_JOB = 3;
  private static final int CLOSE_ROUNDS = 100;
  private static final long CLOSE_WAIT_NANOS = 10_000_000;

  private enum Order {
    ADD,
    RECEIVE,
    REMOVE
  }

  private record Job(RingWatch watch, Order order) {}

  private final Kernel kernel;
  private final Ring ring;
  private final int eventfd;
  private final MemorySegment one = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 1L);
  private final MemorySegment read = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
  private final Queue<Job> jobs = new ConcurrentLinkedQueue<>();
  private final List<@Nullable RingWatch> watches = new ArrayList<>(); // by place
  private final Deque<Integer> freePlaces = new ArrayDeque<>();
  private final int bufferCount;
  private final RingFiles files;
  private final @Nullable String filesMissing;
  private @Nullable BufferRing buffers;
  private boolean listening; // the kernel reads the eventfd
  private boolean interrupted;
  private boolean closing;
  private int requests; // that the kernel has
  private final AtomicInteger held = new AtomicInteger(); // sockets whose watches haven't left

  private RingPoller(Kernel kernel, Ring ring, int eventfd, int bufferCount) {
    this.kernel = kernel;
    this.ring = ring;
    this.eventfd = eventfd;
    this.bufferCount = bufferCount;
    this.files = new RingFiles(kernel, ring);
    this.filesMissing = files.missing();
  }

  /**
   * Opens one.
   *
   * @param singleIssuer whether always the same thread polls
   * @throws IOException if the system refuses
   */
  static RingPoller open(Kernel kernel, boolean singleIssuer) throws IOException {
    return open(kernel, singleIssuer, SUBMISSIONS, COMPLETIONS, BUFFERS);
  }

  static RingPoller open(
      Kernel kernel, boolean singleIssuer, int submissions, int completions, int buffers)
      throws IOException {
    int flags = singleIssuer ? Ring.SINGLE_ISSUER | Ring.DEFER_TASKRUN : Ring.COOP_TASKRUN;
    Ring ring = Ring.open(kernel, submissions, completions, flags);
    int eventfd = kernel.eventfd(true);
    if (eventfd < 0) {
      ring.close();
      throw Ring.failed(-eventfd, "eventfd2");
    }
    return new RingPoller(kernel, ring, eventfd, buffers);
  }

  /**
   * Sees whether io_uring works: opens rings of both kinds and has a request done.
   *
   * @throws IOException if it doesn't
   */
  static void probe(Kernel kernel) throws IOException {
    for (boolean single : new boolean[] {false, true}) {
      RingPoller poller = open(kernel, single, 4, 8, 2);
      try {
        poller.probe();
      } finally {
        poller.close(new ClosingReport());
      }
    }
  }

  private void probe() throws IOException {
    buffers(); // The newest thing that is needed.
    ring.next(NOP, -1, CANCEL);
    check(ring.enter(Long.MAX_VALUE));
    if (!ring.hasCompletion() || ring.result() != 0) {
      throw new IOException("io_uring_enter: a request that does nothing isn't completed");
    }
    ring.advance();
  }

  // ---- orders

  @Override
  public void add(Tie tie, int fd, long token) {
    var watch = new RingWatch(tie, fd);
    tie.watched(watch);
    held.getAndIncrement();
    jobs.add(new Job(watch, Order.ADD));
  }

  @Override
  public void receive(RingWatch watch) {
    jobs.add(new Job(watch, Order.RECEIVE));
  }

  @Override
  public void remove(Tie tie) {
    RingWatch watch = tie.watch();
    if (watch != null) {
      if (watch.input != null) {
        watch.input.dispose();
      }
      jobs.add(new Job(watch, Order.REMOVE));
    }
  }

  @Override
  public int held() {
    return held.get();
  }

  @Override
  public boolean takesOrders() {
    return true;
  }

  @Override
  public @Nullable RingFiles files() {
    return filesMissing == null ? files : null;
  }

  @Override
  public @Nullable String filesMissing() {
    return filesMissing;
  }

  private void carryOut(Report report) throws IOException {
    Job job;
    while (ring.hasRoom(MOST_REQUESTS_OF_A_JOB) && (job = jobs.poll()) != null) {
      RingWatch watch = job.watch();
      switch (job.order()) {
        case ADD -> begin(watch);
        case RECEIVE -> receiveFor(watch);
        case REMOVE -> end(watch);
      }
    }
    interrupted |= files.carryOut(FILE, CANCEL_FILE, report);
    if (!listening && !closing) {
      next(READ, eventfd, WAKE);
      ring.address(read.address());
      ring.length(Long.BYTES);
      listening = true;
      requests++;
    }
  }

  private void begin(RingWatch watch) throws IOException {
    if (watch.tie.enter() == Tie.CLOSED) {
      watch.removed = true;
      held.getAndDecrement();
      return;
    }
    Integer free = freePlaces.poll();
    if (free == null) {
      watch.place = watches.size();
      watches.add(watch);
    } else {
      watch.place = free;
      watches.set(free, watch);
    }
    watch(watch);
  }

  private void watch(RingWatch watch) throws IOException {
    watch.watching = true;
    began(watch);
    poll(watch.fd, data(watch, WATCH), watch.tie.kind().pollEvents(), POLL_MULTI);
  }

  private void receiveFor(RingWatch watch) throws IOException {
    if (watch.removed) {
      return;
    }
    RingInput input = input(watch);
    if (watch.receiving) {
      if (input.isLeaving()) {
        cancel(watch, WAIT_TO_RECEIVE);
      }
      return;
    }
    if (!input.isArmed()) {
      return; // The request that was to end did so by itself.
    }
    watch.receiving = true;
    began(watch);
    boolean large = input.isLarge();
    if (!large && buffers().hasFree()) {
      next(RECV, watch.fd, data(watch, RECEIVE));
      ring.priority(RECV_MULTISHOT);
      ring.flags(BUFFER_SELECT);
      ring.bufferGroup(BufferRing.GROUP);
    } else {
      input.polls(large);
      poll(watch.fd, data(watch, WAIT_TO_RECEIVE), IN | PRI | RDHUP, large ? POLL_MULTI : 0);
    }
  }

  private void end(RingWatch watch) throws IOException {
    if (!watch.removed) {
      watch.removed = true;
      if (watch.watching) {
        cancel(watch, WATCH);
      }
      if (watch.receiving) {
        cancel(watch, RECEIVE);
        cancel(watch, WAIT_TO_RECEIVE);
      }
      leaveIfDone(watch);
    }
  }

  private void cancel(RingWatch watch, int kind) throws IOException {
    began(watch);
    next(ASYNC_CANCEL, -1, data(watch, CANCEL));
    ring.address(data(watch, kind));
  }

  private void poll(int fd, long data, int events, int multi) throws IOException {
    next(POLL_ADD, fd, data);
    ring.length(multi);
    ring.operationFlags(events);
  }

  private void next(int operation, int fd, long data) throws IOException {
    while (!ring.hasRoom(1)) {
      enter(0);
    }
    ring.next(operation, fd, data);
  }

  private void began(RingWatch watch) {
    watch.requests++;
    requests++;
  }

  private static long data(RingWatch watch, int kind) {
    return data(watch.place, kind);
  }

  static long data(int place, int kind) {
    return (long) place << KIND_BITS | kind;
  }

  private static RingInput input(RingWatch watch) {
    RingInput input = watch.input;
    if (input == null) {
      throw new AssertionError("A listener can't receive.");
    }
    return input;
  }

  private BufferRing buffers() throws IOException {
    BufferRing known = buffers;
    if (known == null) {
      known = new BufferRing(ring, bufferCount, BUFFER_BYTES);
      buffers = known;
    }
    return known;
  }

  // ---- polling

  @Override
  public int poll(long timeoutNanos, Report report) throws IOException {
    interrupted = false;
    int reported;
    do {
      carryOut(report);
      boolean waits = timeoutNanos > 0 && !interrupted && !hasOrders() && !ring.hasCompletion();
      if (waits || ring.needsEnter()) {
        enter(waits ? timeoutNanos : 0);
      }
      reported = reap(report);
    } while (timeoutNanos == Long.MAX_VALUE && reported == 0 && !interrupted && !hasOrders());
    return reported;
  }

  private boolean hasOrders() {
    return !jobs.isEmpty() || files.hasOrders();
  }

  private void enter(long timeoutNanos) throws IOException {
    int answer = ring.enter(timeoutNanos);
    // Busy means that completions have to be taken first; the requests go out with the next turn.
    if (answer != -Errno.EINTR && answer != -Errno.EBUSY && answer != -Errno.EAGAIN) {
      check(answer);
    }
  }

  private int reap(Report report) throws IOException {
    int reported = 0;
    for (int left = COMPLETIONS; left > 0 && ring.hasCompletion(); left--) {
      long data = ring.userData();
      int result = ring.result();
      int flags = ring.completionFlags();
      ring.advance();
      reported += completed(data, result, flags, report);
    }
    return reported;
  }

  private int completed(long data, int result, int flags, Report report) throws IOException {
    int kind = (int) data & ((1 << KIND_BITS) - 1);
    boolean last = (flags & CQE_MORE) == 0;
    if (kind == WAKE) {
      listening = false;
      requests--;
      interrupted |= result > 0;
      return 0;
    }
    if (kind == FILE || kind == CANCEL_FILE) {
      files.completed((int) (data >>> KIND_BITS), kind == CANCEL_FILE, result, report);
      return 1;
    }
    RingWatch watch = watches.get((int) (data >>> KIND_BITS));
    if (watch == null) {
      throw new AssertionError("A completion came for a socket that has none under way.");
    }
    if (last) {
      watch.requests--;
      requests--;
    }
    int reported =
        switch (kind) {
          case WATCH -> watched(watch, result, last, report);
          case RECEIVE -> received(watch, result, flags, last, report);
          case WAIT_TO_RECEIVE -> mayReceive(watch, result, last, report);
          default -> 0;
        };
    leaveIfDone(watch);
    return reported;
  }

  private int watched(RingWatch watch, int result, boolean last, Report report) throws IOException {
    if (last) {
      watch.watching = false;
    }
    if (watch.removed) {
      return 0;
    }
    if (last && (result >= 0 || result == -Errno.ECANCELED)) {
      watch(watch);
    }
    return report(watch, result >= 0 ? result : result == -Errno.ECANCELED ? 0 : ERR, report);
  }

  private int received(RingWatch watch, int result, int flags, boolean last, Report report)
      throws IOException {
    RingInput input = input(watch);
    boolean stop = false;
    if ((flags & CQE_BUFFER) != 0) {
      stop = input.add(buffers(), flags >>> BUFFER_SHIFT, Math.max(result, 0));
    }
    boolean ended =
        result == 0
            || (result < 0
                && result != -Errno.ENOBUFS
                && result != -Errno.ECANCELED
                && result != -Errno.EINTR
                && result != -Errno.EAGAIN);
    if (ended) {
      input.end(-result);
    }
    if (last) {
      watch.receiving = false;
      input.idle();
    } else if (stop && !watch.removed) {
      cancel(watch, RECEIVE);
    }
    return watch.removed ? 0 : report(watch, ended ? IN | RDHUP : IN, report);
  }

  private int mayReceive(RingWatch watch, int result, boolean last, Report report) {
    if (last) {
      watch.receiving = false;
      input(watch).idle();
    }
    return watch.removed ? 0 : report(watch, result > 0 ? result : IN, report);
  }

  private static int report(RingWatch watch, int events, Report report) {
    if (events == 0) {
      return 0;
    }
    report.occurred(watch.tie, events);
    return 1;
  }

  private void leaveIfDone(RingWatch watch) {
    if (watch.removed && watch.requests == 0 && watch.place >= 0) {
      watches.set(watch.place, null);
      freePlaces.add(watch.place);
      watch.place = -1;
      held.getAndDecrement();
      watch.tie.exit();
      interrupted = true; // That may have woken a task of this very thread.
    }
  }

  @Override
  public void interrupt() {
    kernel.signal(eventfd, one.address());
  }

  private static void check(int answer) throws IOException {
    if (answer < 0) {
      throw Ring.failed(-answer, "io_uring_enter");
    }
  }

  // ---- the end

  @Override
  public void close(Report report) {
    try {
      drain(report);
    } catch (IOException refused) {
      // The kernel ends the rest when the ring is closed.
    }
    ring.close();
    kernel.close(eventfd);
    files.close(report);
    for (RingWatch watch : new ArrayList<>(watches)) {
      if (watch != null) {
        watch.removed = true;
        watch.requests = 0;
        leaveIfDone(watch);
      }
    }
  }

  private void drain(Report report) throws IOException {
    interrupt(); // ends the request that reads the eventfd
    carryOut(report);
    closing = true;
    files.cancelAll();
    for (RingWatch watch : new ArrayList<>(watches)) {
      if (watch != null) {
        end(watch);
      }
    }
    for (int round = 0; (requests > 0 || files.isBusy()) && round < CLOSE_ROUNDS; round++) {
      carryOut(report);
      enter(ring.hasCompletion() ? 0 : CLOSE_WAIT_NANOS);
      reap(report);
    }
  }

  /** How many buffers for files are in use. */
  int fileBuffersTaken() {
    return files.buffersTaken();
  }

  /** How many buffers aren't the kernel's. */
  int buffersTaken() {
    BufferRing known = buffers;
    return known == null ? 0 : known.taken();
  }

  @Override
  public String toString() {
    return "RingPoller[" + ring + ", requests=" + requests + "]";
  }
}

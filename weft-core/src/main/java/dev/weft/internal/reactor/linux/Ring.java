package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** One io_uring: two rings of memory that are shared with the kernel. */
final class Ring {

  /*
   * The submission queue is written by next() and read by the kernel in enter(); the completion queue is
   * written by the kernel and read by the accessors of the completion at its head. Each side owns one
   * index of a queue: a release of the own one publishes the entries before it, an acquire of the other's
   * sees its entries.
   *
   * Ownership: one thread at a time, the holder of the driver's turn. Memory is mapped by the kernel and
   * unmapped in close(); what is passed by address (`params`, `wait`) belongs to the arena of this object.
   */

  static final int COOP_TASKRUN = 1 << 8;
  static final int SINGLE_ISSUER = 1 << 12;
  static final int DEFER_TASKRUN = 1 << 13;

  private static final int SETUP_CQSIZE = 1 << 3;
  private static final int SETUP_R_DISABLED = 1 << 6;
  private static final int SETUP_SUBMIT_ALL = 1 << 7;
  private static final int SETUP_TASKRUN_FLAG = 1 << 9;
  private static final int FEATURE_SINGLE_MMAP = 1;
  private static final int FEATURE_NODROP = 1 << 1;
  private static final int FEATURE_EXT_ARG = 1 << 8;
  private static final int ENTER_GETEVENTS = 1;
  private static final int ENTER_EXT_ARG = 1 << 3;
  private static final int REGISTER_ENABLE_RINGS = 12;
  private static final int FLAG_CQ_OVERFLOW = 1 << 1;
  private static final int FLAG_TASKRUN = 1 << 2;

  private static final long OFFSET_SQES = 0x10000000L;
  private static final int PARAMS_BYTES = 120;
  private static final int SQ_OFFSETS = 40;
  private static final int CQ_OFFSETS = 80;
  private static final int SQE_BYTES = 64;
  private static final int CQE_BYTES = 16;
  private static final int ARGUMENT_BYTES = 24;
  private static final int TIME_OFFSET = 32;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final VarHandle INDEX = INT.varHandle();

  private final Kernel kernel;
  private final int fd;
  private final MemorySegment rings;
  private final MemorySegment sqes;
  private final MemorySegment wait;
  private final int entries;
  private final long sqHead;
  private final long sqTail;
  private final long sqFlags;
  private final long cqHead;
  private final long cqTail;
  private final long cqes;
  private final int cqMask;
  private boolean enabled;
  private int tail; // of the submission queue; ours
  private int submitted; // the part of it that the kernel has taken
  private int head; // of the completion queue; ours
  private MemorySegment sqe;

  private Ring(Kernel kernel, int fd, MemorySegment params, boolean enabled) throws IOException {
    this.kernel = kernel;
    this.fd = fd;
    this.enabled = enabled;
    entries = params.get(INT, 0);
    int completions = params.get(INT, 4);
    sqHead = params.get(INT, SQ_OFFSETS);
    sqTail = params.get(INT, SQ_OFFSETS + 4);
    sqFlags = params.get(INT, SQ_OFFSETS + 16);
    long array = params.get(INT, SQ_OFFSETS + 24);
    cqHead = params.get(INT, CQ_OFFSETS);
    cqTail = params.get(INT, CQ_OFFSETS + 4);
    cqes = params.get(INT, CQ_OFFSETS + 20);
    long bytes =
        Math.max(array + (long) entries * Integer.BYTES, cqes + (long) completions * CQE_BYTES);
    rings = map(0, bytes);
    try {
      sqes = map(OFFSET_SQES, (long) entries * SQE_BYTES);
    } catch (IOException failure) {
      kernel.unmap(rings.address(), rings.byteSize());
      throw failure;
    }
    cqMask = rings.get(INT, Integer.toUnsignedLong(params.get(INT, CQ_OFFSETS + 8)));
    for (int i = 0; i < entries; i++) {
      rings.set(INT, array + (long) i * Integer.BYTES, i);
    }
    sqe = sqes;
    wait = Arena.ofAuto().allocate(TIME_OFFSET + 16, Long.BYTES);
    wait.set(LONG, 16, wait.address() + TIME_OFFSET);
  }

  /**
   * Opens a ring.
   *
   * @param flags how completions are posted; with {@link #SINGLE_ISSUER} the first thread that
   *     enters is the only one that may
   * @throws IOException if the system has no such rings or forbids them
   */
  static Ring open(Kernel kernel, int submissions, int completions, int flags) throws IOException {
    boolean single = (flags & SINGLE_ISSUER) != 0;
    MemorySegment params = Arena.ofAuto().allocate(PARAMS_BYTES, Long.BYTES);
    // The flag tells a turn that doesn't wait when there are completions that only a call will
    // post.
    int all = flags | SETUP_CQSIZE | SETUP_SUBMIT_ALL | SETUP_TASKRUN_FLAG;
    params.set(INT, 8, all | (single ? SETUP_R_DISABLED : 0));
    params.set(INT, 4, completions);
    int fd = kernel.ringSetup(submissions, params.address());
    if (fd < 0) {
      throw failed(-fd, "io_uring_setup");
    }
    try {
      int wanted = FEATURE_SINGLE_MMAP | FEATURE_NODROP | FEATURE_EXT_ARG;
      if ((params.get(INT, 20) & wanted) != wanted) {
        throw new IOException("io_uring_setup: this kernel's io_uring is too old");
      }
      return new Ring(kernel, fd, params, !single);
    } catch (IOException failure) {
      kernel.close(fd);
      throw failure;
    }
  }

  @SuppressWarnings("restricted") // the kernel's memory has the size that was asked for
  private MemorySegment map(long offset, long bytes) throws IOException {
    long address = kernel.map(fd, offset, bytes);
    if (address < 0 && address > -4096) {
      throw failed((int) -address, "mmap of an io_uring");
    }
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  static IOException failed(int error, String call) {
    return new IOException(call + ": " + Errno.text(error));
  }

  // ---- submissions

  /** Whether {@link #next} has room for so many. */
  boolean hasRoom(int requests) {
    return tail - (int) INDEX.getAcquire(rings, sqHead) <= entries - requests;
  }

  /** Begins a request; there must be room. Its other parts are 0. */
  void next(int operation, int descriptor, long userData) {
    long offset = (long) (tail & (entries - 1)) * SQE_BYTES;
    sqe = sqes.asSlice(offset, SQE_BYTES);
    sqe.fill((byte) 0);
    sqe.set(ValueLayout.JAVA_BYTE, 0, (byte) operation);
    sqe.set(INT, 4, descriptor);
    sqe.set(LONG, 32, userData);
    tail++;
  }

  void flags(int flags) {
    sqe.set(ValueLayout.JAVA_BYTE, 1, (byte) flags);
  }

  void priority(int value) {
    sqe.set(SHORT, 2, (short) value);
  }

  /** Where in the file, or the second address of those that take two. */
  void offset(long value) {
    sqe.set(LONG, 8, value);
  }

  void address(long value) {
    sqe.set(LONG, 16, value);
  }

  void length(int value) {
    sqe.set(INT, 24, value);
  }

  void operationFlags(int value) {
    sqe.set(INT, 28, value);
  }

  void bufferGroup(int value) {
    sqe.set(SHORT, 40, (short) value);
  }

  // ---- the kernel

  /**
   * Hands over the requests and, if the timeout isn't 0, waits for a completion.
   *
   * @return 0, or the negative errno; {@link Errno#ETIME} is no error here
   */
  int enter(long timeoutNanos) {
    if (!enabled) {
      int answer = kernel.ringRegister(fd, REGISTER_ENABLE_RINGS, 0, 0);
      if (answer < 0) {
        return answer;
      }
      enabled = true;
    }
    INDEX.setRelease(rings, sqTail, tail);
    int pending = tail - submitted;
    int answer;
    if (timeoutNanos <= 0) {
      answer = kernel.ringEnter(fd, pending, 0, ENTER_GETEVENTS, 0, 0);
    } else if (timeoutNanos == Long.MAX_VALUE) {
      answer = kernel.ringEnter(fd, pending, 1, ENTER_GETEVENTS, 0, 0);
    } else {
      wait.set(LONG, TIME_OFFSET, timeoutNanos / NANOS_PER_SECOND);
      wait.set(LONG, TIME_OFFSET + Long.BYTES, timeoutNanos % NANOS_PER_SECOND);
      answer =
          kernel.ringEnter(
              fd, pending, 1, ENTER_GETEVENTS | ENTER_EXT_ARG, wait.address(), ARGUMENT_BYTES);
    }
    submitted = (int) INDEX.getAcquire(rings, sqHead);
    return answer == -Errno.ETIME ? 0 : Math.min(answer, 0);
  }

  /** Whether entering without waiting would do anything. */
  boolean needsEnter() {
    return tail != submitted
        || !enabled
        || ((int) INDEX.getAcquire(rings, sqFlags) & (FLAG_CQ_OVERFLOW | FLAG_TASKRUN)) != 0;
  }

  int register(int operation, long argumentAddress, int count) {
    return kernel.ringRegister(fd, operation, argumentAddress, count);
  }

  // ---- completions

  /** Whether there is a completion at the head. */
  boolean hasCompletion() {
    return head != (int) INDEX.getAcquire(rings, cqTail);
  }

  long userData() {
    return rings.get(LONG, completion());
  }

  int result() {
    return rings.get(INT, completion() + 8);
  }

  int completionFlags() {
    return rings.get(INT, completion() + 12);
  }

  private long completion() {
    return cqes + (long) (head & cqMask) * CQE_BYTES;
  }

  /** Gives the completion at the head back to the kernel. */
  void advance() {
    head++;
    INDEX.setRelease(rings, cqHead, head);
  }

  /** Gives everything back; requests that are under way end without a word. */
  void close() {
    kernel.unmap(sqes.address(), sqes.byteSize());
    kernel.unmap(rings.address(), rings.byteSize());
    kernel.close(fd);
  }

  @Override
  public String toString() {
    return "Ring[" + fd + "]";
  }
}

package dev.weft.internal.reactor.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The kernel that this process runs on. */
final class SystemKernel implements Kernel {

  /*
   * Idea: linking the first handle costs the JVM about 100 ms and each further shape 10 to 20 ms. So all
   * goes through syscall(2) with one shape, all arguments being longs; a second shape has a segment, so
   * that the JVM keeps a caller's memory alive and refuses memory that was freed. The memory of this
   * package itself is long-lived and goes by address. Each handle is a constant of a class of its own,
   * linked when it is first needed.
   *
   * No call here is made with Linker.Option.critical: it saves 7 of some 500 ns, and a thread that waits
   * in such a call holds up the garbage collector.
   *
   * errno is captured by the JVM right after the call, into memory of the calling thread.
   */

  private static final int MSG_NOSIGNAL = 0x4000; // a broken pipe is an answer, not a signal
  private static final int CLOEXEC = 0x80000; // also O_CLOEXEC, SOCK_CLOEXEC and their like
  private static final int NONBLOCK = 0x800;
  private static final int CTL_ADD = 1;
  private static final int CLOCK_MONOTONIC = 1;
  private static final int SIGNAL_SET_BYTES = 8;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED_POPULATE = 0x8001;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int AT_CWD = -100;
  private static final int SET_FLAGS = 4; // F_SETFL
  private static final int OPEN_HOW_BYTES = 24;

  private final Abi abi;

  SystemKernel(Abi abi) {
    this.abi = abi;
  }

  /** As a kernel, so that a class that has no use for it before a socket opens doesn't load it. */
  static Kernel of(Abi abi) {
    return new SystemKernel(abi);
  }

  @Override
  public Abi abi() {
    return abi;
  }

  private static long call(int number, long a, long b, long c, long d, long e, long f) {
    MemorySegment errno = CallMemory.ofThread().errno;
    long result;
    try {
      result = (long) Plain.SYSCALL.invokeExact(errno, (long) number, a, b, c, d, e, f);
    } catch (LinkageError refused) {
      throw unlinked(refused);
    } catch (Throwable impossible) {
      throw new AssertionError("The system call " + number + " can't be made.", impossible);
    }
    return result == -1 ? -CallMemory.errnoIn(errno) : result;
  }

  private static int call(int number, long a, long b, long c) {
    return (int) call(number, a, b, c, 0, 0, 0);
  }

  /** {@code recvfrom} or {@code sendto}. */
  private static long transfer(
      int number, int fd, MemorySegment memory, int length, int flags, long peer, long room) {
    MemorySegment errno = CallMemory.ofThread().errno;
    long result;
    try {
      result =
          (long)
              WithMemory.SYSCALL.invokeExact(
                  errno, (long) number, (long) fd, memory, (long) length, (long) flags, peer, room);
    } catch (RuntimeException refused) { // the memory was freed, or is another thread's
      throw refused;
    } catch (Throwable impossible) {
      throw new AssertionError("The system call " + number + " can't be made.", impossible);
    }
    return result == -1 ? -CallMemory.errnoIn(errno) : result;
  }

  @Override
  public int socket(int family, int type, int protocol) {
    return call(abi.socket, family, type | NONBLOCK | CLOEXEC, protocol);
  }

  @Override
  public int bind(int fd, long address, int length) {
    return call(abi.bind, fd, address, length);
  }

  @Override
  public int listen(int fd, int backlog) {
    return call(abi.listen, fd, backlog, 0);
  }

  @Override
  public int accept(int fd, long address, long lengthAddress, int flags) {
    return (int) call(abi.accept4, fd, address, lengthAddress, flags | NONBLOCK | CLOEXEC, 0, 0);
  }

  @Override
  public int connect(int fd, long address, int length) {
    return call(abi.connect, fd, address, length);
  }

  @Override
  public long receive(int fd, long address, int length, int flags) {
    return call(abi.recvfrom, fd, address, length, flags, 0, 0);
  }

  @Override
  public long receive(int fd, MemorySegment target, int length, int flags) {
    return transfer(abi.recvfrom, fd, target, length, flags, 0, 0);
  }

  @Override
  public long send(int fd, long address, int length, int flags) {
    return call(abi.sendto, fd, address, length, flags | MSG_NOSIGNAL, 0, 0);
  }

  @Override
  public long send(int fd, MemorySegment source, int length, int flags) {
    return transfer(abi.sendto, fd, source, length, flags | MSG_NOSIGNAL, 0, 0);
  }

  @Override
  public long receiveFrom(
      int fd, MemorySegment target, int length, long from, long fromLengthAddress) {
    return transfer(abi.recvfrom, fd, target, length, 0, from, fromLengthAddress);
  }

  @Override
  public long sendTo(int fd, MemorySegment source, int length, long to, int toLength) {
    return transfer(abi.sendto, fd, source, length, MSG_NOSIGNAL, to, toLength);
  }

  @Override
  public int receiveMany(int fd, long headersAddress, int count) {
    return (int) call(abi.recvmmsg, fd, headersAddress, count, 0, 0, 0);
  }

  @Override
  public int sendMany(int fd, long headersAddress, int count) {
    return (int) call(abi.sendmmsg, fd, headersAddress, count, MSG_NOSIGNAL, 0, 0);
  }

  @Override
  public int shutdown(int fd, int how) {
    return call(abi.shutdown, fd, how, 0);
  }

  @Override
  public int localAddress(int fd, long address, long lengthAddress) {
    return call(abi.getsockname, fd, address, lengthAddress);
  }

  @Override
  public int remoteAddress(int fd, long address, long lengthAddress) {
    return call(abi.getpeername, fd, address, lengthAddress);
  }

  @Override
  public int setOption(int fd, int level, int name, long address, int length) {
    return (int) call(abi.setsockopt, fd, level, name, address, length, 0);
  }

  @Override
  public int option(int fd, int level, int name, long address, long lengthAddress) {
    return (int) call(abi.getsockopt, fd, level, name, address, lengthAddress, 0);
  }

  @Override
  public int close(int fd) {
    return call(abi.close, fd, 0, 0);
  }

  @Override
  public int epollCreate() {
    return call(abi.epollCreate1, CLOEXEC, 0, 0);
  }

  @Override
  public int epollAdd(int epoll, int fd, long eventAddress) {
    return (int) call(abi.epollCtl, epoll, CTL_ADD, fd, eventAddress, 0, 0);
  }

  @Override
  public int epollWait(int epoll, long eventsAddress, int most, int timeoutMillis) {
    return (int)
        call(abi.epollPwait, epoll, eventsAddress, most, timeoutMillis, 0, SIGNAL_SET_BYTES);
  }

  @Override
  public int epollWaitNanos(int epoll, long eventsAddress, int most, long timespecAddress) {
    return (int)
        call(Abi.EPOLL_PWAIT2, epoll, eventsAddress, most, timespecAddress, 0, SIGNAL_SET_BYTES);
  }

  @Override
  public int eventfd(boolean blocking) {
    return call(abi.eventfd2, 0, blocking ? CLOEXEC : NONBLOCK | CLOEXEC, 0);
  }

  @Override
  public long signal(int eventfd, long address) {
    return call(abi.write, eventfd, address, Long.BYTES);
  }

  @Override
  public int timerfd() {
    return call(abi.timerfdCreate, CLOCK_MONOTONIC, NONBLOCK | CLOEXEC, 0);
  }

  @Override
  public int timerfdSet(int timerfd, long itimerspecAddress) {
    return (int) call(abi.timerfdSettime, timerfd, 0, itimerspecAddress, 0, 0, 0);
  }

  @Override
  public int ringSetup(int entries, long paramsAddress) {
    return call(Abi.IO_URING_SETUP, entries, paramsAddress, 0);
  }

  @Override
  public int ringEnter(
      int ring, int submit, int wait, int flags, long argumentAddress, int length) {
    return (int) call(Abi.IO_URING_ENTER, ring, submit, wait, flags, argumentAddress, length);
  }

  @Override
  public int ringRegister(int ring, int operation, long argumentAddress, int count) {
    return (int) call(Abi.IO_URING_REGISTER, ring, operation, argumentAddress, count, 0, 0);
  }

  @Override
  public long map(int fd, long offset, long bytes) {
    return call(abi.mmap, 0, bytes, PROT_READ_WRITE, MAP_SHARED_POPULATE, fd, offset);
  }

  @Override
  public long mapMemory(long bytes) {
    return call(abi.mmap, 0, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
  }

  @Override
  public long seek(int fd, long offset, int whence) {
    return call(abi.lseek, fd, offset, whence, 0, 0, 0);
  }

  @Override
  public int truncate(int fd, long bytes) {
    return call(abi.ftruncate, fd, bytes, 0);
  }

  @Override
  public int openFile(long pathAddress, int flags, int mode) {
    return (int) call(abi.openat, AT_CWD, pathAddress, flags, mode, 0, 0);
  }

  @Override
  public int openFile2(long pathAddress, long howAddress) {
    return (int) call(Abi.OPENAT2, AT_CWD, pathAddress, howAddress, OPEN_HOW_BYTES, 0, 0);
  }

  @Override
  public int fileStatus(int fd, long pathAddress, int flags, int mask, long statxAddress) {
    return (int) call(abi.statx, fd, pathAddress, flags, mask, statxAddress, 0);
  }

  @Override
  public int setFileFlags(int fd, int flags) {
    return call(abi.fcntl, fd, SET_FLAGS, flags);
  }

  @Override
  public int poll(long pollfdAddress, long timespecAddress) {
    return (int) call(abi.ppoll, pollfdAddress, 1, timespecAddress, 0, SIGNAL_SET_BYTES, 0);
  }

  @Override
  public long readFile(int fd, long address, int length, long position) {
    return position < 0
        ? call(abi.read, fd, address, length, 0, 0, 0)
        : call(abi.pread64, fd, address, length, position, 0, 0);
  }

  @Override
  public long readFile2(int fd, long vectorAddress, long position, int flags) {
    return call(abi.preadv2, fd, vectorAddress, 1, position, 0, flags);
  }

  @Override
  public long writeFile(int fd, long address, int length, long position) {
    return position < 0
        ? call(abi.write, fd, address, length, 0, 0, 0)
        : call(abi.pwrite64, fd, address, length, position, 0, 0);
  }

  @Override
  public int syncFile(int fd, boolean all) {
    return call(all ? abi.fsync : abi.fdatasync, fd, 0, 0);
  }

  @Override
  public int unmap(long address, long bytes) {
    return call(abi.munmap, address, bytes, 0);
  }

  @Override
  public String toString() {
    return "SystemKernel[" + abi + "]";
  }

  private static IllegalCallerException unlinked(LinkageError refused) {
    Throwable cause = refused.getCause() == null ? refused : refused.getCause();
    return new IllegalCallerException("this JVM forbids native calls", cause);
  }

  @SuppressWarnings("restricted") // is what a native driver is for; DriverChoice asks first
  private static MethodHandle link(FunctionDescriptor shape) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("syscall"),
        shape,
        Linker.Option.captureCallState("errno"),
        Linker.Option.firstVariadicArg(1));
  }

  private static FunctionDescriptor shape(MemoryLayout second) {
    return FunctionDescriptor.of(
        JAVA_LONG, JAVA_LONG, JAVA_LONG, second, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  private static final class Plain {
    static final MethodHandle SYSCALL = link(shape(JAVA_LONG));
  }

  private static final class WithMemory {
    static final MethodHandle SYSCALL = link(shape(ADDRESS));
  }
}

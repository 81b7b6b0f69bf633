package dev.weft.internal.reactor.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A kernel that moves fewer bytes than it could, says "not yet" when it could, and is interrupted
 * by signals, all at random. As the real one does, it tells by an event when it could again, a turn
 * or more later.
 */
final class MoodyKernel extends ForwardingKernel {

  private final Random random;
  private final Map<Integer, Long> tokens = new ConcurrentHashMap<>();
  private final Set<Integer> owed = ConcurrentHashMap.newKeySet();
  private final Map<Integer, MoodyRing> rings = new ConcurrentHashMap<>();
  private int faults;

  MoodyKernel(Kernel real, long seed) {
    super(real);
    this.random = new Random(seed);
  }

  int faults() {
    return faults;
  }

  private boolean fails() {
    boolean fails = random.nextInt(3) == 0;
    if (fails) {
      faults++;
    }
    return fails;
  }

  /** The error of a call that does nothing this time, or 0. */
  private int error(int fd) {
    if (!fails()) {
      return 0;
    }
    if (!tokens.containsKey(fd) || random.nextBoolean()) {
      return -Errno.EINTR;
    }
    owed.add(fd);
    return -Errno.EAGAIN;
  }

  private int shortened(int fd, int length) {
    if (length == 1 || !tokens.containsKey(fd) || !fails()) {
      return length;
    }
    owed.add(fd);
    return 1 + random.nextInt(length - 1);
  }

  @Override
  public int accept(int fd, long address, long lengthAddress, int flags) {
    int error = random.nextInt(4) == 0 ? -Errno.ECONNABORTED : error(fd);
    return error == 0 ? super.accept(fd, address, lengthAddress, flags) : error;
  }

  @Override
  public int close(int fd) {
    tokens.remove(fd);
    rings.remove(fd);
    owed.remove(fd);
    return super.close(fd);
  }

  @Override
  public int connect(int fd, long address, int length) {
    if (isUnix(address, length) && fails()) {
      return -Errno.EINTR; // and nothing has begun
    }
    int answer = super.connect(fd, address, length);
    return answer == -Errno.EINPROGRESS && fails() ? -Errno.EINTR : answer;
  }

  @Override
  public long receive(int fd, long address, int length, int flags) {
    int error = error(fd);
    return error == 0 ? super.receive(fd, address, shortened(fd, length), flags) : error;
  }

  @Override
  public long receive(int fd, MemorySegment target, int length, int flags) {
    int error = error(fd);
    return error == 0 ? super.receive(fd, target, shortened(fd, length), flags) : error;
  }

  @Override
  public long send(int fd, long address, int length, int flags) {
    int error = error(fd);
    return error == 0 ? super.send(fd, address, shortened(fd, length), flags) : error;
  }

  @Override
  public long send(int fd, MemorySegment source, int length, int flags) {
    int error = error(fd);
    return error == 0 ? super.send(fd, source, shortened(fd, length), flags) : error;
  }

  @Override
  public long receiveFrom(
      int fd, MemorySegment target, int length, long from, long fromLengthAddress) {
    int error = error(fd);
    return error == 0 ? super.receiveFrom(fd, target, length, from, fromLengthAddress) : error;
  }

  @Override
  public long sendTo(int fd, MemorySegment source, int length, long to, int toLength) {
    // Of a Unix socket that isn't connected, nothing would tell when it can be tried again.
    int error = isUnix(to, toLength) ? (fails() ? -Errno.EINTR : 0) : error(fd);
    return error == 0 ? super.sendTo(fd, source, length, to, toLength) : error;
  }

  @Override
  public int receiveMany(int fd, long headersAddress, int count) {
    int error = error(fd);
    return error == 0 ? super.receiveMany(fd, headersAddress, shortened(fd, count)) : error;
  }

  @Override
  public int sendMany(int fd, long headersAddress, int count) {
    int error = error(fd);
    return error == 0 ? super.sendMany(fd, headersAddress, shortened(fd, count)) : error;
  }

  private static boolean isUnix(long address, int length) {
    return length > 0
        && MemorySegment.ofAddress(address).reinterpret(length).get(ValueLayout.JAVA_SHORT, 0)
            == UnixName.AF_UNIX;
  }

  @Override
  public int epollAdd(int epoll, int fd, long eventAddress) {
    MemorySegment event = MemorySegment.ofAddress(eventAddress).reinterpret(16);
    tokens.put(fd, event.get(ValueLayout.JAVA_LONG_UNALIGNED, abi().epollDataOffset()));
    return super.epollAdd(epoll, fd, eventAddress);
  }

  @Override
  public int epollWait(int epoll, long eventsAddress, int most, int timeoutMillis) {
    if (fails()) {
      return -Errno.EINTR;
    }
    int count = super.epollWait(epoll, eventsAddress, most, owed.isEmpty() ? timeoutMillis : 0);
    return count < 0 ? count : withOwed(eventsAddress, count);
  }

  @Override
  public int epollWaitNanos(int epoll, long eventsAddress, int most, long timespecAddress) {
    return owed.isEmpty()
        ? super.epollWaitNanos(epoll, eventsAddress, most, timespecAddress)
        : epollWait(epoll, eventsAddress, most, 0);
  }

  @Override
  public int openFile(long pathAddress, int flags, int mode) {
    return fails() ? -Errno.EINTR : super.openFile(pathAddress, flags, mode);
  }

  @Override
  public int openFile2(long pathAddress, long howAddress) {
    return fails() ? -Errno.EAGAIN : super.openFile2(pathAddress, howAddress);
  }

  @Override
  public long readFile(int fd, long address, int length, long position) {
    return fails()
        ? -Errno.EINTR
        : super.readFile(fd, address, 1 + random.nextInt(length), position);
  }

  @Override
  public long readFile2(int fd, long vectorAddress, long position, int flags) {
    return fails() ? -Errno.EAGAIN : super.readFile2(fd, vectorAddress, position, flags);
  }

  @Override
  public long writeFile(int fd, long address, int length, long position) {
    return fails()
        ? -Errno.EINTR
        : super.writeFile(fd, address, 1 + random.nextInt(length), position);
  }

  @Override
  public int ringSetup(int entries, long paramsAddress) {
    int ring = super.ringSetup(entries, paramsAddress);
    if (ring >= 0) {
      rings.put(ring, new MoodyRing(paramsAddress));
    }
    return ring;
  }

  @Override
  public long map(int fd, long offset, long bytes) {
    long address = super.map(fd, offset, bytes);
    MoodyRing moody = rings.get(fd);
    if (moody != null) {
      moody.mapped(offset, address, bytes);
    }
    return address;
  }

  @Override
  public int ringEnter(
      int ring, int submit, int wait, int flags, long argumentAddress, int length) {
    if (fails()) {
      return switch (random.nextInt(3)) {
        case 0 -> -Errno.EINTR;
        case 1 -> -Errno.EAGAIN;
        default -> -Errno.EBUSY;
      };
    }
    MoodyRing moody = rings.get(ring);
    if (moody == null) {
      return super.ringEnter(ring, submit, wait, flags, argumentAddress, length);
    }
    faults += moody.spoil(random, submit);
    int answer = super.ringEnter(ring, submit, wait, flags, argumentAddress, length);
    moody.pretend();
    return answer;
  }

  private int withOwed(long eventsAddress, int count) {
    if (fails()) {
      return count; // They come later.
    }
    int bytes = abi().epollEventBytes;
    MemorySegment events =
        MemorySegment.ofAddress(eventsAddress).reinterpret((long) (count + owed.size()) * bytes);
    int all = count;
    for (int fd : owed) {
      Long token = tokens.get(fd);
      if (token != null) {
        long offset = (long) all++ * bytes;
        events.set(ValueLayout.JAVA_INT_UNALIGNED, offset, Poller.IN | Poller.OUT);
        events.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + abi().epollDataOffset(), token);
      }
    }
    owed.clear();
    return all;
  }
}

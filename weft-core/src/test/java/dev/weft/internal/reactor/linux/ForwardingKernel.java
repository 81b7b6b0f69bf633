package dev.weft.internal.reactor.linux;

import java.lang.foreign.MemorySegment;

/** A kernel that does what another does; tests change some of it. */
class ForwardingKernel implements Kernel {

  final Kernel real;

  ForwardingKernel(Kernel real) {
    this.real = real;
  }

  @Override
  public Abi abi() {
    return real.abi();
  }

  @Override
  public int socket(int family, int type, int protocol) {
    return real.socket(family, type, protocol);
  }

  @Override
  public int bind(int fd, long address, int length) {
    return real.bind(fd, address, length);
  }

  @Override
  public int listen(int fd, int backlog) {
    return real.listen(fd, backlog);
  }

  @Override
  public int accept(int fd, long address, long lengthAddress, int flags) {
    return real.accept(fd, address, lengthAddress, flags);
  }

  @Override
  public int connect(int fd, long address, int length) {
    return real.connect(fd, address, length);
  }

  @Override
  public long receive(int fd, long address, int length, int flags) {
    return real.receive(fd, address, length, flags);
  }

  @Override
  public long receive(int fd, MemorySegment target, int length, int flags) {
    return real.receive(fd, target, length, flags);
  }

  @Override
  public long send(int fd, long address, int length, int flags) {
    return real.send(fd, address, length, flags);
  }

  @Override
  public long send(int fd, MemorySegment source, int length, int flags) {
    return real.send(fd, source, length, flags);
  }

  @Override
  public long receiveFrom(
      int fd, MemorySegment target, int length, long from, long fromLengthAddress) {
    return real.receiveFrom(fd, target, length, from, fromLengthAddress);
  }

  @Override
  public long sendTo(int fd, MemorySegment source, int length, long to, int toLength) {
    return real.sendTo(fd, source, length, to, toLength);
  }

  @Override
  public int receiveMany(int fd, long headersAddress, int count) {
    return real.receiveMany(fd, headersAddress, count);
  }

  @Override
  public int sendMany(int fd, long headersAddress, int count) {
    return real.sendMany(fd, headersAddress, count);
  }

  @Override
  public int shutdown(int fd, int how) {
    return real.shutdown(fd, how);
  }

  @Override
  public int localAddress(int fd, long address, long lengthAddress) {
    return real.localAddress(fd, address, lengthAddress);
  }

  @Override
  public int remoteAddress(int fd, long address, long lengthAddress) {
    return real.remoteAddress(fd, address, lengthAddress);
  }

  @Override
  public int setOption(int fd, int level, int name, long address, int length) {
    return real.setOption(fd, level, name, address, length);
  }

  @Override
  public int option(int fd, int level, int name, long address, long lengthAddress) {
    return real.option(fd, level, name, address, lengthAddress);
  }

  @Override
  public int close(int fd) {
    return real.close(fd);
  }

  @Override
  public int epollCreate() {
    return real.epollCreate();
  }

  @Override
  public int epollAdd(int epoll, int fd, long eventAddress) {
    return real.epollAdd(epoll, fd, eventAddress);
  }

  @Override
  public int epollWait(int epoll, long eventsAddress, int most, int timeoutMillis) {
    return real.epollWait(epoll, eventsAddress, most, timeoutMillis);
  }

  @Override
  public int epollWaitNanos(int epoll, long eventsAddress, int most, long timespecAddress) {
    return real.epollWaitNanos(epoll, eventsAddress, most, timespecAddress);
  }

  @Override
  public int eventfd(boolean blocking) {
    return real.eventfd(blocking);
  }

  @Override
  public long signal(int eventfd, long address) {
    return real.signal(eventfd, address);
  }

  @Override
  public int timerfd() {
    return real.timerfd();
  }

  @Override
  public int timerfdSet(int timerfd, long itimerspecAddress) {
    return real.timerfdSet(timerfd, itimerspecAddress);
  }

  @Override
  public int ringSetup(int entries, long paramsAddress) {
    return real.ringSetup(entries, paramsAddress);
  }

  @Override
  public int ringEnter(
      int ring, int submit, int wait, int flags, long argumentAddress, int length) {
    return real.ringEnter(ring, submit, wait, flags, argumentAddress, length);
  }

  @Override
  public int ringRegister(int ring, int operation, long argumentAddress, int count) {
    return real.ringRegister(ring, operation, argumentAddress, count);
  }

  @Override
  public long map(int fd, long offset, long bytes) {
    return real.map(fd, offset, bytes);
  }

  @Override
  public long mapMemory(long bytes) {
    return real.mapMemory(bytes);
  }

  @Override
  public long seek(int fd, long offset, int whence) {
    return real.seek(fd, offset, whence);
  }

  @Override
  public int truncate(int fd, long bytes) {
    return real.truncate(fd, bytes);
  }

  @Override
  public int openFile(long pathAddress, int flags, int mode) {
    return real.openFile(pathAddress, flags, mode);
  }

  @Override
  public int openFile2(long pathAddress, long howAddress) {
    return real.openFile2(pathAddress, howAddress);
  }

  @Override
  public int fileStatus(int fd, long pathAddress, int flags, int mask, long statxAddress) {
    return real.fileStatus(fd, pathAddress, flags, mask, statxAddress);
  }

  @Override
  public int setFileFlags(int fd, int flags) {
    return real.setFileFlags(fd, flags);
  }

  @Override
  public int poll(long pollfdAddress, long timespecAddress) {
    return real.poll(pollfdAddress, timespecAddress);
  }

  @Override
  public long readFile(int fd, long address, int length, long position) {
    return real.readFile(fd, address, length, position);
  }

  @Override
  public long readFile2(int fd, long vectorAddress, long position, int flags) {
    return real.readFile2(fd, vectorAddress, position, flags);
  }

  @Override
  public long writeFile(int fd, long address, int length, long position) {
    return real.writeFile(fd, address, length, position);
  }

  @Override
  public int syncFile(int fd, boolean all) {
    return real.syncFile(fd, all);
  }

  @Override
  public int unmap(long address, long bytes) {
    return real.unmap(address, bytes);
  }
}

package dev.weft.internal.reactor.linux;

import java.lang.foreign.MemorySegment;

/**
 * The system calls that the drivers of this package make. Each answers with what the call gives, or
 * with the negative {@code errno} if it fails. Addresses are those of memory outside the heap that
 * outlives the call. Tests put one in between that fails when they want.
 */
interface Kernel {

  Abi abi();

  // ---- sockets

  int socket(int family, int type, int protocol);

  int bind(int fd, long address, int length);

  int listen(int fd, int backlog);

  int accept(int fd, long address, long lengthAddress, int flags);

  int connect(int fd, long address, int length);

  long receive(int fd, long address, int length, int flags);

  /** As the other, into memory that is kept alive during the call. */
  long receive(int fd, MemorySegment target, int length, int flags);

  long send(int fd, long address, int length, int flags);

  /** As the other, from memory that is kept alive during the call. */
  long send(int fd, MemorySegment source, int length, int flags);

  /**
   * Receives a datagram into memory that is kept alive during the call.
   *
   * @param from where the sender's address goes
   * @param fromLengthAddress where its room is and then its length
   */
  long receiveFrom(int fd, MemorySegment target, int length, long from, long fromLengthAddress);

  /**
   * Sends a datagram from memory that is kept alive during the call.
   *
   * @param to the receiver's address; 0 with a length of 0 stands for the one connected to
   */
  long sendTo(int fd, MemorySegment source, int length, long to, int toLength);

  /**
   * Receives datagrams.
   *
   * @param headersAddress so many {@code struct mmsghdr}
   * @param count most
   * @return how many
   */
  int receiveMany(int fd, long headersAddress, int count);

  /**
   * Sends datagrams, as {@link #receiveMany} receives them.
   *
   * @return how many, from the first on
   */
  int sendMany(int fd, long headersAddress, int count);

  int shutdown(int fd, int how);

  int localAddress(int fd, long address, long lengthAddress);

  int remoteAddress(int fd, long address, long lengthAddress);

  int setOption(int fd, int level, int name, long address, int length);

  int option(int fd, int level, int name, long address, long lengthAddress);

  int close(int fd);

  // ---- files

  /**
   * Moves a file's position.
   *
   * @param whence 0 from the beginning, 1 from where it is, 2 from the end
   */
  long seek(int fd, long offset, int whence);

  int truncate(int fd, long bytes);

  /**
   * Opens a file, relative to the process's folder.
   *
   * @param pathAddress its name, which ends with a 0
   * @param mode of a new file
   */
  int openFile(long pathAddress, int flags, int mode);

  /**
   * As {@link #openFile}, in the newer way.
   *
   * @param howAddress flags, mode and how the name is resolved, three longs
   */
  int openFile2(long pathAddress, long howAddress);

  /**
   * Asks about a file.
   *
   * @param fd the file, or the folder that the path is relative to
   * @param pathAddress a name that ends with a 0; may be empty
   * @param statxAddress where the answer goes
   */
  int fileStatus(int fd, long pathAddress, int flags, int mask, long statxAddress);

  /** Changes the flags of an open file. */
  int setFileFlags(int fd, int flags);

  /**
   * Waits for one file.
   *
   * @param pollfdAddress which and for what
   * @param timespecAddress how long, seconds and nanoseconds
   * @return 1; 0 if it took too long
   */
  int poll(long pollfdAddress, long timespecAddress);

  /** Reads at the common position, or if it isn't negative, at another one. */
  long readFile(int fd, long address, int length, long position);

  /**
   * As {@link #readFile}, into one piece of memory, with flags.
   *
   * @param vectorAddress address and length, two longs
   */
  long readFile2(int fd, long vectorAddress, long position, int flags);

  /** Writes at the common position, or if it isn't negative, at another one. */
  long writeFile(int fd, long address, int length, long position);

  /** Puts a file on the disk; with its attributes or only what is needed to read it. */
  int syncFile(int fd, boolean all);

  // ---- epoll

  int epollCreate();

  int epollAdd(int epoll, int fd, long eventAddress);

  /**
   * Waits for events.
   *
   * @param timeoutMillis 0 or -1, which stands for no limit
   */
  int epollWait(int epoll, long eventsAddress, int most, int timeoutMillis);

  /**
   * Waits for events.
   *
   * @param timespecAddress seconds and nanoseconds
   */
  int epollWaitNanos(int epoll, long eventsAddress, int most, long timespecAddress);

  /**
   * Opens an eventfd.
   *
   * @param blocking whether reading of it waits
   */
  int eventfd(boolean blocking);

  /** Writes the long at an address to an eventfd. */
  long signal(int eventfd, long address);

  int timerfd();

  /**
   * Sets a timer that fires once.
   *
   * @param itimerspecAddress interval and time, each in seconds and nanoseconds
   */
  int timerfdSet(int timerfd, long itimerspecAddress);

  // ---- io_uring

  int ringSetup(int entries, long paramsAddress);

  int ringEnter(int ring, int submit, int wait, int flags, long argumentAddress, int length);

  int ringRegister(int ring, int operation, long argumentAddress, int count);

  /** The address, or the negative errno. */
  long map(int fd, long offset, long bytes);

  /** Memory that belongs to nobody else, of zeros; the address, or the negative errno. */
  long mapMemory(long bytes);

  int unmap(long address, long bytes);
}

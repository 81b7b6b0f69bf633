package dev.weft.internal.reactor.linux;

import org.jspecify.annotations.Nullable;

/** Numbers of Linux's system calls on a kind of processor, and what else differs there. */
public enum Abi {
  /** 64-bit Intel and AMD. */
  X86_64(
      41, 49, 50, 288, 42, 44, 45, 48, 51, 52, 54, 55, 3, 1, 9, 11, 291, 233, 281, 290, 283, 286, 8,
      77, 72, 332, 257, 0, 17, 18, 74, 75, 327, 271, 299, 307, 12),
  /** 64-bit ARM. */
  AARCH64(
      198, 200, 201, 242, 203, 206, 207, 210, 204, 205, 208, 209, 57, 64, 222, 215, 20, 21, 22, 19,
      85, 86, 62, 46, 25, 291, 56, 63, 67, 68, 82, 83, 286, 73, 243, 269, 16);

  /* The same on all kinds of processor that came after 2019. */
  static final int IO_URING_SETUP = 425;
  static final int IO_URING_ENTER = 426;
  static final int IO_URING_REGISTER = 427;
  static final int EPOLL_PWAIT2 = 441;
  static final int OPENAT2 = 437;

  final int socket;
  final int bind;
  final int listen;
  final int accept4;
  final int connect;
  final int sendto;
  final int recvfrom;
  final int shutdown;
  final int getsockname;
  final int getpeername;
  final int setsockopt;
  final int getsockopt;
  final int close;
  final int write;
  final int mmap;
  final int munmap;
  final int epollCreate1;
  final int epollCtl;
  final int epollPwait;
  final int eventfd2;
  final int timerfdCreate;
  final int timerfdSettime;
  final int lseek;
  final int ftruncate;
  final int fcntl;
  final int statx;
  final int openat;
  final int read;
  final int pread64;
  final int pwrite64;
  final int fsync;
  final int fdatasync;
  final int preadv2;
  final int ppoll;
  final int recvmmsg;
  final int sendmmsg;

  /** Bytes of a {@code struct epoll_event}, which is packed on Intel only. */
  final int epollEventBytes;

  @SuppressWarnings("TooManyParameters") // the rows of a table
  Abi(
      int socket,
      int bind,
      int listen,
      int accept4,
      int connect,
      int sendto,
      int recvfrom,
      int shutdown,
      int getsockname,
      int getpeername,
      int setsockopt,
      int getsockopt,
      int close,
      int write,
      int mmap,
      int munmap,
      int epollCreate1,
      int epollCtl,
      int epollPwait,
      int eventfd2,
      int timerfdCreate,
      int timerfdSettime,
      int lseek,
      int ftruncate,
      int fcntl,
      int statx,
      int openat,
      int read,
      int pread64,
      int pwrite64,
      int fsync,
      int fdatasync,
      int preadv2,
      int ppoll,
      int recvmmsg,
      int sendmmsg,
      int epollEventBytes) {
    this.socket = socket;
    this.bind = bind;
    this.listen = listen;
    this.accept4 = accept4;
    this.connect = connect;
    this.sendto = sendto;
    this.recvfrom = recvfrom;
    this.shutdown = shutdown;
    this.getsockname = getsockname;
    this.getpeername = getpeername;
    this.setsockopt = setsockopt;
    this.getsockopt = getsockopt;
    this.close = close;
    this.write = write;
    this.mmap = mmap;
    this.munmap = munmap;
    this.epollCreate1 = epollCreate1;
    this.epollCtl = epollCtl;
    this.epollPwait = epollPwait;
    this.eventfd2 = eventfd2;
    this.timerfdCreate = timerfdCreate;
    this.timerfdSettime = timerfdSettime;
    this.lseek = lseek;
    this.ftruncate = ftruncate;
    this.fcntl = fcntl;
    this.statx = statx;
    this.openat = openat;
    this.read = read;
    this.pread64 = pread64;
    this.pwrite64 = pwrite64;
    this.fsync = fsync;
    this.fdatasync = fdatasync;
    this.preadv2 = preadv2;
    this.ppoll = ppoll;
    this.recvmmsg = recvmmsg;
    this.sendmmsg = sendmmsg;
    this.epollEventBytes = epollEventBytes;
  }

  /** Where the user data lies in a {@code struct epoll_event}. */
  int epollDataOffset() {
    return epollEventBytes - Long.BYTES;
  }

  /**
   * The kind of a system.
   *
   * @param os name of the operating system, as the property {@code os.name} has it
   * @param processor its processor, as {@code os.arch} has it
   * @return {@code null} if the drivers of this package don't know it
   */
  public static @Nullable Abi of(String os, String processor) {
    if (!os.equals("Linux")) {
      return null;
    }
    return switch (processor) {
      case "amd64", "x86_64" -> X86_64;
      case "aarch64", "arm64" -> AARCH64;
      default -> null;
    };
  }
}

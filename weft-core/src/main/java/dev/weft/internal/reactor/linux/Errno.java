package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;

/** Failures of Linux's system calls: their numbers, texts and exceptions. */
final class Errno {

  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int EBUSY = 16;
  static final int EEXIST = 17;
  static final int EINVAL = 22;
  static final int ENFILE = 23;
  static final int EMFILE = 24;
  static final int EPIPE = 32;
  static final int ENOSYS = 38;
  static final int ETIME = 62;
  static final int EPROTO = 71;
  static final int ENOPROTOOPT = 92;
  static final int EOPNOTSUPP = 95;
  static final int EAFNOSUPPORT = 97;
  static final int EADDRINUSE = 98;
  static final int EADDRNOTAVAIL = 99;
  static final int ENETDOWN = 100;
  static final int ENETUNREACH = 101;
  static final int ECONNABORTED = 103;
  static final int ECONNRESET = 104;
  static final int ENOBUFS = 105;
  static final int ENOTCONN = 107;
  static final int ETIMEDOUT = 110;
  static final int ECONNREFUSED = 111;
  static final int EHOSTDOWN = 112;
  static final int EHOSTUNREACH = 113;
  static final int EINPROGRESS = 115;
  static final int ECANCELED = 125;

  static final int ENOMEM = 12;
  static final int ENAMETOOLONG = 36;
  static final int ELOOP = 40;

  private static final int EIO = 5;
  private static final int ENXIO = 6;
  static final int EBADF = 9;
  private static final int ENODEV = 19;
  private static final int ENOTDIR = 20;
  private static final int EISDIR = 21;
  private static final int ETXTBSY = 26;
  private static final int EFBIG = 27;
  private static final int ENOSPC = 28;
  private static final int ESPIPE = 29;
  private static final int EROFS = 30;
  private static final int ENOTSOCK = 88;
  private static final int EDESTADDRREQ = 89;
  private static final int EMSGSIZE = 90;
  private static final int EPROTOTYPE = 91;
  private static final int EISCONN = 106;
  private static final int EPROTONOSUPPORT = 93;
  private static final int EOVERFLOW = 75;
  private static final int ESTALE = 116;
  private static final int EDQUOT = 122;

  private Errno() {}

  /**
   * The failure of a call on a socket.
   *
   * @param error the positive number
   */
  static IOException failure(int error) {
    String text = text(error);
    return switch (error) {
      case ECONNREFUSED, ETIMEDOUT -> new ConnectException(text);
      case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN -> new NoRouteToHostException(text);
      case EADDRINUSE, EADDRNOTAVAIL, EACCES, EPERM -> new BindException(text);
      case EPIPE -> new IOException(text);
      default -> new SocketException(text);
    };
  }

  /** Whether accepting failed only for the connection that was to be taken; see accept(2). */
  static boolean isOfConnection(int error) {
    return switch (error) {
      case EINTR,
          ECONNABORTED,
          ENETDOWN,
          EPROTO,
          ENOPROTOOPT,
          EHOSTDOWN,
          EHOSTUNREACH,
          EOPNOTSUPP,
          ENETUNREACH ->
          true;
      default -> false;
    };
  }

  /** Whether a call on a connection failed since nothing comes from the peer any more. */
  static boolean breaksConnection(int error) {
    return switch (error) {
      case ECONNRESET, ECONNABORTED, ETIMEDOUT, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH ->
          true;
      default -> false;
    };
  }

  /** What the system's tools say. */
  static String text(int error) {
    return switch (error) {
      case EPERM -> "Operation not permitted";
      case ENOENT -> "No such file or directory";
      case EINTR -> "Interrupted system call";
      case EAGAIN -> "Resource temporarily unavailable";
      case EIO -> "Input/output error";
      case ENXIO -> "No such device or address";
      case EBADF -> "Bad file descriptor";
      case ENOMEM -> "Cannot allocate memory";
      case EACCES -> "Permission denied";
      case EBUSY -> "Device or resource busy";
      case EEXIST -> "File exists";
      case ENODEV -> "No such device";
      case ENOTDIR -> "Not a directory";
      case EISDIR -> "Is a directory";
      case ETXTBSY -> "Text file busy";
      case EFBIG -> "File too large";
      case ESPIPE -> "Illegal seek";
      case EOVERFLOW -> "Value too large for defined data type";
      case ESTALE -> "Stale file handle";
      case EDQUOT -> "Disk quota exceeded";
      case EINVAL -> "Invalid argument";
      case ENFILE -> "Too many open files in system";
      case EMFILE -> "Too many open files";
      case ENOSPC -> "No space left on device";
      case EROFS -> "Read-only file system";
      case EPIPE -> "Broken pipe";
      case ENAMETOOLONG -> "File name too long";
      case ENOSYS -> "Function not implemented";
      case ELOOP -> "Too many levels of symbolic links";
      case ETIME -> "Timer expired";
      case EPROTO -> "Protocol error";
      case ENOTSOCK -> "Socket operation on non-socket";
      case EDESTADDRREQ -> "Destination address required";
      case EMSGSIZE -> "Message too long";
      case EPROTOTYPE -> "Protocol wrong type for socket";
      case ENOPROTOOPT -> "Protocol not available";
      case EPROTONOSUPPORT -> "Protocol not supported";
      case EOPNOTSUPP -> "Operation not supported";
      case EAFNOSUPPORT -> "Address family not supported by protocol";
      case EADDRINUSE -> "Address already in use";
      case EADDRNOTAVAIL -> "Cannot assign requested address";
      case ENETDOWN -> "Network is down";
      case ENETUNREACH -> "Network is unreachable";
      case ECONNABORTED -> "Software caused connection abort";
      case ECONNRESET -> "Connection reset by peer";
      case ENOBUFS -> "No buffer space available";
      case EISCONN -> "Transport endpoint is already connected";
      case ENOTCONN -> "Transport endpoint is not connected";
      case ETIMEDOUT -> "Connection timed out";
      case ECONNREFUSED -> "Connection refused";
      case EHOSTDOWN -> "Host is down";
      case EHOSTUNREACH -> "No route to host";
      case EINPROGRESS -> "Operation now in progress";
      case ECANCELED -> "Operation canceled";
      default -> "error " + error + " of the operating system";
    };
  }
}

package dev.weft.internal.reactor.linux;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What of this package works in this process. */
public interface NativeSupport {

  /**
   * The kind of system.
   *
   * @return {@code null} if it is none that the drivers know
   */
  @Nullable Abi abi();

  /**
   * What the system is called.
   *
   * @return name and processor
   */
  String system();

  /**
   * Whether native calls are allowed without a warning.
   *
   * @return that of this library's module
   */
  boolean isAccessEnabled();

  /**
   * Tries epoll.
   *
   * @param abi of this system
   * @throws IOException if the system refuses
   * @throws IllegalCallerException if the JVM forbids native calls
   */
  void probeEpoll(Abi abi) throws IOException;

  /**
   * Tries io_uring, a request included.
   *
   * @param abi of this system
   * @throws IOException if the system refuses
   * @throws IllegalCallerException if the JVM forbids native calls
   */
  void probeRing(Abi abi) throws IOException;
}

package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.internal.reactor.Places;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A listening socket on system calls. */
final class LinuxListener implements ListenSocket {

  private final Kernel kernel;
  private final SocketAddress local;
  private final Tie tie;

  /**
   * Creates a socket on a descriptor, which it owns.
   *
   * @param fd in non-blocking mode and listening
   * @param local where it listens
   */
  LinuxListener(Kernel kernel, int fd, SocketAddress local) {
    this.kernel = kernel;
    this.local = local;
    this.tie =
        new Tie(kernel, fd, this, isInet() ? SocketKind.TCP_LISTENER : SocketKind.UNIX_LISTENER);
  }

  /**
   * This listener, known to a driver that closes it with the runtime, even if nobody ever accepts.
   */
  LinuxListener kept(Context cx) {
    tie.keep(cx);
    return this;
  }

  @Override
  public @Nullable StreamSocket accept(Context cx) throws IOException {
    Readiness input = tie.input;
    while (input.mayTry(cx.waker())) {
      int before = input.tick();
      int answer = acceptNow();
      if (answer >= 0) {
        return streamOf(answer, cx);
      }
      if (answer == -Errno.EAGAIN) {
        if (input.block(cx.waker(), before)) {
          break;
        }
      } else if (!Errno.isOfConnection(-answer)) {
        throw Places.at(local, Errno.failure(-answer));
      }
    }
    tie.arm(cx);
    return null;
  }

  private LinuxStream streamOf(int fd, Context cx) {
    return isInet()
        // The call left the address in this thread's memory.
        ? LinuxStream.accepted(
            kernel, fd, Addresses.read(CallMemory.ofThread().small), SocketKind.TCP_STREAM, cx)
        // Who connects has no name of its own, so messages name the listener.
        : LinuxStream.accepted(kernel, fd, local, SocketKind.UNIX_STREAM, cx);
  }

  private boolean isInet() {
    return local instanceof InetSocketAddress;
  }

  private int acceptNow() throws IOException {
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      memory.length.set(ValueLayout.JAVA_INT, 0, Addresses.MOST_BYTES);
      return kernel.accept(fd, memory.small.address(), memory.length.address(), 0);
    } finally {
      tie.exit();
    }
  }

  @Override
  public void cancelAccept() {
    tie.input.forget();
  }

  @Override
  public InetSocketAddress localAddress() throws IOException {
    int _ = tie.enterOpen();
    tie.exit();
    return Places.inet(local);
  }

  @Override
  public void close() {
    tie.close();
  }

  @Override
  public boolean isReleased(Context cx) {
    return tie.isReleased(cx);
  }

  @Override
  public String toString() {
    return "The listener on " + Places.text(local);
  }
}

package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.internal.reactor.Places;
import dev.weft.spi.UnixPacketSocket;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketOption;

/** A Unix socket of datagrams on system calls. */
final class LinuxUnixPackets extends LinuxPackets<String> implements UnixPacketSocket {

  /*
   * The system tells a connected socket when its receiver has room again. One that isn't connected it
   * tells nothing of the kind, and calls it writable all the time: a send that finds the receiver's queue
   * full even makes an event by itself, so that who waits for events would turn without end. Such a send
   * is left to be tried again by the caller after a while.
   */

  private final UnixName local;
  private final UnixName remote;
  private final LinuxSocket socket;

  /**
   * Creates a socket on a descriptor, which it owns.
   *
   * @param fd in non-blocking mode
   * @param local what to name in messages
   * @param remote that of the socket which it will be connected to; empty if it won't
   */
  LinuxUnixPackets(Kernel kernel, int fd, String local, String remote) {
    super(kernel, fd, SocketKind.UNIX_PACKETS);
    this.local = new UnixName(local);
    this.remote = new UnixName(remote);
    this.socket = new LinuxSocket(kernel, tie, this.local);
  }

  /** This socket, known to a driver that closes it with the runtime, even if nobody ever waits. */
  LinuxUnixPackets kept(Context cx) {
    tie.keep(cx);
    return this;
  }

  @Override
  int write(String target, MemorySegment memory) throws IOException {
    return target.isEmpty() ? 0 : new UnixName(target).write(memory);
  }

  @Override
  boolean isTold(String target) {
    return target.isEmpty();
  }

  @Override
  String read(MemorySegment memory, int length) {
    return UnixName.read(memory, length);
  }

  @Override
  IOException failedToReceive(int error) {
    return Places.at(local, Errno.failure(error));
  }

  @Override
  IOException failedToSend(int error, String target) {
    return Places.at(target.isEmpty() ? remote : new UnixName(target), Errno.failure(error));
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    socket.setOption(option, value);
  }

  @Override
  public <T> T option(SocketOption<T> option) throws IOException {
    return socket.option(option);
  }

  @Override
  public String toString() {
    return "The Unix socket of datagrams at " + local;
  }
}

package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import dev.weft.internal.reactor.Places;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;

/** A stream socket on system calls. */
final class LinuxStream implements StreamSocket {

  /*
   * Idea: try the system call if it may work, wait for the event otherwise. A call that moved fewer
   * bytes than it was offered has used up what was there, so the next one isn't tried before an event:
   * that spares the call which would say so.
   *
   * Memory: direct buffers go to the system as they are, heap buffers through the thread's copy buffer,
   * and so do several buffers at once unless the first is direct and large enough to be worth a call of
   * its own. No call goes on after it has returned, so nobody but the caller ever owns its buffer.
   *
   * State: `connected` and `outputEnded` change once, each by the one writer. The system tells of a broken
   * connection once, to whoever asks first, and gives the plain end after that; `broken` keeps the error, so
   * that no reader takes a part of what was sent for all of it. One that meets the end while a write is under way
   * waits for what that write is told, as it may just have taken the error.
   */

  private static final int SHUT_WR = 1;
  private static final int COPY_BYTES = CallMemory.COPY_BYTES;
  private static final int WORTH_A_CALL = 16 * 1024;

  private final Kernel kernel;
  private final SocketAddress remote;
  private final Tie tie;
  private final LinuxSocket socket;
  private volatile boolean connected;
  private volatile boolean outputEnded;
  private volatile int broken; // the error, 0 for none
  private volatile boolean writing; // by the one writer

  /**
   * Creates a socket on a descriptor, which it owns.
   *
   * @param fd in non-blocking mode and not connected yet
   * @param remote the address at the other end
   * @param kind of the socket
   */
  LinuxStream(Kernel kernel, int fd, SocketAddress remote, SocketKind kind) {
    this.kernel = kernel;
    this.remote = remote;
    this.tie = new Tie(kernel, fd, this, kind);
    this.socket = new LinuxSocket(kernel, tie, remote);
    tie.output.drained(tie.output.tick()); // The event will say when it is worth asking.
  }

  /** A socket on a connected descriptor, accepted in this poll and closed with the runtime. */
  static LinuxStream accepted(
      Kernel kernel, int fd, SocketAddress remote, SocketKind kind, Context cx) {
    var stream = new LinuxStream(kernel, fd, remote, kind);
    stream.connected();
    stream.tie.keepAccepted(cx);
    return stream;
  }

  /** Notes that it is connected, before anybody uses it. */
  void connected() {
    connected = true;
    boolean _ = tie.output.open() == null;
  }

  LinuxSocket socket() {
    return socket;
  }

  @Override
  public boolean finishConnect(Context cx) throws IOException {
    while (!connected && tie.output.mayTry(cx.waker())) {
      int before = tie.output.tick();
      if (socket.isConnected()) {
        connected = true;
      } else if (tie.output.block(cx.waker(), before)) {
        break;
      }
    }
    if (connected) {
      tie.keep(cx);
      return true;
    }
    tie.arm(cx);
    return false;
  }

  // ---- reading

  @Override
  public int read(ByteBuffer target, Context cx) throws IOException {
    int offered = offered(target);
    if (offered == 0) {
      return 0;
    }
    if (target.isReadOnly()) { // before anything is taken that couldn't be given back
      throw new IllegalArgumentException(
          "target is read-only; accepted is a buffer that can be written to.");
    }
    Readiness input = tie.input;
    while (input.mayTry(cx.waker())) {
      int before = input.tick();
      int count = receive(target, offered);
      if (count > 0) {
        if (count < offered) {
          input.drained(before);
        }
        return count;
      }
      if (count == 0) {
        if (isBroken()) {
          throw failed(broken);
        }
        return EOF;
      }
      if (count == -Errno.EAGAIN) {
        if (input.block(cx.waker(), before)) {
          break;
        }
      } else if (count != -Errno.EINTR) {
        throw broken(-count);
      }
    }
    tie.armInput(cx);
    return PENDING;
  }

  @Override
  public boolean isReadable(Context cx) throws IOException {
    Readiness input = tie.input;
    if (!tie.isAttached()) {
      input.drained(input.tick()); // Nobody has asked yet; attaching reports what holds already.
    }
    if (input.mayTry(cx.waker())) {
      return true;
    }
    tie.armInput(cx);
    return false;
  }

  /** The bytes that were received and put into the buffer, 0 at the end, or the error. */
  private int receive(ByteBuffer target, int offered) throws IOException {
    int fd = tie.enterOpen();
    try {
      RingInput ring = tie.ringInput();
      if (ring != null) {
        int count = ring.take(target);
        if (count != RingInput.DIRECT) {
          return count;
        }
      }
      int count = receive(fd, target, offered);
      if (ring != null && count > 0) {
        ring.readDirectly(count, offered);
      }
      return count;
    } finally {
      tie.exit();
    }
  }

  private int receive(int fd, ByteBuffer target, int offered) {
    if (target.isDirect()) {
      int count = (int) kernel.receive(fd, MemorySegment.ofBuffer(target), offered, 0);
      if (count > 0) {
        target.position(target.position() + count);
      }
      return count;
    }
    CallMemory memory = CallMemory.ofThread();
    ByteBuffer copy = memory.copy();
    int count = (int) kernel.receive(fd, memory.copyAddress(), offered, 0);
    if (count > 0) {
      target.put(copy.limit(count));
    }
    return count;
  }

  // ---- writing

  @Override
  public int write(ByteBuffer source, Context cx) throws IOException {
    int offered = offered(source);
    if (offered == 0) {
      return 0;
    }
    Readiness output = tie.output;
    while (output.mayTry(cx.waker())) {
      int before = output.tick();
      int count = send(source, offered);
      if (count > 0) {
        if (count < offered) {
          output.drained(before);
        }
        source.position(source.position() + count);
        return count;
      }
      if (hasToWait(count, before, cx)) {
        break;
      }
    }
    tie.arm(cx);
    return PENDING;
  }

  @Override
  public boolean isWritable(Context cx) throws IOException {
    if (tie.output.mayTry(cx.waker())) {
      return true;
    }
    tie.arm(cx);
    return false;
  }

  /** Whether a call that sent nothing has to wait for an event; if not, it is to be tried again. */
  private boolean hasToWait(int answer, int before, Context cx) throws IOException {
    if (answer == -Errno.EAGAIN) {
      return tie.output.block(cx.waker(), before);
    }
    if (answer == -Errno.EINTR) {
      return false;
    }
    throw outputEnded ? inputOnly() : broken(-answer);
  }

  private int send(ByteBuffer source, int offered) throws IOException {
    int fd = enterForOutput();
    try {
      if (source.isDirect()) {
        return sent((int) kernel.send(fd, MemorySegment.ofBuffer(source), offered, 0));
      }
      CallMemory memory = CallMemory.ofThread();
      memory.copy().put(0, source, source.position(), offered);
      return sent((int) kernel.send(fd, memory.copyAddress(), offered, 0));
    } finally {
      exitForOutput();
    }
  }

  /** Notes what a call that sends was told, before a reader that has met the end may go on. */
  private int sent(int answer) {
    if (answer < 0 && Errno.breaksConnection(-answer)) {
      broken = -answer;
    }
    return answer;
  }

  private boolean isBroken() {
    while (writing) {
      Thread.onSpinWait(); // for one system call that waits for nothing
    }
    return broken != 0;
  }

  private int enterForOutput() throws IOException {
    int fd = tie.enterOpen();
    if (outputEnded) {
      tie.exit();
      throw inputOnly();
    }
    writing = true;
    return fd;
  }

  private void exitForOutput() {
    writing = false;
    tie.exit();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length, Context cx) throws IOException {
    int first = offset;
    int end = offset + length;
    while (first < end && !sources[first].hasRemaining()) {
      first++;
    }
    if (first == end) {
      return 0;
    }
    ByteBuffer alone = sources[first];
    if (first + 1 == end || (alone.isDirect() && alone.remaining() >= WORTH_A_CALL)) {
      return write(alone, cx);
    }
    return writeGathered(sources, first, end, cx);
  }

  private long writeGathered(ByteBuffer[] sources, int first, int end, Context cx)
      throws IOException {
    Readiness output = tie.output;
    while (output.mayTry(cx.waker())) {
      int before = output.tick();
      CallMemory memory = CallMemory.ofThread();
      int offered = gather(sources, first, end, memory.copy());
      int count = sendCopy(memory, offered);
      if (count > 0) {
        if (count < offered) {
          output.drained(before);
        }
        skip(sources, first, count);
        return count;
      }
      if (hasToWait(count, before, cx)) {
        break;
      }
    }
    tie.arm(cx);
    return PENDING;
  }

  private int sendCopy(CallMemory memory, int offered) throws IOException {
    int fd = enterForOutput();
    try {
      return sent((int) kernel.send(fd, memory.copyAddress(), offered, 0));
    } finally {
      exitForOutput();
    }
  }

  private static int gather(ByteBuffer[] sources, int first, int end, ByteBuffer copy) {
    for (int i = first; i < end && copy.hasRemaining(); i++) {
      ByteBuffer source = sources[i];
      int count = Math.min(source.remaining(), copy.remaining());
      copy.put(copy.position(), source, source.position(), count);
      copy.position(copy.position() + count);
    }
    return copy.position();
  }

  private static void skip(ByteBuffer[] sources, int first, int count) {
    int left = count;
    for (int i = first; left > 0; i++) {
      int here = Math.min(left, sources[i].remaining());
      sources[i].position(sources[i].position() + here);
      left -= here;
    }
  }

  private static int offered(ByteBuffer buffer) {
    int all = buffer.remaining();
    return buffer.isDirect() ? all : Math.min(all, COPY_BYTES);
  }

  // ---- all the rest

  @Override
  public void cancelRead() {
    tie.input.forget();
  }

  @Override
  public void cancelWrite() {
    tie.output.forget();
  }

  @Override
  public void shutdownOutput() throws IOException {
    int fd = tie.enterOpen();
    try {
      int answer = kernel.shutdown(fd, SHUT_WR);
      if (answer < 0 && answer != -Errno.ENOTCONN) { // the other side may have reset it
        throw failed(-answer);
      }
      outputEnded = true;
    } finally {
      tie.exit();
    }
  }

  @Override
  public InetSocketAddress localAddress() throws IOException {
    return socket.localAddress();
  }

  @Override
  public InetSocketAddress remoteAddress() throws IOException {
    int _ = tie.enterOpen();
    tie.exit();
    return Places.inet(remote);
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    socket.setOption(option, value);
  }

  @Override
  public <T> T option(SocketOption<T> option) throws IOException {
    return tie.kind() == SocketKind.UNIX_STREAM && PeerCredentials.OPTION.equals(option.name())
        ? option.type().cast(PeerCredentials.of(socket, option.type()))
        : socket.option(option);
  }

  @Override
  public void close() {
    tie.close();
  }

  /** A failure after which nothing comes any more; that the peer takes nothing isn't one. */
  private IOException broken(int error) {
    if (Errno.breaksConnection(error)) {
      broken = error;
    }
    return failed(error);
  }

  private IOException failed(int error) {
    return Places.at(remote, Errno.failure(error));
  }

  private IOException inputOnly() {
    return new SocketClosedException(this + " can't be written to: its output is shut down.");
  }

  @Override
  public String toString() {
    return "The connection with " + Places.text(remote);
  }
}

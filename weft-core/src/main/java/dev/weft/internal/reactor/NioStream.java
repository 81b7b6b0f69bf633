package dev.weft.internal.reactor;

import dev.weft.Context;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stream socket on a channel of the JDK. */
final class NioStream implements StreamSocket {

  /*
   * Idea: try the system call if it may work, wait for the event otherwise. A call that moved fewer
   * bytes than it was offered has used up what was there, so the next one isn't tried before an event:
   * that spares the call which would say so.
   *
   * Behind a read that moved all it was offered the next one is tried if FullReads expects more. A wrong
   * guess loses nothing: the selector reports at its next turn what is left.
   *
   * The JDK copies a heap buffer to a direct one of the same size that it keeps for ever, one a thread;
   * it does so for all that remains, at each call. So what a call is offered is capped.
   *
   * State and threads: all in Registration and in the channel, which is thread-safe, but for `broken`. The
   * system tells of a broken connection once, to whoever asks first, and gives the plain end after that; and
   * the JDK keeps only what a read was told. `broken` keeps what any call was told, so that no reader takes a
   * part of what was sent for all of it. That the peer takes nothing any more isn't such a failure: what it
   * has sent may be whole. The JDK tells the two apart by the message alone; where that is translated, the
   * end behind such a refusal is a failure, too. A reader that meets the end while a write is under way waits for what
   * that write is told, as it may just have taken the failure.
   */

  private static final String PEER_TAKES_NOTHING = "Broken pipe";

  /** Most bytes that one system call is offered from the heap or from several buffers. */
  static final int MOST_BYTES = 128 * 1024;

  /** Most buffers that one system call is offered; systems take from 16 to 1,024. */
  static final int MOST_BUFFERS = 64;

  private final SocketChannel channel;
  private final SocketAddress remote;
  private final Registration registration;
  private final FullReads fullReads = new FullReads();
  private volatile @Nullable IOException broken;
  private volatile boolean writing; // by the one writer

  /**
   * Creates a socket on a channel, which it owns.
   *
   * @param channel in non-blocking mode, connected or connecting
   * @param remote the address at the other end
   */
  NioStream(SocketChannel channel, SocketAddress remote) {
    this.channel = channel;
    this.remote = remote;
    this.registration = new Registration(channel, this);
  }

  @Override
  public boolean finishConnect(Context cx) throws IOException {
    if (channel.isConnected()) {
      registration.keep(cx);
      return true;
    }
    if (registration.output.mayTry(cx.waker())) {
      if (connected()) {
        registration.disarm(SelectionKey.OP_CONNECT);
        registration.keep(cx);
        return true;
      }
      registration.output.block(cx.waker());
    }
    registration.arm(SelectionKey.OP_CONNECT, cx);
    return false;
  }

  /** Has this socket, which was accepted in this poll, closed with the runtime. */
  NioStream kept(Context cx) {
    registration.keepAccepted(cx);
    return this;
  }

  private boolean connected() throws IOException {
    try {
      return channel.finishConnect();
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public int read(ByteBuffer target, Context cx) throws IOException {
    int offered = offered(target);
    if (offered == 0) {
      return 0;
    }
    if (registration.input.mayTry(cx.waker())) {
      int count = readSome(target, offered);
      if (count != 0) {
        if (count > 0 && isAll(count, offered)) {
          registration.input.drained();
        }
        return count;
      }
      fullReads.foundNothing();
      registration.input.block(cx.waker());
    }
    registration.arm(SelectionKey.OP_READ, cx);
    return PENDING;
  }

  private boolean isAll(int count, int offered) {
    if (count < offered) {
      fullReads.wasShort();
      return true;
    }
    return fullReads.isProbablyAll(count);
  }

  @Override
  public boolean isReadable(Context cx) throws IOException {
    if (!registration.isAttached()) {
      registration.input.drained(); // Nobody has asked yet; the selection will say what holds.
    }
    if (registration.input.mayTry(cx.waker())) {
      return true;
    }
    registration.arm(SelectionKey.OP_READ, cx);
    return false;
  }

  @Override
  public boolean isWritable(Context cx) throws IOException {
    if (registration.output.mayTry(cx.waker())) {
      return true;
    }
    registration.arm(SelectionKey.OP_WRITE, cx);
    return false;
  }

  private int readSome(ByteBuffer target, int offered) throws IOException {
    int limit = target.limit();
    try {
      target.limit(target.position() + offered);
      int count = channel.read(target);
      if (count >= 0 || !isBroken()) {
        return count;
      }
    } catch (IOException failure) {
      throw transferFailed(failure);
    } finally {
      target.limit(limit);
    }
    throw Places.at(remote, Objects.requireNonNull(broken));
  }

  @Override
  public int write(ByteBuffer source, Context cx) throws IOException {
    int offered = offered(source);
    if (offered == 0) {
      return 0;
    }
    if (registration.output.mayTry(cx.waker())) {
      int count = writeSome(source, offered);
      if (count != 0) {
        if (count < offered) {
          registration.output.drained();
        }
        return count;
      }
      registration.output.block(cx.waker());
    }
    registration.arm(SelectionKey.OP_WRITE, cx);
    return PENDING;
  }

  private boolean isBroken() {
    while (writing) {
      Thread.onSpinWait(); // for one system call that waits for nothing
    }
    return broken != null;
  }

  private int writeSome(ByteBuffer source, int offered) throws IOException {
    int limit = source.limit();
    writing = true;
    try {
      source.limit(source.position() + offered);
      return channel.write(source);
    } catch (IOException failure) {
      throw transferFailed(failure);
    } finally {
      writing = false;
      source.limit(limit);
    }
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length, Context cx) throws IOException {
    int end = Math.min(offset + length, offset + MOST_BUFFERS);
    long offered = 0;
    int count = 0;
    while (offset + count < end && offered < MOST_BYTES) {
      offered += sources[offset + count].remaining();
      count++;
    }
    if (offered == 0) {
      return writeBehind(sources, end, offset + length, cx);
    }
    if (registration.output.mayTry(cx.waker())) {
      long written = writeSome(sources, offset, count, offered);
      if (written != 0) {
        if (written < Math.min(offered, MOST_BYTES)) {
          registration.output.drained();
        }
        return written;
      }
      registration.output.block(cx.waker());
    }
    registration.arm(SelectionKey.OP_WRITE, cx);
    return PENDING;
  }

  /** Goes on behind buffers that are all empty. */
  private long writeBehind(ByteBuffer[] sources, int from, int end, Context cx) throws IOException {
    return from == end ? 0 : write(sources, from, end - from, cx);
  }

  private long writeSome(ByteBuffer[] sources, int offset, int count, long offered)
      throws IOException {
    ByteBuffer last = sources[offset + count - 1];
    int limit = last.limit();
    writing = true;
    try {
      last.limit(limit - (int) Math.max(0, offered - MOST_BYTES));
      return channel.write(sources, offset, count);
    } catch (IOException failure) {
      throw transferFailed(failure);
    } finally {
      writing = false;
      last.limit(limit);
    }
  }

  private static int offered(ByteBuffer buffer) {
    int all = buffer.remaining();
    return buffer.isDirect() ? all : Math.min(all, MOST_BYTES);
  }

  @Override
  public void cancelRead() {
    registration.input.forget();
  }

  @Override
  public void cancelWrite() {
    registration.output.forget();
  }

  @Override
  public void shutdownOutput() throws IOException {
    try {
      channel.shutdownOutput();
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public InetSocketAddress localAddress() throws IOException {
    try {
      return Places.inet(channel.getLocalAddress());
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public InetSocketAddress remoteAddress() throws IOException {
    if (!channel.isOpen()) {
      throw registration.ended();
    }
    return Places.inet(remote);
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    try {
      channel.setOption(option, value);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public <T> T option(SocketOption<T> option) throws IOException {
    try {
      return channel.getOption(option);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public void close() {
    registration.close();
  }

  private IOException transferFailed(IOException failure) {
    if (!(failure instanceof ClosedChannelException)
        && !PEER_TAKES_NOTHING.equals(failure.getMessage())) {
      broken = failure;
    }
    return named(failure);
  }

  private IOException named(IOException failure) {
    return failure instanceof ClosedChannelException
        ? registration.ended()
        : Places.at(remote, failure);
  }

  @Override
  public String toString() {
    return "The connection with " + Places.text(remote);
  }
}

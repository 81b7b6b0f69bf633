package dev.weft.internal.reactor.linux;

import dev.weft.Context;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A socket of datagrams on system calls.
 *
 * @param <A> type of the addresses
 */
abstract class LinuxPackets<A> {

  /*
   * Idea: as LinuxStream, without its guess that a short read has drained the socket: a datagram says
   * nothing about whether there is another. So each receive is one call until one finds nothing. Many at
   * once are another matter: a call that takes fewer than it may has emptied the queue.
   *
   * Memory: an address lies in the thread's memory for calls, written before each attempt and read
   * before the thread makes another call. Direct buffers go to the system as they are, heap buffers
   * through the thread's copy buffer, and those beyond it, which only Unix sockets have use for, through
   * memory of their own. Batches have a PacketBatch of the thread.
   *
   * Errors in batches: the system ends a batch at the first refusal, and reports it by the next call. A
   * receive returns what it has, and leaves out a refusal that it meets behind. A send fails, as its
   * caller sees by the buffers how far it came.
   */

  final Kernel kernel;
  final Tie tie;

  /**
   * Creates a socket on a descriptor, which it owns.
   *
   * @param fd in non-blocking mode
   */
  LinuxPackets(Kernel kernel, int fd, SocketKind kind) {
    this.kernel = kernel;
    this.tie = new Tie(kernel, fd, this, kind);
  }

  /** Writes an address to send to; its length is 0 if the socket is connected to it. */
  abstract int write(A target, MemorySegment memory) throws IOException;

  /** Whether an event tells when a send that can't be done now can be. */
  abstract boolean isTold(A target);

  /** Reads a sender's address. */
  abstract A read(MemorySegment memory, int length);

  /** The failure to receive. */
  abstract IOException failedToReceive(int error);

  /** The failure to send. */
  abstract IOException failedToSend(int error, A target);

  public @Nullable A receive(ByteBuffer target, Context cx) throws IOException {
    Readiness input = tie.input;
    while (input.mayTry(cx.waker())) {
      int before = input.tick();
      long count = receiveNow(target);
      if (count >= 0) {
        CallMemory memory = CallMemory.ofThread();
        return read(memory.small, memory.length.get(ValueLayout.JAVA_INT, 0));
      }
      if (count == -Errno.EAGAIN) {
        if (input.block(cx.waker(), before)) {
          break;
        }
      } else if (count != -Errno.EINTR) {
        throw failedToReceive((int) -count);
      }
    }
    tie.arm(cx);
    return null;
  }

  private long receiveNow(ByteBuffer target) throws IOException {
    int room = target.remaining();
    int fd = tie.enterOpen();
    try {
      if (target.isDirect()) {
        long count = receive(fd, MemorySegment.ofBuffer(target), room);
        target.position(target.position() + (int) Math.max(count, 0));
        return count;
      }
      CallMemory memory = CallMemory.ofThread();
      if (room <= CallMemory.COPY_BYTES) {
        return receive(fd, memory.copy(), room, target);
      }
      try (Arena arena = Arena.ofConfined()) {
        return receive(fd, arena.allocate(room).asByteBuffer(), room, target);
      }
    } finally {
      tie.exit();
    }
  }

  private long receive(int fd, ByteBuffer copy, int room, ByteBuffer target) {
    long count = receive(fd, MemorySegment.ofBuffer(copy), room);
    if (count > 0) {
      target.put(copy.limit((int) count));
    }
    return count;
  }

  private long receive(int fd, MemorySegment target, int room) {
    CallMemory memory = CallMemory.ofThread();
    memory.length.set(ValueLayout.JAVA_INT, 0, CallMemory.SMALL_BYTES);
    return kernel.receiveFrom(fd, target, room, memory.small.address(), memory.length.address());
  }

  public int receiveMany(int most, BiConsumer<A, ByteBuffer> taker, Context cx) throws IOException {
    PacketBatch batch = CallMemory.ofThread().batch();
    Readiness input = tie.input;
    int taken = 0;
    while (taken > 0 || input.mayTry(cx.waker())) {
      int before = input.tick();
      int wanted = Math.min(most - taken, PacketBatch.SLOTS);
      int count = taken == 0 ? receiveNow(batch, wanted) : receiveMore(batch, wanted);
      for (int i = 0; i < count; i++) {
        taker.accept(read(batch.name(i), batch.nameLength(i)), batch.received(i));
      }
      if (count >= 0) {
        taken += count;
        if (count < wanted || taken == most) {
          return taken;
        }
      } else if (count == -Errno.EAGAIN) {
        if (taken > 0) {
          return taken;
        }
        if (input.block(cx.waker(), before)) {
          break;
        }
      } else if (count != -Errno.EINTR) {
        if (taken > 0) {
          return taken;
        }
        throw failedToReceive(-count);
      }
    }
    tie.arm(cx);
    return 0;
  }

  /** As {@link #receiveNow}, behind others: that the socket is closed is left to the next call. */
  private int receiveMore(PacketBatch batch, int count) {
    try {
      return receiveNow(batch, count);
    } catch (IOException closed) {
      return 0;
    }
  }

  private int receiveNow(PacketBatch batch, int count) throws IOException {
    int fd = tie.enterOpen();
    try {
      batch.prepareToReceive(count);
      return kernel.receiveMany(fd, batch.address(), count);
    } finally {
      tie.exit();
    }
  }

  public int sendMany(List<ByteBuffer> sources, List<A> targets, Context cx) throws IOException {
    PacketBatch batch = CallMemory.ofThread().batch();
    Readiness output = tie.output;
    int sent = 0;
    while (sent > 0 || output.mayTry(cx.waker())) {
      int before = output.tick();
      int filled = fill(batch, sources, targets, sent);
      long count =
          filled == 0 ? sendNow(sources.get(sent), targets.get(sent)) : sendNow(batch, filled);
      if (count >= 0) {
        int done = filled == 0 ? 1 : (int) count;
        for (int i = 0; i < done; i++, sent++) {
          ByteBuffer source = sources.get(sent);
          source.position(source.limit());
        }
        if (sent == sources.size()) {
          return sent;
        }
      } else if (count == -Errno.EAGAIN) {
        if (sent > 0) {
          return sent;
        }
        if (output.block(cx.waker(), before)) {
          break;
        }
      } else if (count != -Errno.EINTR) {
        throw failedToSend((int) -count, targets.get(sent));
      }
    }
    tie.arm(cx);
    return 0;
  }

  /**
   * Copies datagrams into a batch.
   *
   * @return how many; 0 if the first is too large for any datagram, which the system is to say
   */
  private int fill(PacketBatch batch, List<ByteBuffer> sources, List<A> targets, int from)
      throws IOException {
    int most = Math.min(sources.size() - from, PacketBatch.SLOTS);
    for (int i = 0; i < most; i++) {
      ByteBuffer source = sources.get(from + i);
      if (source.remaining() > PacketBatch.SLOT_BYTES) {
        return i;
      }
      int nameLength;
      try {
        nameLength = write(targets.get(from + i), batch.name(i));
      } catch (IOException refused) {
        if (i == 0) {
          throw refused;
        }
        return i; // after those before it
      }
      batch.put(i, source, nameLength);
    }
    return most;
  }

  private int sendNow(PacketBatch batch, int count) throws IOException {
    int fd = tie.enterOpen();
    try {
      return kernel.sendMany(fd, batch.address(), count);
    } finally {
      tie.exit();
    }
  }

  public boolean send(ByteBuffer source, A target, Context cx) throws IOException {
    Readiness output = tie.output;
    while (!isTold(target) || output.mayTry(cx.waker())) {
      int before = output.tick();
      long count = sendNow(source, target);
      if (count >= 0) {
        source.position(source.limit());
        return true;
      }
      if (count == -Errno.EAGAIN) {
        if (!isTold(target)) {
          return false;
        }
        if (output.block(cx.waker(), before)) {
          break;
        }
      } else if (count != -Errno.EINTR) {
        throw failedToSend((int) -count, target);
      }
    }
    tie.arm(cx);
    return false;
  }

  private long sendNow(ByteBuffer source, A target) throws IOException {
    int count = source.remaining();
    int fd = tie.enterOpen();
    try {
      CallMemory memory = CallMemory.ofThread();
      int length = write(target, memory.small);
      if (source.isDirect()) {
        return send(fd, MemorySegment.ofBuffer(source), count, length);
      }
      if (count <= CallMemory.COPY_BYTES) {
        ByteBuffer copy = memory.copy().put(0, source, source.position(), count);
        return send(fd, MemorySegment.ofBuffer(copy), count, length);
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment copy = arena.allocate(count);
        copy.copyFrom(MemorySegment.ofBuffer(source));
        return send(fd, copy, count, length);
      }
    } finally {
      tie.exit();
    }
  }

  private long send(int fd, MemorySegment source, int count, int addressLength) {
    long address = addressLength == 0 ? 0 : CallMemory.ofThread().small.address();
    return kernel.sendTo(fd, source, count, address, addressLength);
  }

  public void cancelReceive() {
    tie.input.forget();
  }

  public void cancelSend() {
    tie.output.forget();
  }

  public void close() {
    tie.close();
  }

  public boolean isReleased(Context cx) {
    return tie.isReleased(cx);
  }
}

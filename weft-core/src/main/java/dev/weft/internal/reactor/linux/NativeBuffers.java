package dev.weft.internal.reactor.linux;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Memory outside the heap that requests for files give to the kernel. */
final class NativeBuffers {

  /*
   * Why not the caller's own buffers: the kernel owns what it was given until the request has completed,
   * and if the ring has to be closed before that, even longer. Memory of the caller's could be freed by then.
   * The copy costs little beside the call.
   *
   * Memory is mapped by us and unmapped by us, not by the garbage collector: so it is bounded by the
   * requests that are under way and KEPT_BYTES, and memory that the kernel still owns at the end is left alone.
   *
   * Ownership: the holder of the turn. `stamps` of a buffer are odd while it is taken, so that giving one
   * back twice is found out at once.
   */

  /** The most that one request moves. */
  static final int MOST_BYTES = 256 * 1024;

  private static final int LEAST_BYTES = 4096;
  private static final int CLASS_SHIFT = 2; // each class has four times the bytes of the one before
  private static final int CLASSES = 4;
  private static final long KEPT_BYTES = 1024 * 1024;

  private final Kernel kernel;
  private final List<Deque<Buffer>> free;
  private long keptBytes;
  private int taken;

  /** A piece of memory. */
  static final class Buffer {
    final MemorySegment memory;
    private final int sizeClass;
    private int stamp;

    private Buffer(MemorySegment memory, int sizeClass) {
      this.memory = memory;
      this.sizeClass = sizeClass;
    }
  }

  NativeBuffers(Kernel kernel) {
    this.kernel = kernel;
    this.free =
        List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
  }

  /**
   * Takes a buffer of at least so many bytes, or of {@link #MOST_BYTES} if that is less; {@code
   * null} if the system has no memory.
   */
  @Nullable Buffer take(int bytes) {
    int sizeClass = 0;
    while (sizeClass < CLASSES - 1 && bytesOf(sizeClass) < bytes) {
      sizeClass++;
    }
    Buffer buffer = free.get(sizeClass).pollLast();
    if (buffer == null) {
      buffer = map(sizeClass);
      if (buffer == null) {
        return null;
      }
    } else {
      keptBytes -= bytesOf(sizeClass);
    }
    buffer.stamp++;
    taken++;
    return buffer;
  }

  @SuppressWarnings("restricted") // the memory has the size that was asked for
  private @Nullable Buffer map(int sizeClass) {
    int bytes = bytesOf(sizeClass);
    long address = kernel.mapMemory(bytes);
    return address < 0 && address > -4096
        ? null
        : new Buffer(MemorySegment.ofAddress(address).reinterpret(bytes), sizeClass);
  }

  /** Gives a buffer back that the kernel doesn't use any more. */
  void give(Buffer buffer) {
    if ((buffer.stamp++ & 1) == 0) {
      throw new AssertionError("A buffer for files is given back twice.");
    }
    taken--;
    int bytes = bytesOf(buffer.sizeClass);
    if (keptBytes + bytes <= KEPT_BYTES) {
      keptBytes += bytes;
      free.get(buffer.sizeClass).addLast(buffer);
    } else {
      unmap(buffer);
    }
  }

  private void unmap(Buffer buffer) {
    kernel.unmap(buffer.memory.address(), buffer.memory.byteSize());
  }

  private static int bytesOf(int sizeClass) {
    return LEAST_BYTES << (CLASS_SHIFT * sizeClass);
  }

  /** How many are in use. */
  int taken() {
    return taken;
  }

  /** Unmaps what isn't in use. */
  void close() {
    for (Deque<Buffer> buffers : free) {
      for (Buffer buffer = buffers.pollLast(); buffer != null; buffer = buffers.pollLast()) {
        unmap(buffer);
      }
    }
    keptBytes = 0;
  }
}

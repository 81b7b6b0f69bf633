package dev.weft.internal.reactor.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Buffers of which the kernel takes one when bytes have arrived. */
final class BufferRing {

  /*
   * A buffer belongs to the kernel from give() until the completion that names it is reaped (taken()),
   * then to the socket that got it, until that has read it and gives it back. `stamps` counts the
   * changes of owner of each buffer: even while it is the kernel's, odd while it is ours. So giving a
   * buffer back twice, or taking one that isn't the kernel's, is found out at once.
   *
   * Ring entry i: address (8 bytes), length (4), number (2), and two bytes that belong to the ring's tail
   * in entry 0. The kernel reads entries up to the tail, whose release publishes them.
   *
   * Ownership: any thread, under this object's lock, which is held for a few stores. The memory lives as
   * long as this object, and the poller keeps it until the kernel has ended all requests.
   */

  static final int GROUP = 0;

  private static final int REGISTER = 22;
  private static final int ENTRY_BYTES = 16;
  private static final int TAIL = 14;
  private static final int PAGE = 4096;
  private static final int REGISTRATION_BYTES = 40;
  private static final VarHandle TAIL_INDEX = ValueLayout.JAVA_SHORT.varHandle();

  private final MemorySegment entries;
  private final MemorySegment memory;
  private final ByteBuffer[] views;
  private final int bufferBytes;
  private final int mask;
  private final int[] stamps;
  private int tail;
  private int taken;

  /**
   * Creates the buffers and registers them.
   *
   * @param count a power of two
   * @throws IOException if the system refuses
   */
  BufferRing(Ring ring, int count, int bufferBytes) throws IOException {
    this.bufferBytes = bufferBytes;
    this.mask = count - 1;
    this.stamps = new int[count];
    this.views = new ByteBuffer[count];
    Arena arena = Arena.ofAuto();
    entries = arena.allocate((long) count * ENTRY_BYTES, PAGE);
    memory = arena.allocate((long) count * bufferBytes, PAGE);
    MemorySegment registration = arena.allocate(REGISTRATION_BYTES, Long.BYTES);
    registration.set(ValueLayout.JAVA_LONG, 0, entries.address());
    registration.set(ValueLayout.JAVA_INT, 8, count);
    registration.set(ValueLayout.JAVA_SHORT, 12, (short) GROUP);
    int answer = ring.register(REGISTER, registration.address(), 1);
    if (answer < 0) {
      throw Ring.failed(-answer, "io_uring_register of buffers");
    }
    ByteBuffer all = memory.asByteBuffer();
    for (int i = 0; i < count; i++) {
      views[i] = all.slice(i * bufferBytes, bufferBytes);
      add(i);
    }
    publish();
  }

  /** Notes that the kernel has filled a buffer. */
  synchronized void taken(int number) {
    if ((stamps[number]++ & 1) != 0) {
      throw new AssertionError("Buffer " + number + " was filled although it isn't the kernel's.");
    }
    taken++;
  }

  /** Gives a buffer back to the kernel. */
  synchronized void give(int number) {
    if ((stamps[number]++ & 1) == 0) {
      throw new AssertionError("Buffer " + number + " is given back twice.");
    }
    taken--;
    add(number);
    publish();
  }

  private void add(int number) {
    long offset = (long) (tail & mask) * ENTRY_BYTES;
    entries.set(ValueLayout.JAVA_LONG, offset, memory.address() + (long) number * bufferBytes);
    entries.set(ValueLayout.JAVA_INT, offset + 8, bufferBytes);
    entries.set(ValueLayout.JAVA_SHORT, offset + 12, (short) number);
    tail++;
  }

  private void publish() {
    TAIL_INDEX.setRelease(entries, (long) TAIL, (short) tail);
  }

  /** The bytes of a buffer that was taken. */
  ByteBuffer view(int number) {
    return views[number];
  }

  /** Whether the kernel has buffers left. */
  synchronized boolean hasFree() {
    return taken <= mask;
  }

  /** How many buffers aren't the kernel's. */
  synchronized int taken() {
    return taken;
  }
}

package dev.weft.internal.reactor.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Memory outside the heap that a thread's system calls use one after another. */
final class CallMemory {

  /*
   * One object a thread, freed with the thread by the garbage collector. What a call leaves here is read
   * before the thread makes the next one, so that nothing here needs an owner. The copy buffer, for data
   * on the heap, comes when it is first needed.
   */

  /** Most bytes that one call moves from or to the heap. */
  static final int COPY_BYTES = 128 * 1024;

  /** Room of {@link #small}: a group, its source, and the number of an interface. */
  static final int SMALL_BYTES = 264;

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final ThreadLocal<CallMemory> OF_THREAD = ThreadLocal.withInitial(CallMemory::new);

  /** Where {@code errno} is captured. */
  final MemorySegment errno;

  /** For addresses, options and times. */
  final MemorySegment small;

  /** For the lengths that go with them. */
  final MemorySegment length;

  private @Nullable ByteBuffer copy;
  private MemorySegment copyMemory = MemorySegment.NULL;
  private @Nullable PacketBatch batch;

  private CallMemory() {
    Arena arena = Arena.ofAuto();
    errno = arena.allocate(STATE);
    small = arena.allocate(SMALL_BYTES, Long.BYTES);
    length = arena.allocate(Long.BYTES, Long.BYTES);
  }

  /** That of the calling thread. */
  static CallMemory ofThread() {
    return OF_THREAD.get();
  }

  static int errnoIn(MemorySegment captured) {
    return (int) ERRNO.get(captured, 0L);
  }

  /** The copy buffer, cleared. */
  ByteBuffer copy() {
    ByteBuffer buffer = copy;
    if (buffer == null) {
      copyMemory = Arena.ofAuto().allocate(COPY_BYTES, Long.BYTES);
      buffer = copyMemory.asByteBuffer();
      copy = buffer;
    }
    return buffer.clear();
  }

  /** Room for many datagrams at once; it comes when it is first needed. */
  PacketBatch batch() {
    PacketBatch room = batch;
    if (room == null) {
      room = new PacketBatch();
      batch = room;
    }
    return room;
  }

  /** Where {@link #copy} lies. */
  long copyAddress() {
    return copyMemory.address();
  }

  /** The memory of {@link #copy}. */
  MemorySegment copyMemory() {
    copy();
    return copyMemory;
  }
}

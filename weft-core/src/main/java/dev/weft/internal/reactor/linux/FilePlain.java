package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Requests for files as plain calls, on a thread that may block. */
final class FilePlain {

  /** A path and its end have to fit in so many bytes. */
  static final int MOST_PATH_BYTES = 4096;

  private static final long PATIENCE_NANOS = 50_000_000;
  private static final int TIME = 16;

  private FilePlain() {}

  /** Carries it out; a call that was interrupted is made again. */
  static void run(Kernel kernel, FileRequest request) {
    MemorySegment memory = CallMemory.ofThread().copyMemory();
    long result;
    do {
      result = call(kernel, request, memory);
    } while (result == -Errno.EINTR && request.kind() != FileRequest.Kind.CLOSE);
    request.result((int) result);
  }

  private static long call(Kernel kernel, FileRequest request, MemorySegment memory) {
    return switch (request.kind()) {
      case OPEN -> open(kernel, request, memory);
      case READY -> await(kernel, request, memory);
      case READ -> read(kernel, request, memory);
      case WRITE -> write(kernel, request, memory);
      case SYNC_DATA -> kernel.syncFile(request.file(), false);
      case SYNC_ALL -> kernel.syncFile(request.file(), true);
      case STATUS -> status(kernel, request, memory);
      case CLOSE -> kernel.close(request.file());
    };
  }

  private static int open(Kernel kernel, FileRequest request, MemorySegment memory) {
    byte[] name = FileCalls.name(request);
    if (name.length >= MOST_PATH_BYTES) {
      return -Errno.ENAMETOOLONG;
    }
    putName(name, memory, 0);
    return kernel.openFile(
        memory.address(), OpenFlags.of(request.options()), FileCalls.MODE_OF_NEW);
  }

  /** Waits for bytes or an end, and now and then looks whether anybody still wants them. */
  private static int await(Kernel kernel, FileRequest request, MemorySegment memory) {
    memory.set(ValueLayout.JAVA_LONG, TIME, 0);
    memory.set(ValueLayout.JAVA_LONG, TIME + Long.BYTES, PATIENCE_NANOS);
    int answer = 0;
    while (answer == 0) {
      if (request.isCancelled()) {
        return FileRequest.CANCELLED;
      }
      memory.set(ValueLayout.JAVA_INT, 0, request.file());
      memory.set(ValueLayout.JAVA_INT, Integer.BYTES, Poller.IN);
      answer = kernel.poll(memory.address(), memory.address() + TIME);
    }
    return answer;
  }

  private static long read(Kernel kernel, FileRequest request, MemorySegment memory) {
    ByteBuffer target = FileCalls.buffer(request);
    int room = Math.min(target.remaining(), CallMemory.COPY_BYTES);
    long count = kernel.readFile(request.file(), memory.address(), room, request.position());
    if (count > 0) {
      fill(target, memory, 0, (int) count);
    }
    return count;
  }

  private static long write(Kernel kernel, FileRequest request, MemorySegment memory) {
    ByteBuffer source = FileCalls.buffer(request);
    int length = Math.min(source.remaining(), CallMemory.COPY_BYTES);
    MemorySegment.copy(MemorySegment.ofBuffer(source), 0, memory, 0, length);
    long count = kernel.writeFile(request.file(), memory.address(), length, request.position());
    if (count > 0) {
      source.position(source.position() + (int) count);
    }
    return count;
  }

  private static int status(Kernel kernel, FileRequest request, MemorySegment memory) {
    memory.set(ValueLayout.JAVA_BYTE, FileCalls.STATX_BYTES, (byte) 0); // the empty path
    int result =
        kernel.fileStatus(
            request.file(),
            memory.address() + FileCalls.STATX_BYTES,
            FileCalls.AT_EMPTY_PATH,
            FileCalls.STATX_TYPE_AND_SIZE,
            memory.address());
    if (result >= 0) {
      FileCalls.takeStatus(request, memory);
    }
    return result;
  }

  /** Puts a path and its end into memory. */
  static void putName(byte[] name, MemorySegment memory, int offset) {
    MemorySegment.copy(name, 0, memory, ValueLayout.JAVA_BYTE, offset, name.length);
    memory.set(ValueLayout.JAVA_BYTE, offset + name.length, (byte) 0);
  }

  /** Moves bytes into a buffer, and its position over them. */
  static void fill(ByteBuffer target, MemorySegment memory, int offset, int count) {
    if (target.hasArray()) {
      int start = target.arrayOffset() + target.position();
      MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, target.array(), start, count);
    } else {
      MemorySegment.copy(memory, offset, MemorySegment.ofBuffer(target), 0, count);
    }
    target.position(target.position() + count);
  }
}

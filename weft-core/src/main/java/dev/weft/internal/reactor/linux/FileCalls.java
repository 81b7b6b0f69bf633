package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileRequest;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Requests for files as an io_uring takes them. */
final class FileCalls {

  /*
   * To open is always left to a thread of the kernel's (ASYNC): tried at once, the kernel opens without
   * blocking, which makes the two ends of a pipe miss each other. What a read of cached bytes costs it pays
   * on the thread that enters; the kernel itself hands on what would block. It has four threads a processor
   * for that, unless it is told otherwise, and some pipes whose other ends don't come would take them all.
   *
   * Layout of a struct statx: mode (2 bytes) at 28, size (8) at 40, the device's major number (4) at 136,
   * which is 0 if the file isn't on a block device.
   */

  private static final int POLL_ADD = 6;
  private static final int FSYNC = 3;
  private static final int OPENAT = 18;
  private static final int CLOSE = 19;
  private static final int STATX = 21;
  private static final int READ = 22;
  private static final int WRITE = 23;
  private static final int ASYNC = 1 << 4;
  private static final int FSYNC_DATASYNC = 1;
  private static final int AT_CWD = -100;
  static final int AT_EMPTY_PATH = 0x1000;
  static final int STATX_TYPE_AND_SIZE = 0x201;
  static final int STATX_BYTES = 256;
  static final int DEVICE_OFFSET = 136;
  private static final int MODE_OFFSET = 28;
  private static final int SIZE_OFFSET = 40;
  private static final int TYPE_MASK = 0xf000;
  private static final int REGULAR = 0x8000;
  static final int MODE_OF_NEW = 0x1b6; // rw-rw-rw-, as the JDK has it

  private static final int REGISTER_PROBE = 8;
  private static final int REGISTER_MOST_THREADS = 19;
  private static final int MOST_THREADS = 512; // as the blocking pool's
  private static final int PROBE_OPERATIONS = 64;
  private static final int PROBE_HEAD_BYTES = 16;
  private static final int PROBE_OPERATION_BYTES = 8;
  private static final int[] NEEDED = {FSYNC, OPENAT, CLOSE, STATX, READ, WRITE};

  private FileCalls() {}

  /**
   * Asks whether the kernel has all the operations, and prepares it for them.
   *
   * @return the reason why not, or {@code null}
   */
  static @Nullable String missing(Ring ring, MemorySegment memory) {
    memory.fill((byte) 0);
    int answer = ring.register(REGISTER_PROBE, memory.address(), PROBE_OPERATIONS);
    if (answer < 0) {
      return "io_uring_register of a probe: " + Errno.text(-answer);
    }
    for (int operation : NEEDED) {
      int offset = PROBE_HEAD_BYTES + operation * PROBE_OPERATION_BYTES;
      if ((memory.get(ValueLayout.JAVA_SHORT, offset + 2) & 1) == 0) {
        return "this kernel's io_uring has no operation " + operation;
      }
    }
    memory.set(ValueLayout.JAVA_INT, 0, MOST_THREADS);
    memory.set(ValueLayout.JAVA_INT, 4, 0); // others stay as they are
    answer = ring.register(REGISTER_MOST_THREADS, memory.address(), 2);
    return answer < 0 ? "io_uring_register of threads: " + Errno.text(-answer) : null;
  }

  /** How much memory a request needs for what goes to the kernel and comes from it. */
  static int bytes(FileRequest request) {
    ByteBuffer buffer = request.buffer();
    return switch (request.kind()) {
      case OPEN -> name(request).length + 1;
      case READ, WRITE -> buffer == null ? 0 : buffer.remaining();
      case STATUS -> STATX_BYTES + 1;
      case READY, SYNC_DATA, SYNC_ALL, CLOSE -> 0;
    };
  }

  /** The bytes of the path of an OPEN. */
  static byte[] name(FileRequest request) {
    Path path = request.path();
    return (path == null ? "" : path.toAbsolutePath().toString()).getBytes(StandardCharsets.UTF_8);
  }

  /** Puts a request into the ring; there is room. The memory is the kernel's from now on. */
  static void put(Ring ring, FileRequest request, MemorySegment memory, long data) {
    switch (request.kind()) {
      case OPEN -> {
        byte[] name = name(request);
        MemorySegment.copy(name, 0, memory, ValueLayout.JAVA_BYTE, 0, name.length);
        memory.set(ValueLayout.JAVA_BYTE, name.length, (byte) 0);
        ring.next(OPENAT, AT_CWD, data);
        ring.flags(ASYNC);
        ring.address(memory.address());
        ring.length(MODE_OF_NEW);
        ring.operationFlags(OpenFlags.of(request.options()));
      }
      case READY -> {
        ring.next(POLL_ADD, request.file(), data);
        ring.operationFlags(Poller.IN);
      }
      case READ -> transfer(ring, READ, request, memory, data);
      case WRITE -> {
        ByteBuffer source = buffer(request);
        int count = Math.min(source.remaining(), (int) memory.byteSize());
        memory.asByteBuffer().put(0, source, source.position(), count);
        transfer(ring, WRITE, request, memory, data);
      }
      case SYNC_DATA, SYNC_ALL -> {
        ring.next(FSYNC, request.file(), data);
        ring.operationFlags(request.kind() == FileRequest.Kind.SYNC_DATA ? FSYNC_DATASYNC : 0);
      }
      case STATUS -> {
        memory.set(ValueLayout.JAVA_BYTE, STATX_BYTES, (byte) 0); // the empty path
        ring.next(STATX, request.file(), data);
        ring.address(memory.address() + STATX_BYTES);
        ring.length(STATX_TYPE_AND_SIZE);
        ring.offset(memory.address());
        ring.operationFlags(AT_EMPTY_PATH);
      }
      case CLOSE -> ring.next(CLOSE, request.file(), data);
    }
  }

  private static void transfer(
      Ring ring, int operation, FileRequest request, MemorySegment memory, long data) {
    ring.next(operation, request.file(), data);
    ring.address(memory.address());
    ring.length(Math.min(buffer(request).remaining(), (int) memory.byteSize()));
    ring.offset(request.position());
  }

  /** Takes what the kernel has left in the memory for a request that succeeded. */
  static void take(FileRequest request, int result, MemorySegment memory) {
    switch (request.kind()) {
      case READ -> {
        ByteBuffer target = buffer(request);
        target.put(target.position(), memory.asByteBuffer(), 0, result);
        target.position(target.position() + result);
      }
      case WRITE -> {
        ByteBuffer source = buffer(request);
        source.position(source.position() + result);
      }
      case STATUS -> takeStatus(request, memory);
      default -> {
        // nothing came
      }
    }
  }

  /** Takes the answer of statx(2). */
  static void takeStatus(FileRequest request, MemorySegment memory) {
    int mode = memory.get(ValueLayout.JAVA_SHORT, MODE_OFFSET);
    request.status(memory.get(ValueLayout.JAVA_LONG, SIZE_OFFSET), (mode & TYPE_MASK) == REGULAR);
  }

  /** The buffer of a READ or WRITE. */
  static ByteBuffer buffer(FileRequest request) {
    ByteBuffer buffer = request.buffer();
    if (buffer == null) {
      throw new AssertionError(request + " has no buffer.");
    }
    return buffer;
  }

  /** As the JDK has it. */
  static IOException failure(Path path, int error) {
    String file = path.toString();
    String text = Errno.text(error);
    return switch (error) {
      case Errno.ENOENT -> new NoSuchFileException(file, null, text);
      case Errno.EACCES -> new AccessDeniedException(file, null, text);
      case Errno.EEXIST -> new FileAlreadyExistsException(file, null, text);
      case Errno.ELOOP ->
          new FileSystemException(
              file, null, text + " or unable to access attributes of symbolic link");
      default -> new FileSystemException(file, null, text);
    };
  }
}

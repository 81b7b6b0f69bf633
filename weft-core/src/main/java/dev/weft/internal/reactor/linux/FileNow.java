package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileDriver;
import dev.weft.spi.FileRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.StandardOpenOption;

/** Requests for files that are carried out on the calling thread, if that takes no waiting. */
final class FileNow {

  /*
   * Idea: a small file that is in the system's cache is opened, read and closed in less time than it takes to
   * wake another thread. The kernel can be asked for just that: openat2 with RESOLVE_CACHED fails rather
   * than look for a name on the disk, and preadv2 with RWF_NOWAIT fails rather than read from it.
   *
   * A pipe opened without waiting lets its writer go on, and seems to be at its end while it has none. Who reads all of it
   * goes on with that very descriptor, once poll(2) says that a writer has been there. For whoever opens it for
   * longer this would be too late; so what is there is looked at first, by a descriptor that stands for the name only
   * (O_PATH), which costs as much as the open itself.
   *
   * O_NONBLOCK also keeps the open from waiting for somebody who has a lease on the file. settle() takes it away,
   * since io_uring doesn't wait for the disk with it.
   *
   * The size is what the system knows already; a file of a server may have another by now, but the names of
   * most aren't trusted without asking the server, so they fail before. That doesn't hold for a file that has been
   * open for a while: there an answer counts only if the file is on a block device, which no server keeps.
   *
   * Writes aren't attempted: ext4 and tmpfs refuse RWF_NOWAIT for all that goes through the cache.
   *
   * Memory is that of the thread's calls: what goes to the kernel at fixed places, then the bytes.
   */

  private static final int PATH_ONLY = 0x200000;
  private static final int NONBLOCK = 0x800;
  private static final long RESOLVE_CACHED = 0x20;
  private static final int DO_NOT_SYNC = 0x4000;
  private static final int NOWAIT = 8;
  private static final int HOW_BYTES = 24;

  private static final int VECTOR = 32;
  private static final int STATX = 64;
  private static final int NOTHING = STATX + FileCalls.STATX_BYTES; // the empty path
  private static final int PATH = 512;
  private static final int BYTES = 8192;

  private FileNow() {}

  /**
   * Asks whether the kernel has the calls and lets us make them.
   *
   * @return 0, or the errno of one that it refuses
   */
  static int refusal(Kernel kernel) {
    MemorySegment memory = CallMemory.ofThread().copyMemory();
    memory.set(ValueLayout.JAVA_BYTE, PATH, (byte) '/');
    memory.set(ValueLayout.JAVA_BYTE, PATH + 1, (byte) 0);
    int root = open(kernel, memory, PATH_ONLY);
    if (root < 0) {
      return root == -Errno.EAGAIN ? 0 : -root;
    }
    int status = status(kernel, root, memory);
    long read = read(kernel, root, memory, 1, 0);
    kernel.close(root);
    if (status < 0) {
      return -status;
    }
    boolean asked = read == -Errno.EBADF || read == -Errno.EAGAIN; // it can't be read, as was said
    return asked ? 0 : (int) Math.max(-read, 1);
  }

  static boolean attempt(Kernel kernel, FileRequest request) {
    return switch (request.kind()) {
      case OPEN -> open(kernel, request);
      case READ -> read(kernel, request);
      case CLOSE -> {
        request.result(kernel.close(request.file()));
        yield true;
      }
      case STATUS -> status(kernel, request);
      case READY, WRITE, SYNC_DATA, SYNC_ALL -> false;
    };
  }

  private static boolean open(Kernel kernel, FileRequest request) {
    for (Object option : request.options()) {
      if (option != StandardOpenOption.READ) {
        return false;
      }
    }
    byte[] name = FileCalls.name(request);
    if (name.length >= FilePlain.MOST_PATH_BYTES) {
      return false;
    }
    MemorySegment memory = CallMemory.ofThread().copyMemory();
    FilePlain.putName(name, memory, PATH);
    if (!request.isAhead() && !isRegular(kernel, request, memory)) {
      return false;
    }
    int file = open(kernel, memory, NONBLOCK);
    if (file < 0) {
      return false;
    }
    if (request.isAhead() && !knowsStatus(kernel, request, file, memory)) {
      kernel.close(file);
      return false;
    }
    request.result(file);
    return true;
  }

  private static boolean isRegular(Kernel kernel, FileRequest request, MemorySegment memory) {
    int path = open(kernel, memory, PATH_ONLY);
    if (path < 0) {
      return false;
    }
    boolean known = knowsStatus(kernel, request, path, memory);
    kernel.close(path);
    return known && request.isRegular();
  }

  private static boolean knowsStatus(
      Kernel kernel, FileRequest request, int fd, MemorySegment memory) {
    if (status(kernel, fd, memory) < 0) {
      return false;
    }
    FileCalls.takeStatus(request, memory.asSlice(STATX, FileCalls.STATX_BYTES));
    return true;
  }

  private static boolean status(Kernel kernel, FileRequest request) {
    MemorySegment memory = CallMemory.ofThread().copyMemory();
    if (!knowsStatus(kernel, request, request.file(), memory)
        || memory.get(ValueLayout.JAVA_INT, STATX + FileCalls.DEVICE_OFFSET) == 0) {
      return false;
    }
    request.result(0);
    return true;
  }

  private static int open(Kernel kernel, MemorySegment memory, int flags) {
    memory.asSlice(0, HOW_BYTES).fill((byte) 0);
    memory.set(ValueLayout.JAVA_LONG, 0, flags | OpenFlags.CLOSE_ON_EXEC);
    memory.set(ValueLayout.JAVA_LONG, 2L * Long.BYTES, RESOLVE_CACHED);
    return kernel.openFile2(memory.address() + PATH, memory.address());
  }

  private static int status(Kernel kernel, int fd, MemorySegment memory) {
    memory.set(ValueLayout.JAVA_BYTE, NOTHING, (byte) 0);
    return kernel.fileStatus(
        fd,
        memory.address() + NOTHING,
        FileCalls.AT_EMPTY_PATH | DO_NOT_SYNC,
        FileCalls.STATX_TYPE_AND_SIZE,
        memory.address() + STATX);
  }

  private static boolean read(Kernel kernel, FileRequest request) {
    ByteBuffer target = FileCalls.buffer(request);
    int room = Math.min(target.remaining(), FileDriver.MOST_ATTEMPTED_BYTES);
    MemorySegment memory = CallMemory.ofThread().copyMemory();
    int count = (int) read(kernel, request.file(), memory, room, request.position());
    if (count < 0) {
      return false;
    }
    FilePlain.fill(target, memory, BYTES, count);
    request.result(count);
    return true;
  }

  private static long read(Kernel kernel, int fd, MemorySegment memory, int room, long position) {
    memory.set(ValueLayout.JAVA_LONG, VECTOR, memory.address() + BYTES);
    memory.set(ValueLayout.JAVA_LONG, VECTOR + Long.BYTES, room);
    return kernel.readFile2(fd, memory.address() + VECTOR, position, NOWAIT);
  }
}

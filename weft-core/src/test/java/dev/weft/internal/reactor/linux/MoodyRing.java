package dev.weft.internal.reactor.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Spoils requests for files in a ring before the kernel sees them: they move fewer bytes, take
 * longer, or come back undone, interrupted or cancelled by nobody.
 */
final class MoodyRing {

  private static final int SQE_BYTES = 64;
  private static final int NOP = 0;
  private static final int FSYNC = 3;
  private static final int OPENAT = 18;
  private static final int STATX = 21;
  private static final int READ = 22;
  private static final int WRITE = 23;
  private static final byte ASYNC = 1 << 4;
  private static final int EVENTFD_BYTES = 8;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  private final int entries;
  private final long sqTail;
  private final long cqHead;
  private final long cqTail;
  private final long cqes;
  private final int cqMask;
  private final Map<Long, Integer> pretended = new HashMap<>(); // errors by user data
  private MemorySegment rings = MemorySegment.NULL;
  private MemorySegment sqes = MemorySegment.NULL;
  private int seen; // requests that were looked at

  MoodyRing(long paramsAddress) {
    MemorySegment params = MemorySegment.ofAddress(paramsAddress).reinterpret(120);
    entries = params.get(INT, 0);
    cqMask = params.get(INT, 4) - 1;
    sqTail = params.get(INT, 44);
    cqHead = params.get(INT, 80);
    cqTail = params.get(INT, 84);
    cqes = params.get(INT, 100);
  }

  void mapped(long offset, long address, long bytes) {
    MemorySegment memory = MemorySegment.ofAddress(address).reinterpret(bytes);
    if (offset == 0) {
      rings = memory;
    } else {
      sqes = memory;
    }
  }

  /** Spoils some of the requests that are about to be handed over; how many. */
  int spoil(Random random, int submit) {
    int tail = rings.get(INT, sqTail);
    int spoiled = 0;
    for (seen = Math.max(seen, tail - submit); seen < tail; seen++) {
      MemorySegment sqe = sqes.asSlice((long) (seen & (entries - 1)) * SQE_BYTES, SQE_BYTES);
      if (isOfFile(sqe) && random.nextInt(3) == 0) {
        spoil(random, sqe);
        spoiled++;
      }
    }
    return spoiled;
  }

  private static boolean isOfFile(MemorySegment sqe) {
    int length = sqe.get(INT, 24);
    return switch (sqe.get(ValueLayout.JAVA_BYTE, 0)) {
      case READ -> length != EVENTFD_BYTES;
      case WRITE, FSYNC, OPENAT, STATX -> true;
      default -> false;
    };
  }

  private void spoil(Random random, MemorySegment sqe) {
    int operation = sqe.get(ValueLayout.JAVA_BYTE, 0);
    int length = sqe.get(INT, 24);
    boolean moves = operation == READ || operation == WRITE;
    switch (random.nextInt(3)) {
      case 0 -> sqe.set(ValueLayout.JAVA_BYTE, 1, ASYNC); // it takes longer
      case 1 -> {
        if (moves && length > 1) {
          sqe.set(INT, 24, 1 + random.nextInt(length - 1));
        }
      }
      default -> {
        long userData = sqe.get(ValueLayout.JAVA_LONG, 32);
        sqe.fill((byte) 0);
        sqe.set(ValueLayout.JAVA_BYTE, 0, (byte) NOP);
        sqe.set(ValueLayout.JAVA_LONG, 32, userData);
        int[] errors = {Errno.EINTR, Errno.EAGAIN, Errno.ECANCELED};
        pretended.put(userData, -errors[random.nextInt(errors.length)]);
      }
    }
  }

  /** Puts the errors of those that came back undone into their completions. */
  void pretend() {
    int tail = rings.get(INT, cqTail);
    for (int head = rings.get(INT, cqHead); head < tail && !pretended.isEmpty(); head++) {
      long completion = cqes + (long) (head & cqMask) * 16;
      Integer error = pretended.remove(rings.get(ValueLayout.JAVA_LONG, completion));
      if (error != null) {
        rings.set(INT, completion + 8, error);
      }
    }
  }
}

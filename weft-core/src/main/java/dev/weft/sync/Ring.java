package dev.weft.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The places of a bounded channel's messages, by their positions. */
final class Ring {

  /*
   * Idea: positions count up without bound, wrap around as an int does, and index the ring by their low
   * bits. Who may write or read a position is decided by the channel; here it is only kept.
   *
   * A directory of chunks. Small: one chunk, there from the beginning. Large: a chunk is made by whoever
   * is about to write into it and dropped by the consumer when it has read its last place, so that a
   * channel that is never full costs no more than what is in it. There is at least one chunk more than
   * the messages need: so when a chunk is written again, its last place was read and the chunk dropped.
   * For the same reason a sender may look for the chunk before it claims the position: while the position
   * is the next one to claim, nobody can have read past it.
   *
   * Chunks grow with the capacity, since the directory is there from the beginning; it has some square
   * root of the capacity.
   *
   * Speed: a message costs one dependent load less on each side if a sender has found its chunk before its
   * compare-and-set, behind which a processor doesn't look ahead, and if the consumer keeps the one it
   * reads. Places are plain elements between fences, as a VarHandle looks up the class of its array at
   * each access.
   *
   * Ordering: a message is written after a release fence and read before an acquire fence. The consumer's
   * clearing of a place, or of a chunk, is before its release of the position that follows, which the
   * channel reads with acquire before it lets anybody write there again.
   */

  private static final int SMALL = 64;
  private static final int CHUNK = 32;

  private final @Nullable Object[] @Nullable [] chunks;
  private final int last; // of the directory
  private final int mask; // of a place in its chunk
  private final int shift; // from a position to its chunk

  private @Nullable Object @Nullable [] reading; // what the consumer reads; its own

  /** One with room for so many messages. */
  static Ring of(int capacity) {
    return capacity <= SMALL
        ? new Ring(1, powerOfTwo(capacity))
        : ofChunks(capacity, Math.max(CHUNK, Integer.highestOneBit((int) Math.sqrt(capacity))));
  }

  /** One with chunks, whose size is a power of two. */
  static Ring ofChunks(int capacity, int chunk) {
    return new Ring(powerOfTwo((capacity - 1L) / chunk + 2), chunk);
  }

  private Ring(int chunks, int chunk) {
    this.chunks = new Object[chunks][];
    this.last = chunks - 1;
    this.mask = chunk - 1;
    this.shift = Integer.numberOfTrailingZeros(chunk);
    if (last == 0) {
      this.chunks[0] = new Object[chunk];
    }
  }

  private static int powerOfTwo(long least) {
    return least == 1 ? 1 : (int) (Long.highestOneBit(least - 1) << 1);
  }

  /**
   * Makes sure that there is a place for this position, which has room, see the channel; returns
   * what {@link #put} needs.
   *
   * @throws OutOfMemoryError if there is none; then nothing has changed
   */
  @Nullable Object[] prepare(int position) {
    int index = position >>> shift & last;
    Object[] chunk =
        (Object[]) CHUNKS.getAcquire(chunks, index); // pairs with the compare-and-set of another
    return chunk == null ? add(index) : chunk;
  }

  private @Nullable Object[] add(int index) {
    Object[] chunk = new Object[mask + 1];
    Object[] there = (Object[]) CHUNKS.compareAndExchange(chunks, index, null, chunk);
    return there == null ? chunk : there;
  }

  /** Writes a message; the position was prepared and is the caller's. */
  void put(@Nullable Object[] chunk, int position, Object message) {
    VarHandle.releaseFence(); // pairs with the acquire in take
    chunk[position & mask] = message;
  }

  /** Takes the message out; null if it isn't there yet. For the consumer. */
  @Nullable Object take(int position) {
    @Nullable Object @Nullable [] chunk = reading;
    if (chunk == null) {
      chunk = (@Nullable Object[]) CHUNKS.getAcquire(chunks, position >>> shift & last);
      if (chunk == null) {
        return null;
      }
      reading = chunk;
    }
    int index = position & mask;
    Object message = chunk[index];
    VarHandle.acquireFence(); // pairs with the release in put
    if (message != null) {
      chunk[index] = null;
      if (index == mask && last != 0) {
        reading = null;
        chunks[position >>> shift & last] = null;
      }
    }
    return message;
  }

  /** How many places for messages there are now, for tests. */
  int size() {
    int size = 0;
    for (int i = 0; i <= last; i++) {
      size += CHUNKS.getAcquire(chunks, i) == null ? 0 : mask + 1;
    }
    return size;
  }

  private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(Object[][].class);
}

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
   * Small: one array, there from the beginning. Large: a directory of chunks. A chunk is made by whoever
   * is about to write into it and dropped by the consumer when it has read its last place, so that a
   * channel that is never full costs no more than what is in it. There is at least one chunk more than
   * the messages need: so when a chunk is written again, its last place was read and the chunk dropped.
   *
   * Chunks grow with the capacity, since the directory is there from the beginning; it has some square
   * root of the capacity.
   *
   * Ordering: a message is written with release and read with acquire. The consumer's clearing of a place,
   * or of a chunk, is before its release of the position that follows, which the channel reads with acquire
   * before it lets anybody write there again.
   */

  private static final int SMALL = 64;
  private static final int CHUNK = 32;

  private final @Nullable Object[] places; // messages, or chunks of them
  private final int mask; // of a place in the ring, or in a chunk
  private final int shift; // from a position to its chunk; 0 without chunks

  /** One with room for so many messages. */
  static Ring of(int capacity) {
    return capacity <= SMALL
        ? new Ring(powerOfTwo(capacity), 0)
        : ofChunks(capacity, Math.max(CHUNK, Integer.highestOneBit((int) Math.sqrt(capacity))));
  }

  /** One with chunks, whose size is a power of two. */
  static Ring ofChunks(int capacity, int chunk) {
    return new Ring(powerOfTwo((capacity - 1L) / chunk + 2), Integer.numberOfTrailingZeros(chunk));
  }

  private Ring(int places, int shift) {
    this.places = new Object[places];
    this.shift = shift;
    this.mask = shift == 0 ? places - 1 : (1 << shift) - 1;
  }

  private static int powerOfTwo(long least) {
    return least == 1 ? 1 : (int) (Long.highestOneBit(least - 1) << 1);
  }

  /**
   * Makes sure that {@link #put} has a place for this position; it has room, see the channel.
   *
   * @throws OutOfMemoryError if there is none; then nothing has changed
   */
  void prepare(int position) {
    if (shift != 0) {
      int index = position >>> shift & (places.length - 1);
      if (PLACE.getAcquire(places, index) == null) { // pairs with the compare-and-set of another
        PLACE.compareAndSet(places, index, null, new Object[mask + 1]);
      }
    }
  }

  /** Writes a message; the position was prepared and is the caller's. */
  void put(int position, Object message) {
    @Nullable Object[] chunk = chunk(position);
    assert chunk != null;
    PLACE.setRelease(chunk, position & mask, message); // pairs with the acquire in take
  }

  /** Takes the message out; null if it isn't there yet. For the consumer. */
  @Nullable Object take(int position) {
    @Nullable Object[] chunk = chunk(position);
    if (chunk == null) {
      return null;
    }
    int index = position & mask;
    Object message = PLACE.getAcquire(chunk, index); // pairs with the release in put
    if (message != null) {
      chunk[index] = null;
      if (shift != 0 && index == mask) {
        places[position >>> shift & (places.length - 1)] = null;
      }
    }
    return message;
  }

  @SuppressWarnings("NullAway") // an array of arrays, some of which are not there
  private @Nullable Object @Nullable [] chunk(int position) {
    return shift == 0
        ? places
        : (Object[]) PLACE.getAcquire(places, position >>> shift & (places.length - 1));
  }

  /** How many places for messages there are now, for tests. */
  int size() {
    if (shift == 0) {
      return places.length;
    }
    int size = 0;
    for (int i = 0; i < places.length; i++) {
      size += PLACE.getAcquire(places, i) == null ? 0 : mask + 1;
    }
    return size;
  }

  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Object[].class);
}

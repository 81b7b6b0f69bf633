package dev.weft.internal.reactor.linux;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the kernel has received for a stream and nobody has read yet. */
final class RingInput {

  /*
   * The kernel receives by itself, again and again, once a reader has waited: a request that is armed
   * puts each piece that arrives into a buffer of the ring's. The reader copies it out without a system
   * call. While a request is armed nobody else may receive, or the order of the bytes would be lost.
   *
   * State:
   *
   *   IDLE ──a reader waits: arm──> ARMED          the kernel receives
   *   ARMED ──too much is unread, or a large piece──> STOPPING   a cancel is under way
   *   ARMED, STOPPING ──the last completion──> IDLE
   *   ARMED ──the kernel has no buffers──> POLLING ──an event──> IDLE
   *   ARMED ──messages are large──> POLLING ──they are small: arm──> LEAVING ──the last completion──> IDLE
   *
   * In IDLE, POLLING and LEAVING the reader makes system calls of its own, straight into its buffer: when
   * the last buffer is with slow readers, the others still get on; and so much data isn't copied twice.
   *
   * Large: a piece that fills its buffer is part of more, which comes in as many pieces and copies as
   * there are buffers in it. From then on the kernel only tells when there is something, by one request
   * that stays as the other one does, until SMALL_READS in a row have found less than a buffer holds.
   *
   * The end of the stream, or a failure, is kept behind the bytes before it. A closed socket gives all
   * buffers back, and those that come later at once.
   *
   * Ownership: all under this object's lock, held for copying at most. The holder of the turn adds and
   * ends; the reader takes and arms; whoever closes the socket disposes.
   */

  /** The answer of {@link #take}: make a system call instead. */
  static final int DIRECT = Integer.MIN_VALUE;

  private static final int MOST_UNREAD = 4;
  private static final int IDLE = 0;
  private static final int ARMED = 1;
  private static final int STOPPING = 2;
  private static final int POLLING = 3;
  private static final int LEAVING = 4;
  private static final int SMALL_READS = 32;
  private static final int[] NONE = {}; // until the first one comes

  private int[] pieces = NONE; // number and length of each, in turns
  private int first; // of the pieces
  private int count;
  private int offset; // how much of the first one was read
  private @Nullable BufferRing buffers; // set before the first one comes
  private int state = IDLE;
  private boolean ended;
  private int error;
  private boolean disposed;
  private boolean watchesOn; // in POLLING
  private boolean large;
  private int smallReads; // in a row, since messages were large

  // ---- the reader

  /**
   * Moves unread bytes into a buffer.
   *
   * @return how many; 0 at the end; {@link #DIRECT}; or the negative errno, which is {@link
   *     Errno#EAGAIN} if the kernel is receiving
   */
  synchronized int take(ByteBuffer target) {
    if (count == 0) {
      return ended ? -error : state == ARMED || state == STOPPING ? -Errno.EAGAIN : DIRECT;
    }
    int before = target.position();
    while (count > 0 && target.hasRemaining()) {
      int number = pieces[2 * first];
      int length = pieces[2 * first + 1];
      int here = Math.min(length - offset, target.remaining());
      target.put(target.position(), buffers().view(number), offset, here);
      target.position(target.position() + here);
      offset += here;
      if (offset == length) {
        drop();
      }
    }
    return target.position() - before;
  }

  private void drop() {
    buffers().give(pieces[2 * first]);
    first = (first + 1) % (pieces.length / 2);
    count--;
    offset = 0;
  }

  private BufferRing buffers() {
    BufferRing known = buffers;
    if (known == null) {
      throw new AssertionError("Bytes were received without a buffer.");
    }
    return known;
  }

  /** Notes what a system call of the reader's own has read. */
  synchronized void readDirectly(int bytes, int offered) {
    if (large) {
      smallReads = bytes < Math.min(offered, RingPoller.BUFFER_BYTES) ? smallReads + 1 : 0;
      large = smallReads < SMALL_READS;
    }
  }

  /** Whether the caller has to order a request now, or the end of the one that only watches. */
  synchronized boolean arm() {
    if (ended || disposed || count > 0) {
      return false;
    }
    if (state == IDLE) {
      state = ARMED;
      return true;
    }
    if (state == POLLING && watchesOn && !large) {
      state = LEAVING;
      return true;
    }
    return false;
  }

  // ---- the holder of the turn

  /** Whether a request was ordered, and none has been made yet. */
  synchronized boolean isArmed() {
    return state == ARMED;
  }

  /** Whether the request that only watches is to end. */
  synchronized boolean isLeaving() {
    return state == LEAVING;
  }

  /** Whether the reader does better with system calls of its own. */
  synchronized boolean isLarge() {
    return large;
  }

  /**
   * Notes that the kernel watches instead of receiving.
   *
   * @param on whether it goes on after an event
   */
  synchronized void polls(boolean on) {
    state = POLLING;
    watchesOn = on;
  }

  /**
   * Adds what the kernel has received.
   *
   * @return whether the request has to be stopped
   */
  synchronized boolean add(BufferRing from, int number, int length) {
    buffers = from;
    from.taken(number);
    if (disposed) {
      from.give(number);
      return false;
    }
    if (2 * count == pieces.length) {
      grow();
    }
    int place = 2 * ((first + count++) % (pieces.length / 2));
    pieces[place] = number;
    pieces[place + 1] = length;
    if (length == RingPoller.BUFFER_BYTES) {
      large = true;
      smallReads = 0;
    }
    if (state != ARMED || (count < MOST_UNREAD && !large)) {
      return false;
    }
    state = STOPPING;
    return true;
  }

  /** Most streams have one piece at a time; more may come before a request has stopped. */
  private void grow() {
    int[] more = new int[Math.max(2, 2 * pieces.length)];
    for (int i = 0; i < pieces.length; i++) {
      more[i] = pieces[(2 * first + i) % pieces.length];
    }
    pieces = more;
    first = 0;
  }

  /** Notes that the request has ended. */
  synchronized void idle() {
    state = IDLE;
  }

  /** Notes the end of the stream, or a failure if the error isn't 0. */
  synchronized void end(int withError) {
    if (!ended) {
      ended = true;
      error = withError;
    }
  }

  // ---- whoever closes the socket

  /** Gives all buffers back. */
  synchronized void dispose() {
    disposed = true;
    while (count > 0) {
      drop();
    }
  }
}

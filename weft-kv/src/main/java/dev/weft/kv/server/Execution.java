package dev.weft.kv.server;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.CommandResponse;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The requests of one connection that are being carried out, in order. */
final class Execution {

  /*
   * Idea: an engine that does many writes in one step (one force of the disk, one hand-over between
   * threads) gets few of them from a client that sends ahead, if each has to wait for the answer to the
   * one before. So requests that don't disturb each other are begun at once: a run of reads, or a run of
   * writes that take effect in order. The first request of another kind ends the run and waits for its
   * answers, so that a read sees the writes before it.
   *
   * Limits: MAX_AHEAD requests behind the one in front, and MAX_AHEAD_BYTES that their messages take,
   * since each is held by its call. What is above stays in the connection's buffer, or with the client.
   * Answers that wait for their turn are held, too, and a small request may have a large one. How large is
   * known only afterwards, so the last answers say what the next are expected to take (`answerBytes`: up
   * at once, down by degrees), and as many are begun as stay below the same limit.
   *
   * State: `front` is the request whose answer is due next, and `behind` those after it, each with its
   * result, its failure or a future that may be polled. `behind` is there only for a client that sends
   * ahead.
   *
   * Ownership: the connection's task; cancel() may come in the middle of a poll, on the same thread.
   */

  static final int MAX_AHEAD = 128;
  static final int MAX_AHEAD_BYTES = 256 << 10;

  /** What an answer is expected to take before there was one. */
  static final int FIRST_ANSWER_BYTES = 16 << 10;

  private static final int ANSWERS_SHIFT = 3; // how many of the last count, as a power of two

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private @Nullable RawFuture<CommandResponse> front;
  private @Nullable ArrayDeque<Entry> behind;
  private int bytesBehind;
  private int answerBytes = FIRST_ANSWER_BYTES;

  /** A request behind the one in front. */
  private static final class Entry {
    private final @Nullable RawFuture<CommandResponse> future; // null if it wasn't begun
    private final Tracker.@Nullable Seen seen;
    private final int bytes;
    private @Nullable CommandResponse result;
    private @Nullable Exception failure;

    Entry(
        @Nullable RawFuture<CommandResponse> future,
        @Nullable CommandResponse result,
        Tracker.@Nullable Seen seen,
        int bytes) {
      this.future = future;
      this.result = result;
      this.seen = seen;
      this.bytes = bytes;
    }
  }

  /** Takes the request in front. */
  void begin(RawFuture<CommandResponse> request) {
    front = request;
  }

  /** The result of the request in front, which isn't there any more then, or PENDING. */
  Object poll(Context cx) throws Exception {
    Object result = Objects.requireNonNull(front).pollRaw(cx);
    if (result != RawFuture.PENDING) {
      front = null;
    }
    return Objects.requireNonNull(result);
  }

  boolean hasRoom() {
    return behind == null
        || (behind.size() < MAX_AHEAD
            && bytesBehind < MAX_AHEAD_BYTES
            && (long) behind.size() * answerBytes < MAX_AHEAD_BYTES);
  }

  /** There is an answer, which says how large the next may be. */
  void answered(CommandResponse answer) {
    int bytes = answer.getSerializedSize();
    answerBytes =
        bytes >= answerBytes ? bytes : answerBytes + ((bytes - answerBytes) >> ANSWERS_SHIFT);
  }

  /** Takes a request behind the others, and begins it. */
  void beginBehind(
      RawFuture<CommandResponse> request, Tracker.@Nullable Seen seen, int bytes, Context cx) {
    var entry = new Entry(request, null, seen, bytes);
    add(entry);
    try {
      Object result = request.pollRaw(cx);
      if (result != RawFuture.PENDING) {
        entry.result = (CommandResponse) result;
      }
    } catch (Exception failure) {
      entry.failure = failure;
    }
  }

  /** Takes a request behind the others that couldn't be begun. */
  void failedBehind(Exception failure, Tracker.@Nullable Seen seen) {
    var entry = new Entry(null, null, seen, 0);
    entry.failure = failure;
    add(entry);
  }

  /** Takes a request behind the others that has its answer. */
  void answeredBehind(CommandResponse answer, Tracker.@Nullable Seen seen) {
    add(new Entry(null, answer, seen, 0));
  }

  private void add(Entry entry) {
    if (behind == null) {
      behind = new ArrayDeque<>();
    }
    behind.add(entry);
    bytesBehind += entry.bytes;
  }

  /**
   * Moves the next request to the front, and tells the tracker.
   *
   * @return its result, PENDING, or {@code null} if there is none
   * @throws Exception if it has failed instead of answering
   */
  @Nullable Object advance(@Nullable Tracker tracker) throws Exception {
    Entry next = behind == null ? null : behind.poll();
    if (next == null) {
      return null;
    }
    bytesBehind -= next.bytes;
    if (tracker != null) {
      tracker.turn(next.seen);
    }
    if (next.failure != null) {
      throw next.failure;
    }
    if (next.result != null) {
      return next.result;
    }
    front = next.future;
    return RawFuture.PENDING;
  }

  /** Gives back what is held for a client that sends ahead. */
  void trim() {
    behind = null;
  }

  /**
   * Cancels what is under way, from the last on: an engine goes on meanwhile, and what it still
   * does is never a write without those before it.
   */
  void cancel() {
    if (behind != null) {
      for (Iterator<Entry> last = behind.descendingIterator(); last.hasNext(); ) {
        Entry entry = last.next();
        if (entry.future != null && entry.result == null) {
          entry.future.cancel(); // does nothing to one that has failed
        }
      }
    }
    if (front != null) {
      front.cancel();
    }
  }

  /** Cancels what is under way, since nobody waits for the answers any more. */
  void abandon(Throwable cause) {
    cancel();
    if (behind != null) {
      for (Entry entry : behind) {
        if (entry.seen != null) {
          entry.seen.end(cause);
        }
      }
    }
  }

  /** After {@link #abandon}: whether nothing is left that needs time. */
  boolean isReleased(Object peer, Context cx) {
    while (true) {
      if (front != null && !isReleased(front, peer, cx)) {
        return false;
      }
      Entry next = behind == null ? null : behind.poll();
      if (next == null) {
        front = null;
        return true;
      }
      front = next.result == null && next.failure == null ? next.future : null;
    }
  }

  private static boolean isReleased(RawFuture<CommandResponse> request, Object peer, Context cx) {
    if (request.cancel()) {
      return true;
    }
    try {
      return request.pollRaw(cx) != RawFuture.PENDING;
    } catch (Exception | Cancellation over) {
      LOG.log(Level.TRACE, () -> "A request of " + peer + " was cancelled: " + over);
      return true;
    }
  }
}

package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.CommandResponse;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one connection that are carried out though the one in front of them isn't answered
 * yet, in order.
 */
final class Ahead {

  /*
   * Idea: an engine that does many writes in one step (one force of the disk, one hand-over between
   * threads) gets few of them from a client that sends ahead, if each has to wait for the answer to the
   * one before. So requests that don't disturb each other are begun at once: a run of reads, or a run of
   * writes that take effect in order. The first request of another kind ends the run and waits for its
   * answers, so that a read sees the writes before it.
   *
   * Limits: MAX_REQUESTS, and MAX_BYTES that their messages take, since each is held by its call. What is
   * above stays in the connection's buffer, or with the client.
   *
   * State: an entry has its result, or else its future may be polled.
   *
   * Ownership: the connection's task.
   */

  static final int MAX_REQUESTS = 128;
  static final int MAX_BYTES = 256 << 10;

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private int bytes;

  /** A request that was begun, or that is answered without. */
  static final class Entry {
    private final @Nullable RawFuture<CommandResponse> future; // null if there was a result at once
    private final Tracker.@Nullable Seen seen;
    private final int bytes;
    private @Nullable CommandResponse result;

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

    /** Where the result comes from, unless it is there. */
    @Nullable RawFuture<CommandResponse> future() {
      return future;
    }

    @Nullable CommandResponse result() {
      return result;
    }

    Tracker.@Nullable Seen seen() {
      return seen;
    }

    private void poll(Context cx) throws Exception {
      if (future != null && result == null) {
        Object polled = future.pollRaw(cx);
        if (polled != RawFuture.PENDING) {
          result = (CommandResponse) polled;
        }
      }
    }
  }

  boolean hasRoom() {
    return entries.size() < MAX_REQUESTS && bytes < MAX_BYTES;
  }

  /** Begins a request. */
  void begin(Entry entry, Context cx) throws Exception {
    entries.add(entry);
    bytes += entry.bytes;
    entry.poll(cx);
  }

  /** The next one to be answered, or {@code null}. */
  @Nullable Entry next() {
    Entry next = entries.poll();
    if (next != null) {
      bytes -= next.bytes;
    }
    return next;
  }

  /** Cancels what is under way. */
  void cancel() {
    for (Entry entry : entries) {
      if (entry.future != null && entry.result == null) {
        entry.future.cancel();
      }
    }
  }

  /** Nobody waits for the answers any more. */
  void abandon(Throwable cause) {
    for (Entry entry : entries) {
      if (entry.seen != null) {
        entry.seen.end(cause);
      }
    }
    cancel();
  }
}

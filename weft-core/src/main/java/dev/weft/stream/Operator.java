package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Base of streams that are made from others or that run futures of their own. */
abstract class Operator<R> implements AsyncStream<R> {

  /*
   * State: once `ended`, nothing below is asked for items any more. `failure` is what the stream has
   * failed with, until it was thrown: first all that this operator runs is asked to stop and polled to
   * its end. What its sources run is theirs, and goes on until the stream is closed.
   *
   * `asked` says that a poll was to be left and goes on, as a source needs time for that. What comes of it
   * may be an item that isn't given, because it is left out, say. A read that began behind it would be one
   * that nobody has asked to give up, and whoever gives this stream up might wait for it for ever. So a poll
   * that was asked to be left begins no other read: it stays pending, wakes its task, and can be left then.
   * The members of a crew are woken when they are asked, so that its operators need not care.
   *
   * Items that are left out without anybody having seen them are closed as members of the crew, and
   * before the source is asked for the next item, so that there are never many.
   */

  private final List<? extends AsyncStream<?>> sources;
  private boolean ended;
  private @Nullable Throwable failure;
  private boolean asked;
  private @Nullable Crew crew;

  Operator(AsyncStream<?>... sources) {
    this.sources = List.of(sources);
  }

  Operator(List<? extends AsyncStream<?>> sources) {
    this.sources = sources;
  }

  /** The next item, null at the end, or PENDING. */
  abstract @Nullable Object step(Context cx) throws Exception;

  /** As cancelNext. */
  boolean leave() {
    boolean left = leaveSources();
    return leaveCrew() && left;
  }

  final boolean leaveSources() {
    boolean left = true;
    for (AsyncStream<?> source : sources) {
      left &= source.cancelNext();
    }
    return left;
  }

  final boolean leaveCrew() {
    return crew == null || crew.leave();
  }

  /** Whether this poll was asked to be left, so that it may begin nothing more and is pending. */
  final boolean mustLeave(Context cx) {
    if (!asked) {
      return false;
    }
    asked = false;
    cx.waker().wake();
    return true;
  }

  /** Between two turns of a loop in a poll; false if the poll is pending now. */
  final boolean mayGoOn(Context cx) {
    return !mustLeave(cx) && PollContext.mayGoOn(cx);
  }

  /** Closes an item that is left out and that nobody has seen; {@link #stopped} waits for it. */
  final void leaveOut(@Nullable Object item) {
    if (item instanceof AutoCloseable) {
      crew().discard(item);
    }
  }

  /** Whether futures run for this stream which somebody has to stop. Never changes. */
  boolean runs() {
    return sources.stream().anyMatch(Operator::runs);
  }

  static boolean runs(AsyncStream<?> stream) {
    return stream instanceof Operator<?> operator && operator.runs();
  }

  /** What runs for this operator itself. */
  final Crew crew() {
    Crew running = crew;
    if (running == null) {
      running = new Crew();
      crew = running;
    }
    return running;
  }

  /** Asks all that runs for this operator itself to stop, and discards the items that it holds. */
  void stop() {
    if (crew != null) {
      crew.stop();
    }
  }

  /** Polls what was asked to stop; whether it has ended. */
  final boolean stopped(Context cx) {
    return crew == null || crew.stopped(cx);
  }

  /** The end of the stream, once what was asked to stop has ended: null, or PENDING. */
  final @Nullable Object atStop(Context cx) {
    if (!stopped(cx)) {
      return RawFuture.PENDING;
    }
    Throwable trouble = crew == null ? null : crew.takeTrouble();
    if (trouble != null) {
      throw Codegen.<RuntimeException>sneak(trouble);
    }
    return null;
  }

  /** Whether user code of this task runs on a virtual thread, so that nobody else may be polled. */
  static boolean turnHeld(Context cx) {
    PollContext task = PollContext.of(cx);
    return task != null && task.turnHeld();
  }

  @Override
  public final @Nullable Object pollNext(Context cx) throws Exception {
    if (failure != null) {
      return fail(cx);
    }
    if (ended) {
      return null;
    }
    Object answer;
    try {
      answer = step(cx);
    } catch (Throwable thrown) {
      ended = true;
      failure = thrown;
      stop();
      return fail(cx);
    }
    ended = answer == null;
    asked &= answer == RawFuture.PENDING;
    return answer;
  }

  private Object fail(Context cx) {
    if (!stopped(cx)) {
      return RawFuture.PENDING;
    }
    Throwable thrown = Objects.requireNonNull(takeFailure());
    throw Codegen.<RuntimeException>sneak(thrown);
  }

  /** The failure that wasn't thrown yet, with what has gone wrong since, or only that. */
  final @Nullable Throwable takeFailure() {
    Throwable thrown = failure;
    failure = null;
    return Trouble.add(thrown, crew == null ? null : crew.takeTrouble());
  }

  @Override
  public final boolean cancelNext() {
    boolean left = failure == null && (ended || leave());
    asked = !left;
    return left;
  }

  /** Ends it at once; what runs is asked to stop. */
  final void shut() {
    ended = true;
    stop();
  }

  @Override
  public Future<Void> closeAsync() {
    return new CloseStream(this, sources);
  }
}

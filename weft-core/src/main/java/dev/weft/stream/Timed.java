package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.time.Deadlines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Streams that wait for a time as well as for their source. */
abstract class Timed<T, R> extends Operator<R> {

  /*
   * The source is polled first, so that an item which is there counts however late the poll is; the alarm
   * is a leaf of Weft's own, which may be polled while user code holds the turn.
   */

  final AsyncStream<T> source;
  final Alarm alarm;
  boolean sourceEnded;

  Timed(AsyncStream<T> source, Duration delay) {
    super(source);
    this.source = source;
    this.alarm = new Alarm(Deadlines.nanos(delay));
  }

  /** The source's answer; null also after its end. */
  final @Nullable Object pollSource(Context cx) throws Exception {
    if (sourceEnded) {
      return null;
    }
    Object item = source.pollNext(cx);
    sourceEnded = item == null;
    return item;
  }

  @Override
  final boolean leave() {
    alarm.leave();
    boolean left = sourceEnded || leaveSources();
    return leaveCrew() && left;
  }

  /** Whether the alarm is due, which must wait for the end of a turn that the source has taken. */
  final boolean isDue(Context cx) throws Exception {
    return !turnHeld(cx) && alarm.isDue(cx);
  }

  @Override
  void stop() {
    super.stop();
    alarm.clear();
  }

  /** Lists that are full or old. */
  static final class Chunks<T> extends Timed<T, List<T>> {

    private final int size;
    private final List<T> items = new ArrayList<>();

    Chunks(AsyncStream<T> source, int size, Duration delay) {
      super(source, delay);
      this.size = size;
    }

    @Override
    @SuppressWarnings("unchecked") // pollNext yields T, null or PENDING
    @Nullable Object step(Context cx) throws Exception {
      while (true) {
        Object item = pollSource(cx);
        if (item == RawFuture.PENDING) {
          return isDue(cx) ? take() : RawFuture.PENDING;
        }
        if (item == null) {
          return items.isEmpty() ? null : take();
        }
        if (items.isEmpty()) {
          alarm.set(cx);
        }
        items.add((T) item);
        if (items.size() == size) {
          return take();
        }
        if (!mayGoOn(cx)) {
          return RawFuture.PENDING;
        }
      }
    }

    @Override
    void stop() {
      super.stop();
      items.forEach(crew()::discard);
      items.clear();
    }

    private List<T> take() {
      alarm.clear();
      List<T> full = List.copyOf(items);
      items.clear();
      return full;
    }
  }

  /** The last item before each pause. */
  static final class Debounced<T> extends Timed<T, T> {

    private @Nullable Object last;

    Debounced(AsyncStream<T> source, Duration pause) {
      super(source, pause);
    }

    @Override
    @Nullable Object step(Context cx) throws Exception {
      while (true) {
        if (!stopped(cx)) {
          return RawFuture.PENDING;
        }
        Object item = pollSource(cx);
        if (item == RawFuture.PENDING) {
          return isDue(cx) ? take() : RawFuture.PENDING;
        }
        if (item == null) {
          Object latest = take();
          return latest == null ? atStop(cx) : latest;
        }
        leaveOut(last);
        last = item;
        alarm.set(cx);
        if (!mayGoOn(cx)) {
          return RawFuture.PENDING;
        }
      }
    }

    @Override
    void stop() {
      super.stop();
      crew().discard(last);
      last = null;
    }

    private @Nullable Object take() {
      alarm.clear();
      Object item = last;
      last = null;
      return item;
    }
  }

  /** Items with a time between them; the source isn't asked before it is over. */
  static final class Throttled<T> extends Timed<T, T> {

    Throttled(AsyncStream<T> source, Duration gap) {
      super(source, gap);
    }

    @Override
    @Nullable Object step(Context cx) throws Exception {
      if (alarm.isSet()) {
        if (!alarm.isDue(cx)) {
          return RawFuture.PENDING;
        }
        alarm.clear();
      }
      Object item = pollSource(cx);
      if (item != null && item != RawFuture.PENDING) {
        alarm.set(cx);
      }
      return item;
    }
  }

  /** A failure when an item takes too long. */
  static final class Limited<T> extends Timed<T, T> {

    private final Duration limit;
    private boolean expired; // the source can't be left at once; an item that still comes counts
    private boolean asked;

    Limited(AsyncStream<T> source, Duration limit) {
      super(source, limit);
      this.limit = limit;
    }

    @Override
    @Nullable Object step(Context cx) throws Exception {
      if (!alarm.isSet()) {
        alarm.set(cx);
      }
      Object item = pollSource(cx);
      if (item != RawFuture.PENDING) {
        expired = false;
        asked = false;
        alarm.clear();
        return item;
      }
      expired = expired || isDue(cx);
      if (expired && source.cancelNext()) {
        throw new TimeoutException("The stream had no next item within " + limit + ".");
      }
      if (expired && !asked) {
        asked = true;
        cx.waker().wake(); // nobody wakes what was only just asked to give up
      }
      return RawFuture.PENDING;
    }
  }
}

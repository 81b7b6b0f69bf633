package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stream of what several futures or streams give that run at the same time. */
final class Flat<T, R> extends Operator<R> {

  /*
   * Idea: the source is a member of the crew like what is made of its items, polled only while there is
   * a place free. A place is taken by what runs and by what waits in `line`, so that no more than `limit`
   * results are ever held.
   *
   * State: `line` has what was started, in order, if the results are to come in that order; null if not.
   * A failure there is told in its place, and no item is asked for after it. `done` are those members
   * that have ended and wait in line.
   */

  private final Crew crew = crew();
  private final Crew.@Nullable Inlet source;
  private final @Nullable Function<? super T, Crew.Member> start;
  private final @Nullable ArrayDeque<Crew.Member> line;
  private final int limit;
  private int places;
  private boolean asking; // the source is asked, or has ended

  /** Of streams that are all there from the start. */
  Flat(List<? extends AsyncStream<? extends R>> streams) {
    super(streams);
    this.source = null;
    this.start = null;
    this.line = null;
    this.limit = streams.size();
    streams.forEach(each -> crew.add(new Crew.Inlet(crew, each, false)));
  }

  private Flat(AsyncStream<T> items, int limit, boolean ordered, Maker<? super T> maker) {
    super(items);
    if (limit < 1) {
      throw new IllegalArgumentException("limit is " + limit + "; accepted is 1 or more.");
    }
    this.source = new Crew.Inlet(crew, items, false);
    this.start = item -> maker.make(crew, item);
    this.line = ordered ? new ArrayDeque<>() : null;
    this.limit = limit;
  }

  static <T, R> Flat<T, R> ofFutures(
      AsyncStream<T> items,
      int limit,
      boolean ordered,
      Function<? super T, ? extends Future<? extends R>> function) {
    return new Flat<>(
        items,
        limit,
        ordered,
        (crew, item) ->
            new Crew.Running(
                crew,
                Objects.requireNonNull(
                    function.apply(item), "The function of mapAsync gave null for an item.")));
  }

  static <T, R> AsyncStream<R> ofStreams(
      AsyncStream<T> items,
      int limit,
      Function<? super T, ? extends AsyncStream<? extends R>> function) {
    if (limit == 1) {
      return new OneByOne<>(items, function);
    }
    return new Flat<>(
        items,
        limit,
        false,
        (crew, item) ->
            new Crew.Inlet(
                crew,
                Objects.requireNonNull(
                    function.apply(item), "The function of flatMap gave null for an item."),
                true));
  }

  private interface Maker<T> {
    Crew.Member make(Crew crew, T item);
  }

  @Override
  @Nullable Object step(Context cx) throws Exception {
    while (true) {
      if (source != null && !asking && places < limit) {
        asking = true;
        crew.add(source);
      }
      Crew.Member member = crew.poll(cx);
      if (member == null) {
        return line != null && !line.isEmpty() ? head(line, cx) : atRest();
      }
      Object item = member == source ? begin(source) : answerOf(member);
      if (item != RawFuture.PENDING) {
        return item;
      }
      if (!PollContext.mayGoOn(cx)) {
        return RawFuture.PENDING;
      }
    }
  }

  /** The first in line, once no other member can go on. */
  private Object head(ArrayDeque<Crew.Member> line, Context cx) {
    if (!isDone(line.element()) || turnHeld(cx)) {
      return RawFuture.PENDING;
    }
    places--;
    return result(line.remove());
  }

  private @Nullable Object atRest() {
    return crew.isEmpty() ? null : RawFuture.PENDING;
  }

  private static boolean isDone(Crew.Member member) {
    return member.failure != null || member.item() != null;
  }

  @SuppressWarnings("unchecked") // the source yields T
  private Object begin(Crew.Inlet source) {
    crew.remove(source);
    Object item = answer(source);
    if (item != null) {
      asking = false;
      places++;
      Crew.Member member = Objects.requireNonNull(start).apply((T) item);
      crew.add(member);
      if (line != null) {
        line.add(member);
      }
    }
    return RawFuture.PENDING;
  }

  private @Nullable Object answerOf(Crew.Member member) {
    if (line != null) {
      crew.remove(member);
      asking |= member.failure != null;
      if (member.failure == null && member.answer == null) {
        member.failure = noResult();
      }
      return RawFuture.PENDING;
    }
    if (member instanceof Crew.Running) {
      crew.remove(member);
      places--;
      return result(member);
    }
    Object item = answer(member);
    if (item != null) {
      crew.queue(member);
      return item;
    }
    crew.remove(member);
    places--;
    return RawFuture.PENDING;
  }

  private @Nullable Object answer(Crew.Member member) {
    Throwable failure = member.failure;
    if (failure != null) {
      crew.remove(member);
      throw Codegen.<RuntimeException>sneak(failure);
    }
    Object item = member.answer;
    member.answer = null;
    return item;
  }

  private Object result(Crew.Member member) {
    Object item = answer(member);
    if (item == null) {
      throw noResult();
    }
    return item;
  }

  private static NullPointerException noResult() {
    return new NullPointerException("A future of mapAsync gave null.");
  }

  @Override
  boolean leave() {
    return crew.leave();
  }

  @Override
  boolean runs() {
    return start != null || super.runs();
  }

  @Override
  void stop() {
    super.stop();
    if (line != null) {
      for (Crew.Member member : line) {
        if (member.failure != null) {
          crew.addTrouble(member.failure);
        } else if (isDone(member)) {
          crew.discard(member.answer);
        }
      }
      line.clear();
    }
  }
}

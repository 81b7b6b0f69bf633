package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stream each of whose items comes from a future that is made of a state. */
final class Unfolded<S, T> extends Operator<T> {

  private final Function<? super S, ? extends Future<? extends Streams.@Nullable Step<T, S>>> next;
  private S state;
  private boolean asking; // the future for the state is in the crew

  Unfolded(
      S start, Function<? super S, ? extends Future<? extends Streams.@Nullable Step<T, S>>> next) {
    this.state = start;
    this.next = next;
  }

  @Override
  @SuppressWarnings("unchecked") // the future yields a step or null
  @Nullable Object step(Context cx) throws Exception {
    Crew crew = crew();
    if (!asking) {
      Future<?> future = next.apply(state);
      crew.add(
          new Asked(crew, Objects.requireNonNull(future, "The function of unfold gave null.")));
      asking = true;
    }
    Crew.Member answered = crew.poll(cx);
    if (answered == null) {
      return RawFuture.PENDING;
    }
    crew.remove(answered);
    asking = false;
    if (answered.failure != null) {
      throw Codegen.<RuntimeException>sneak(answered.failure);
    }
    if (answered.answer == null) {
      return null;
    }
    var step = (Streams.Step<T, S>) answered.answer;
    state = step.next();
    return step.item();
  }

  @Override
  boolean leave() {
    return crew().leave();
  }

  @Override
  boolean runs() {
    return true;
  }

  /** The future for a state. Of a step that comes when nobody takes it, the item is discarded. */
  private static final class Asked extends Crew.Running {

    Asked(Crew crew, Future<?> future) {
      super(crew, future);
    }

    @Override
    @Nullable Object result() {
      return answer instanceof Streams.Step<?, ?>(Object item, Object _) ? item : null;
    }
  }
}

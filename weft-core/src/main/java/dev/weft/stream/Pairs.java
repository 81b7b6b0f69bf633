package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A stream of pairs from two streams that are asked at the same time. */
final class Pairs<A, B, R> extends Operator<R> {

  /*
   * An item that waits for its other half is the answer of its member, which is asked again only once the
   * pair is made.
   */

  private final Crew crew = crew();
  private final Crew.Inlet first;
  private final Crew.Inlet second;
  private final BiFunction<? super A, ? super B, ? extends R> combine;
  private boolean begun;
  private boolean ending; // one of them has ended

  Pairs(
      AsyncStream<A> first,
      AsyncStream<B> second,
      BiFunction<? super A, ? super B, ? extends R> combine) {
    super(first, second);
    this.first = new Crew.Inlet(crew, first, false);
    this.second = new Crew.Inlet(crew, second, false);
    this.combine = combine;
  }

  @Override
  @SuppressWarnings("unchecked") // each member yields the items of its stream
  @Nullable Object step(Context cx) throws Exception {
    if (!begun) {
      begun = true;
      crew.add(first);
      crew.add(second);
    }
    while (!ending && (first.item() == null || second.item() == null)) {
      Crew.Member member = crew.poll(cx);
      if (member == null) {
        return RawFuture.PENDING;
      }
      if (member.failure != null) {
        throw Codegen.<RuntimeException>sneak(member.failure);
      }
      if (member.answer == null) {
        ending = true;
        stop(); // or the other one would be left in the midst of a wait
      }
    }
    if (ending) {
      return atStop(cx);
    }
    R pair = combine.apply((A) first.takeItem(), (B) second.takeItem());
    crew.queue(first);
    crew.queue(second);
    return Objects.requireNonNull(pair, "The function of zip gave null for two items.");
  }

  @Override
  boolean leave() {
    return !ending && crew.leave();
  }

  @Override
  void stop() {
    super.stop();
    discard(first);
    discard(second);
  }

  private void discard(Crew.Inlet half) {
    if (half.item() != null) {
      crew.discard(half.takeItem());
    }
  }
}

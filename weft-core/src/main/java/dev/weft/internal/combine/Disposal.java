package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Unwanted;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is still to be done with a value that nobody can receive: closing it, or passing it to the
 * handler that the user gave. Its own cancellation never keeps it from running.
 */
public final class Disposal extends Combinator<@Nullable Object> {

  /*
   * A future, since an AsyncCloseable is closed by awaiting its close: it takes the place of the future
   * that the value came from, so that whoever waits for that one's end waits for the close as well.
   */

  private final Object subject; // AutoCloseable, Handed or List of disposals
  private @Nullable RawFuture<?> closing;

  private Disposal(Object subject) {
    this.subject = subject;
  }

  /**
   * By the rule of the future that the value came from.
   *
   * @param source the future, which has ended
   * @param value its value
   * @return what is still to be polled, null if there is nothing to do
   */
  public static @Nullable Disposal of(RawFuture<?> source, @Nullable Object value) {
    return source instanceof Combinator<?> combinator ? combinator.disposal(value) : ofValue(value);
  }

  /** By the default rule. */
  static @Nullable Disposal ofValue(@Nullable Object value) {
    return value instanceof AutoCloseable ? new Disposal(value) : null;
  }

  /** By a handler. */
  static Disposal by(Consumer<@Nullable Object> handler, @Nullable Object value) {
    return new Disposal(new Handed(handler, value));
  }

  /** All of several. */
  static @Nullable Disposal all(List<Disposal> disposals) {
    return switch (disposals.size()) {
      case 0 -> null;
      case 1 -> disposals.getFirst();
      default -> new Disposal(disposals);
    };
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    RawFuture<?> begun = closing;
    if (begun == null) {
      begun = begin();
      if (begun == null) {
        return null;
      }
      closing = begun;
    }
    return begun.pollRaw(cx);
  }

  @SuppressWarnings("unchecked") // all() put a list of disposals there
  private @Nullable RawFuture<?> begin() throws Exception {
    switch (subject) {
      case AutoCloseable resource -> {
        return Unwanted.close(resource);
      }
      case Handed handed -> handed.handler().accept(handed.value());
      default -> {
        return new Join<>((List<Disposal>) subject, false, results -> results);
      }
    }
    return null;
  }

  @Override
  boolean stop() {
    return false;
  }

  @Override
  public @Nullable StackTraceElement location() {
    RawFuture<?> begun = closing;
    return begun == null ? null : begun.location();
  }

  private record Handed(Consumer<@Nullable Object> handler, @Nullable Object value) {}
}

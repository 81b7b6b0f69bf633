package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** A stream with a place for the item that was looked at. */
final class Peeked<T> extends Operator<T> implements PeekableStream<T> {

  private final AsyncStream<T> source;
  private @Nullable Object seen;

  Peeked(AsyncStream<T> source) {
    super(source);
    this.source = source;
  }

  @Override
  @Nullable Object step(Context cx) throws Exception {
    Object item = seen;
    seen = null;
    return item == null ? source.pollNext(cx) : item;
  }

  @Override
  public Future<@Nullable T> peek() {
    return new Peek<>(this);
  }

  @Override
  void stop() {
    super.stop();
    crew().discard(seen);
    seen = null;
  }

  /** One look. */
  private static final class Peek<T> extends StreamFuture<@Nullable T> {

    private final Peeked<T> stream;

    Peek(Peeked<T> stream) {
      this.stream = stream;
    }

    @Override
    @Nullable Object advance(Context cx) throws Exception {
      Object item = stream.pollNext(cx);
      if (item != RawFuture.PENDING) {
        stream.seen = item;
      }
      return item;
    }

    @Override
    boolean leave() {
      return stream.cancelNext();
    }
  }
}

package dev.weft.codec;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.stream.AsyncSink;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One operation on a sink: an optional item, then an optional flush or end. */
final class SinkFuture<E> extends LeafFuture<Void> {

  private enum Last {
    NOTHING,
    FLUSH,
    END
  }

  private final AsyncSink<E> sink;
  private final Last last;
  private @Nullable E item; // until the sink took it

  private SinkFuture(AsyncSink<E> sink, @Nullable E item, Last last) {
    this.sink = sink;
    this.item = item;
    this.last = last;
  }

  static <E> Future<Void> feed(AsyncSink<E> sink, E item) {
    return new SinkFuture<>(sink, Objects.requireNonNull(item, "item"), Last.NOTHING);
  }

  static <E> Future<Void> send(AsyncSink<E> sink, E item) {
    return new SinkFuture<>(sink, Objects.requireNonNull(item, "item"), Last.FLUSH);
  }

  static <E> Future<Void> flush(AsyncSink<E> sink) {
    return new SinkFuture<>(sink, null, Last.FLUSH);
  }

  static <E> Future<Void> end(AsyncSink<E> sink) {
    return new SinkFuture<>(sink, null, Last.END);
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    E next = item;
    if (next != null) {
      if (!sink.pollReady(cx)) {
        return PENDING;
      }
      item = null;
      sink.startSend(next);
    }
    boolean done =
        switch (last) {
          case NOTHING -> true;
          case FLUSH -> sink.pollFlush(cx);
          case END -> sink.pollClose(cx);
        };
    return done ? null : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    sink.cancelSend();
    return true;
  }
}

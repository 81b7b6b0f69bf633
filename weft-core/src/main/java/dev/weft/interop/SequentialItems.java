package dev.weft.interop;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.stream.AsyncStream;
import java.util.Iterator;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The items of a JDK stream. */
final class SequentialItems<T> implements AsyncStream<T> {

  private @Nullable Stream<? extends T> stream; // null once it was closed
  private @Nullable Iterator<? extends T> items;

  SequentialItems(Stream<? extends T> stream) {
    this.stream = stream;
  }

  @Override
  public @Nullable Object pollNext(Context cx) {
    Stream<? extends T> source = stream;
    if (source == null) {
      return null;
    }
    T item = null;
    try {
      Iterator<? extends T> from = items;
      if (from == null) {
        from = source.iterator();
        items = from;
      }
      if (from.hasNext()) {
        item = Objects.requireNonNull(from.next(), "The JDK's stream gave a null item.");
      }
    } catch (Throwable failure) {
      closeAfter(failure);
      throw failure;
    }
    if (item == null) {
      close();
    }
    return item;
  }

  private void closeAfter(Throwable failure) {
    try {
      close();
    } catch (Throwable further) {
      Throwable _ = Trouble.add(failure, further);
    }
  }

  @Override
  public void close() {
    Stream<? extends T> source = stream;
    stream = null;
    items = null;
    if (source != null) {
      source.close();
    }
  }

  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(this::close);
  }
}

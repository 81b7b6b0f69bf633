package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Future;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The items of a publisher, which is subscribed to when the first is asked for. */
final class Published<T> implements AsyncStream<T> {

  private final Flow.Publisher<? extends T> publisher;
  private final SubscriberStream<T> subscriber;
  private boolean begun;

  Published(Flow.Publisher<? extends T> publisher, int buffer) {
    this.publisher = publisher;
    this.subscriber = new SubscriberStream<>(buffer);
  }

  @Override
  public @Nullable Object pollNext(Context cx) {
    if (!begun) {
      begun = true;
      begin();
    }
    return subscriber.pollNext(cx);
  }

  private void begin() {
    if (subscriber.isEnded()) {
      return; // closed before it was read
    }
    try {
      publisher.subscribe(subscriber);
    } catch (Throwable thrown) {
      subscriber.end(thrown);
    }
  }

  @Override
  public boolean cancelNext() {
    return subscriber.cancelNext();
  }

  @Override
  public Future<Void> closeAsync() {
    return subscriber.closeAsync();
  }
}

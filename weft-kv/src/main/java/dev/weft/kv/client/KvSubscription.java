package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.timeout;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is published to a topic, one list of values for each publish. It ends when it is
 * unsubscribed, or when the server stops; a server that ends it because it was read too slowly says
 * so by a {@link KvException}.
 *
 * <p><em>Threads:</em> one consumer at a time.
 */
public final class KvSubscription implements AsyncStream<List<Value>>, AsyncCloseable {

  private final Link link;
  private final int id;

  private KvSubscription(Link link, int id) {
    this.link = link;
    this.id = id;
  }

  static Future<KvSubscription> open(Settings settings, String topic) {
    return async(
        () -> {
          Link link = await(settings.dial());
          try {
            return await(timeout(settings.requestTimeout(), begin(link, settings, topic)));
          } catch (Throwable failure) {
            await(link.closeAsync());
            throw failure;
          }
        });
  }

  private static Future<KvSubscription> begin(Link link, Settings settings, String topic) {
    return async(
        () -> {
          await(link.frames().send(Requests.subscribe(topic)));
          await(link.endRequests());
          CommandResponse first = await(link.frames().next());
          if (first == null) {
            throw new EOFException(
                "The server at "
                    + settings.address()
                    + " closed the connection without an answer to Subscribe.");
          }
          return new KvSubscription(link, Answers.id(first));
        });
  }

  /**
   * The number of this subscription, for {@link KvClient#unsubscribe}.
   *
   * @return an unsigned number
   */
  public int id() {
    return id;
  }

  /**
   * Looks for the next values.
   *
   * @throws KvException if the server ended the subscription
   * @throws IOException if the connection broke
   */
  @Override
  public @Nullable Object pollNext(Context cx) throws IOException {
    Object next = link.frames().pollNext(cx);
    return next == null || next == RawFuture.PENDING
        ? next
        : Answers.ok((CommandResponse) next).getValuesList();
  }

  @Override
  public boolean cancelNext() {
    return link.frames().cancelNext();
  }

  /** Closes the connection, which ends the subscription. */
  @Override
  public Future<Void> closeAsync() {
    return link.closeAsync();
  }

  @Override
  public String toString() {
    return "KvSubscription[" + Integer.toUnsignedString(id) + "]";
  }
}

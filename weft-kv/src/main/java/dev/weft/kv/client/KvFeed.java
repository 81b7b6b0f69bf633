package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What is published to a topic, over a subscription that is made anew whenever it ends: the
 * connection was lost, the server stopped, somebody unsubscribed it or the server ended it because
 * it was read too slowly. Each time the feed gives a {@link Gap}: what was published between the
 * last message before it and the new subscription is lost.
 *
 * {@snippet class="dev.weft.kv.snippets.KvSnippets" region="feed"}
 *
 * <p>The feed has no end of its own. It fails with a {@link KvException} if the server refuses to
 * subscribe, and with the last {@link IOException} after as many failures in a row as the client's
 * {@link Backoff} allows; then it has ended.
 *
 * <p><em>Cancellation:</em> of {@link #next}: safe; a new subscription is made meanwhile.
 *
 * <p><em>Threads:</em> one consumer at a time.
 */
public final class KvFeed implements AsyncStream<KvFeed.Item>, AsyncCloseable {

  /*
   * State: either `subscription` is read, or `opening` makes the next one, a task of its own that doesn't
   * depend on who polls this feed, or neither: the feed has failed or was closed. `wait` is the current
   * wait for that task.
   *
   * Ownership: the consumer, who also closes the feed.
   */

  /** What a feed gives. */
  public sealed interface Item {}

  /**
   * A message.
   *
   * @param values what was published together
   */
  public record Message(List<Value> values) implements Item {}

  /**
   * The feed has subscribed anew; messages may be missing here.
   *
   * @param reason how the subscription before ended
   */
  public record Gap(IOException reason) implements Item {}

  private final Settings settings;
  private final String topic;
  private @Nullable KvSubscription subscription;
  private @Nullable JoinHandle<KvSubscription> opening;
  private @Nullable RawFuture<KvSubscription> wait;
  private @Nullable IOException reason;

  private KvFeed(Settings settings, String topic, KvSubscription subscription) {
    this.settings = settings;
    this.topic = topic;
    this.subscription = subscription;
  }

  static Future<KvFeed> open(Settings settings, String topic) {
    return async(() -> new KvFeed(settings, topic, await(KvSubscription.open(settings, topic))));
  }

  /**
   * Looks for the next message or gap.
   *
   * @throws Exception the failure that ends the feed
   */
  @Override
  public @Nullable Object pollNext(Context cx) throws Exception {
    KvSubscription current = subscription;
    if (current != null) {
      Object next;
      try {
        next = current.pollNext(cx);
        if (next == RawFuture.PENDING) {
          return next;
        }
        if (next != null) {
          return message(next);
        }
        reason = new EOFException("The server at " + settings.address() + " ended it.");
      } catch (IOException lost) {
        reason = lost;
      }
      subscription = null;
      opening = spawn(reopen(current));
      wait = null;
    }
    return opening == null ? null : pollOpening(opening, cx);
  }

  @SuppressWarnings("unchecked") // the items of a subscription
  private static Message message(Object next) {
    return new Message((List<Value>) next);
  }

  private @Nullable Object pollOpening(JoinHandle<KvSubscription> task, Context cx)
      throws Exception {
    RawFuture<KvSubscription> waiting = wait;
    if (waiting == null) {
      waiting = RawFuture.own(task);
      wait = waiting;
    }
    Object opened;
    try {
      opened = waiting.pollRaw(cx);
    } catch (Throwable failure) {
      opening = null;
      throw failure;
    }
    if (opened == RawFuture.PENDING) {
      return opened;
    }
    opening = null;
    subscription = (KvSubscription) opened;
    IOException why = reason;
    return new Gap(why == null ? new IOException("The subscription ended.") : why);
  }

  private Future<KvSubscription> reopen(KvSubscription old) {
    return async(
        () -> {
          await(old.closeAsync());
          for (int failures = 1; ; failures++) {
            // Also before the first attempt: a subscription may end as soon as it was made.
            await(new Pause(settings.backoff(), failures, await(new Now())));
            try {
              return await(KvSubscription.open(settings, topic));
            } catch (KvException refused) {
              throw refused;
            } catch (IOException | TimeoutException lost) {
              if (failures >= settings.backoff().attempts()) {
                throw lost;
              }
            }
          }
        });
  }

  @Override
  public boolean cancelNext() {
    KvSubscription current = subscription;
    if (current != null) {
      return current.cancelNext();
    }
    RawFuture<KvSubscription> waiting = wait;
    wait = null;
    return waiting == null || waiting.cancel();
  }

  /** Closes the subscription, or stops making one. */
  @Override
  public Future<Void> closeAsync() {
    return async(
        () -> {
          KvSubscription current = subscription;
          JoinHandle<KvSubscription> task = opening;
          subscription = null;
          opening = null;
          wait = null;
          if (task != null) {
            task.abort();
            try {
              current = await(task);
            } catch (CancellationException | IOException | TimeoutException none) {
              // it made none
            }
          }
          if (current != null) {
            await(current.closeAsync());
          }
        });
  }

  @Override
  public String toString() {
    return "KvFeed[" + topic + " of " + settings.address() + "]";
  }
}

package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncCloseable;
import dev.weft.Future;

/**
 * One connection on which requests are carried out in the order in which their futures are first
 * polled, whether they are awaited in between or not.
 *
 * {@snippet class="dev.weft.kv.snippets.KvSnippets" region="pipeline"}
 *
 * <p>Since a request that is repeated would come out of order, none is: when the connection is
 * lost, those that were sent fail as {@link KvCommands} says, those that weren't fail with an
 * {@link java.io.IOException} that says so, and the pipeline is of no more use. It isn't closed for
 * being idle, but the server may do that.
 */
public final class KvPipeline extends KvCommands implements AsyncCloseable {

  private KvPipeline(Pool pool) {
    super(pool);
  }

  static Future<KvPipeline> open(Settings settings) {
    return async(() -> new KvPipeline(await(Pool.open(settings))));
  }

  /** Closes the connection at once; requests on their way fail, and so do later ones. */
  @Override
  public Future<Void> closeAsync() {
    return Closing.close(pool());
  }

  @Override
  public String toString() {
    return "KvPipeline[" + pool() + "]";
  }
}

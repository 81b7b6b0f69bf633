package dev.weft.bench.compare.model.promises;

import dev.weft.Weft;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import dev.weft.coroutine.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;

/** Promises with a reaction that nobody settles. There is no cancelling one but to reject it. */
final class Waiters implements Waiting {

  private final Weft weft;
  private final List<Promise.Resolver<Integer>> resolvers = new ArrayList<>();
  private final Semaphore ended = new Semaphore(0);

  Waiters(Host host) {
    weft = host.weft();
  }

  @Override
  public void start(int count) {
    for (int i = 0; i < count; i++) {
      Promise.<Integer>of(weft, resolvers::add).then(value -> value, _ -> end());
    }
  }

  private int end() {
    ended.release();
    return 0;
  }

  @Override
  public void cancelAll() throws InterruptedException {
    var cancelled = new CancellationException("not wanted any more");
    resolvers.forEach(each -> each.reject(cancelled));
    ended.acquire(resolvers.size());
    resolvers.clear();
  }
}

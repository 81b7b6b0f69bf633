package dev.weft.bench.compare.model.promises;

import dev.weft.Weft;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import dev.weft.coroutine.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;

/** Promises with a reaction that nobody settles. There is no cancelling one but to reject it. */
final class Waiters implements Waiting {

  private final Weft weft;
  private final Deque<List<Promise.Resolver<Integer>>> groups = new ArrayDeque<>();
  private final Semaphore ended = new Semaphore(0);

  Waiters(Host host) {
    weft = host.weft();
  }

  @Override
  public void start(int count) {
    var group = new ArrayList<Promise.Resolver<Integer>>();
    groups.push(group);
    for (int i = 0; i < count; i++) {
      Promise.<Integer>of(weft, group::add).then(value -> value, _ -> end());
    }
  }

  private int end() {
    ended.release();
    return 0;
  }

  @Override
  public int cancelGroup() throws InterruptedException {
    List<Promise.Resolver<Integer>> group = groups.pop();
    var cancelled = new CancellationException("not wanted any more");
    group.forEach(each -> each.reject(cancelled));
    ended.acquire(group.size());
    return group.size();
  }
}

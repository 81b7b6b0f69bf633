package dev.weft.bench.compare.model.promises;

import dev.weft.Weft;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.coroutine.Promise;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A promise for each child, and one that is settled by the last of them. */
final class FanOut implements Batch {

  private final Weft weft;

  FanOut(Host host) {
    weft = host.weft();
  }

  @Override
  public long run(int children) throws Exception {
    return weft.blockOn(
        Promise.<Integer>of(weft, out -> out.resolve(children))
            .thenAwait(
                count -> sum(IntStream.range(0, count).mapToObj(this::child).toList()).future())
            .future());
  }

  private Promise<Integer> child(int number) {
    return Promise.<Integer>of(weft, out -> out.resolve(number)).then(value -> value);
  }

  private Promise<Long> sum(List<Promise<Integer>> children) {
    return Promise.of(
        weft,
        out -> {
          var left = new AtomicInteger(children.size());
          var sum = new AtomicLong();
          for (Promise<Integer> each : children) {
            each.then(
                number -> {
                  sum.addAndGet(number);
                  if (left.decrementAndGet() == 0) {
                    out.resolve(sum.get());
                  }
                  return number;
                });
          }
        });
  }
}

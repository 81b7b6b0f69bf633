package dev.weft.bench.compare.model.promises;

import dev.weft.Weft;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import dev.weft.coroutine.Promise;

/** Each number is a chain of reactions; the end of one begins another. */
final class Stages implements Batch {

  private final Weft weft;

  Stages(Host host) {
    weft = host.weft();
  }

  @Override
  public long run(int items) throws Exception {
    return weft.blockOn(Promise.<Long>of(weft, end -> new Run(items, end).start()).future());
  }

  private Promise<Integer> pass(int number) {
    Promise<Integer> passed = Promise.of(weft, out -> out.resolve(number));
    for (int i = 0; i < Work.STAGES; i++) {
      passed = passed.then(value -> value + 1);
    }
    return passed;
  }

  private final class Run {
    private final int items;
    private final Promise.Resolver<Long> end;
    private int begun;
    private int arrived;
    private long sum;

    Run(int items, Promise.Resolver<Long> end) {
      this.items = items;
      this.end = end;
    }

    void start() {
      for (int i = 0; i < Work.CAPACITY * Work.STAGES; i++) {
        begin();
      }
    }

    private synchronized void begin() {
      if (begun < items) {
        pass(begun++).then(this::arrive);
      }
    }

    private synchronized int arrive(int number) {
      sum += number;
      if (++arrived == items) {
        end.resolve(sum);
      }
      begin();
      return number;
    }
  }
}

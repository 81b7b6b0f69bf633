package dev.weft.bench.compare.model.promises;

import dev.weft.Weft;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.coroutine.Promise;

/** A promise for each way of the number; what comes next is a reaction. */
final class PingPong implements Batch {

  private final Weft weft;

  PingPong(Host host) {
    weft = host.weft();
  }

  @Override
  public long run(int rounds) throws Exception {
    return weft.blockOn(Promise.<Long>of(weft, end -> ping(0, rounds, end)).future());
  }

  private void ping(long answers, int rounds, Promise.Resolver<Long> end) {
    if (answers == rounds) {
      end.resolve(answers);
      return;
    }
    Promise.<Long>of(weft, out -> out.resolve(answers))
        .then(number -> number + 1) // the other side
        .then(
            number -> {
              ping(number, rounds, end);
              return number;
            });
  }
}

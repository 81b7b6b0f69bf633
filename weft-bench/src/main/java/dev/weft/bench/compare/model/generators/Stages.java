package dev.weft.bench.compare.model.generators;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Work;
import dev.weft.coroutine.Generator;

/** A generator for each stage, which asks the one before it. */
final class Stages implements Batch {

  @Override
  public long run(int items) throws Exception {
    Generator<Integer> last =
        Generator.of(
            out -> {
              for (int item = 0; item < items; item++) {
                out.yield(item);
              }
            });
    for (int i = 0; i < Work.STAGES; i++) {
      last = stage(last);
    }
    long sum = 0;
    for (int number : last) {
      sum += number;
    }
    return sum;
  }

  private static Generator<Integer> stage(Generator<Integer> before) {
    return Generator.of(
        out -> {
          for (int number : before) {
            out.yield(number + 1);
          }
        });
  }
}

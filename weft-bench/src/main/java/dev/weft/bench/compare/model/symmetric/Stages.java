package dev.weft.bench.compare.model.symmetric;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Work;
import dev.weft.coroutine.CoroutineGroup;

/** A coroutine for each stage, which transfers control to the next one; the source adds up. */
final class Stages implements Batch {

  private static final String SOURCE = "source";

  @Override
  public long run(int items) throws Exception {
    try (var group = new CoroutineGroup<Long>()) {
      group.add(
          SOURCE,
          (self, first) -> {
            long sum = first;
            for (long item = 0; item < items; item++) {
              sum += self.transfer(name(0), item);
            }
            return sum;
          });
      for (int i = 0; i < Work.STAGES; i++) {
        String next = i + 1 < Work.STAGES ? name(i + 1) : SOURCE;
        group.add(
            name(i),
            (self, first) -> {
              long number = first;
              while (true) {
                number = self.transfer(next, number + 1);
              }
            });
      }
      return group.enter(SOURCE, 0L);
    }
  }

  private static String name(int stage) {
    return "stage " + stage;
  }
}

package dev.weft.bench.compare.model.generators;

import dev.weft.bench.compare.model.Batch;
import dev.weft.coroutine.Generator;

/** A generator and who asks it: one switch there and one back for each number. */
final class PingPong implements Batch {

  private final Generator<Integer> numbers =
      Generator.of(
          out -> {
            for (int i = 0; ; i++) {
              out.yield(i);
            }
          });

  @Override
  public long run(int rounds) throws Exception {
    long answers = 0;
    try (Generator.Run<Integer> run = numbers.iterator()) {
      for (int i = 0; i < rounds; i++) {
        answers += run.next() == i ? 1 : 0;
      }
    }
    return answers;
  }
}

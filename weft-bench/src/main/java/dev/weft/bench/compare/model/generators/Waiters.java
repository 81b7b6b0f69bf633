package dev.weft.bench.compare.model.generators;

import dev.weft.bench.compare.model.Waiting;
import dev.weft.coroutine.Generator;
import java.util.ArrayList;
import java.util.List;

/** Generators that rest at their yield; closed to cancel them. */
final class Waiters implements Waiting {

  private final List<Generator.Run<Integer>> runs = new ArrayList<>();
  private final Generator<Integer> numbers =
      Generator.of(
          out -> {
            for (int i = 0; ; i++) {
              out.yield(i);
            }
          });

  @Override
  public void start(int count) {
    for (int i = 0; i < count; i++) {
      Generator.Run<Integer> run = numbers.iterator();
      run.next();
      runs.add(run);
    }
  }

  @Override
  public void cancelAll() {
    runs.forEach(Generator.Run::close);
    runs.clear();
  }
}

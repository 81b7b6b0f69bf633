package dev.weft.bench.compare.model.generators;

import dev.weft.bench.compare.model.Waiting;
import dev.weft.coroutine.Generator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Generators that rest at their yield; closed to cancel them. */
final class Waiters implements Waiting {

  private final Deque<List<Generator.Run<Integer>>> groups = new ArrayDeque<>();
  private final Generator<Integer> numbers =
      Generator.of(
          out -> {
            for (int i = 0; ; i++) {
              out.yield(i);
            }
          });

  @Override
  public void start(int count) {
    var group = new ArrayList<Generator.Run<Integer>>();
    groups.push(group);
    for (int i = 0; i < count; i++) {
      Generator.Run<Integer> run = numbers.iterator();
      run.next();
      group.add(run);
    }
  }

  @Override
  public int cancelGroup() {
    List<Generator.Run<Integer>> group = groups.pop();
    group.forEach(Generator.Run::close);
    return group.size();
  }
}

package dev.weft.bench.compare.model.symmetric;

import dev.weft.bench.compare.model.Batch;
import dev.weft.coroutine.CoroutineGroup;

/** Two coroutines that transfer control to each other. */
final class PingPong implements Batch {

  @Override
  public long run(int rounds) throws Exception {
    try (var group = new CoroutineGroup<Integer>()) {
      group.add(
          "ping",
          (self, first) -> {
            int answers = first;
            while (answers < rounds) {
              answers = self.transfer("pong", answers);
            }
            return answers;
          });
      group.add(
          "pong",
          (self, first) -> {
            int number = first;
            while (true) {
              number = self.transfer("ping", number + 1);
            }
          });
      return group.enter("ping", 0);
    }
  }
}

package dev.weft.bench.compare.model.symmetric;

import dev.weft.bench.compare.model.Waiting;
import dev.weft.coroutine.CoroutineGroup;

/** Coroutines that have given control back; closing their group ends them. */
final class Waiters implements Waiting {

  private CoroutineGroup<Integer> group = new CoroutineGroup<>();
  private int members;

  @Override
  public void start(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      String name = Integer.toString(members++);
      group.add(name, (self, first) -> self.leave(first));
      group.enter(name, i);
    }
  }

  @Override
  public void cancelAll() {
    group.close();
    group = new CoroutineGroup<>();
    members = 0;
  }
}

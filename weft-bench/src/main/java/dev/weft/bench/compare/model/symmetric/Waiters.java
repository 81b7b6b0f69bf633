package dev.weft.bench.compare.model.symmetric;

import dev.weft.bench.compare.model.Waiting;
import dev.weft.coroutine.CoroutineGroup;
import java.util.ArrayDeque;
import java.util.Deque;

/** Coroutines that have given control back; closing their group ends them. */
final class Waiters implements Waiting {

  private final Deque<Group> groups = new ArrayDeque<>();

  private record Group(CoroutineGroup<Integer> members, int size) {}

  @Override
  public void start(int count) throws Exception {
    var members = new CoroutineGroup<Integer>();
    groups.push(new Group(members, count));
    for (int i = 0; i < count; i++) {
      String name = Integer.toString(i);
      members.add(name, (self, first) -> self.leave(first));
      members.enter(name, i);
    }
  }

  @Override
  public int cancelGroup() {
    Group group = groups.pop();
    group.members().close();
    return group.size();
  }
}

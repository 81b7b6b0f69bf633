package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import dev.weft.bench.compare.model.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Calls that are due much later. */
final class Waiters implements Waiting {

  private final ScheduledThreadPoolExecutor timer;
  private final Deque<List<Future<?>>> groups = new ArrayDeque<>();

  Waiters(Host host) {
    timer = host.timer();
  }

  @Override
  public void start(int count) {
    var group = new ArrayList<Future<?>>();
    groups.push(group);
    for (int i = 0; i < count; i++) {
      int number = i;
      group.add(timer.schedule(() -> due(number), Work.LONG.toSeconds(), TimeUnit.SECONDS));
    }
  }

  private static void due(int number) {
    throw new IllegalStateException("Number " + number + " was called, which nobody lives to see.");
  }

  @Override
  public int cancelGroup() {
    List<Future<?>> group = groups.pop();
    group.forEach(call -> call.cancel(false));
    return group.size();
  }
}

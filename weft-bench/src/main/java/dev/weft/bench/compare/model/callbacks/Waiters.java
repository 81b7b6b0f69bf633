package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Waiting;
import dev.weft.bench.compare.model.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Calls that are due much later. */
final class Waiters implements Waiting {

  private final ScheduledThreadPoolExecutor timer;
  private final List<Future<?>> calls = new ArrayList<>();

  Waiters(Host host) {
    timer = host.timer();
  }

  @Override
  public void start(int count) {
    for (int i = 0; i < count; i++) {
      int number = calls.size();
      calls.add(timer.schedule(() -> due(number), Work.LONG.toSeconds(), TimeUnit.SECONDS));
    }
  }

  private static void due(int number) {
    throw new IllegalStateException("Number " + number + " was called, which nobody lives to see.");
  }

  @Override
  public void cancelAll() {
    calls.forEach(call -> call.cancel(false));
    calls.clear();
  }
}

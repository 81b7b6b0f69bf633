package dev.weft.kv.client;

import java.io.IOException;
import java.util.List;

/** What calls do with a pool: they come, leave, and their time runs out while they wait. */
final class CallSide {

  private final Pool pool;
  private final Line line;
  private final LineWatch watch;

  CallSide(Pool pool) {
    this.pool = pool;
    line = pool.line;
    watch = pool.watch;
  }

  void submit(Call<?> call) throws IOException {
    Todo todo;
    synchronized (pool) {
      pool.end.requireOpen();
      line.addLast(call);
      call.setWaiting();
      todo = pool.lanes.arrange();
      if (watch.setFor(call.deadline())) {
        todo = todo.andWatch();
      }
    }
    pool.carryOut(todo);
  }

  void leave(Call<?> call) {
    synchronized (pool) {
      if (call.isWaiting()) {
        line.remove(call);
        pool.noteIfSettled();
      }
      call.leave();
    }
  }

  /** Ends what is due in the line and sets the alarm for the rest; whether the pool has ended. */
  boolean expire(long now, Alarm alarm) {
    List<Call<?>> due = List.of();
    synchronized (pool) {
      if (pool.end.isEnded()) {
        return true;
      }
      if (watch.isSet() && now - watch.at() >= 0) {
        due = line.removeDue(now);
        due.forEach(Call::setTaken);
        pool.counts.timeouts(due.size());
        watch.unset();
        if (!line.isEmpty()) {
          boolean _ = watch.setFor(line.earliest());
        }
        pool.noteIfSettled();
      }
      if (watch.isSet()) {
        alarm.noLaterThan(watch.at());
      }
    }
    Settings settings = pool.settings();
    for (Call<?> call : due) {
      call.complete(
          Failures.late(call.request(), settings.address(), settings.requestTimeout(), false));
    }
    return false;
  }
}

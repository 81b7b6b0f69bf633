package dev.weft.kv.client;

import dev.weft.Cancellation;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What connections do with a pool: they come, take calls, and go. */
final class LaneSide {

  private final Pool pool;
  private final Settings settings;
  private final Line line;
  private final Lanes lanes;

  LaneSide(Pool pool) {
    this.pool = pool;
    settings = pool.settings();
    line = pool.line;
    lanes = pool.lanes;
  }

  /**
   * Whether another connection is still of use: calls wait, or those for which it was wanted were
   * taken by connections that are deep in work. If not, its lane is to end.
   */
  boolean isWanted() {
    synchronized (pool) {
      return !pool.end.isEnded() && (!line.isEmpty() || lanes.areDeep());
    }
  }

  void up(Lane lane) throws IOException {
    synchronized (pool) {
      pool.end.requireNotEnded();
      lane.up = true;
      lane.woken = true;
      pool.counts.opened();
    }
  }

  /**
   * For a connection that has settled so many calls: gives it others as far as it has room for
   * them.
   */
  void exchange(Lane lane, int done, boolean suspect, ArrayDeque<Call<?>> taken) {
    Todo todo;
    synchronized (pool) {
      lane.load -= done;
      lane.suspect = suspect;
      lane.woken = false;
      while (lane.canTake(settings.maxInFlight())) {
        Call<?> call = line.removeFirst();
        if (call == null) {
          break;
        }
        call.setTaken();
        taken.addLast(call);
        lane.load++;
      }
      todo = lanes.arrange();
      if (done > 0) {
        pool.noteIfSettled();
      }
    }
    pool.carryOut(todo);
  }

  void suspect(Lane lane) {
    Todo todo;
    synchronized (pool) {
      lane.suspect = true;
      todo = lanes.arrange();
    }
    pool.carryOut(todo);
  }

  void countTimeout() {
    synchronized (pool) {
      pool.counts.timeouts(1);
    }
  }

  /** Whether an idle connection may go, which it then has to. */
  boolean mayRetire(Lane lane) {
    synchronized (pool) {
      return lanes.retire(lane);
    }
  }

  /**
   * A lane's end.
   *
   * @param why null if it was let go or wasn't wanted any more
   * @param now nanoseconds of the runtime's clock, for a failure
   */
  void lost(Lane lane, @Nullable Exchange exchange, @Nullable Throwable why, long now) {
    if (why instanceof Cancellation) {
      pool.endWithRuntime();
    } else if (why != null && settings.pinned()) {
      pool.end(
          new IOException(
              "The pipeline's connection to "
                  + settings.address()
                  + " was lost: "
                  + Failures.reason(why),
              why));
    }
    Throwable cause = causeOf(why);
    boolean sendAgain = cause == why;
    List<Call<?>> again =
        exchange == null || cause == null ? List.of() : exchange.leftOvers(cause, sendAgain);
    boolean worked = exchange != null && exchange.hasAnswered();
    List<Call<?>> failed = List.of();
    Todo todo = Todo.NOTHING;
    synchronized (pool) {
      putBack(again);
      lanes.remove(lane, worked, why != null, now);
      if (lane.up && why != null) {
        pool.counts.lost();
      }
      if (pool.end.isEnded() || lanes.hasGivenUp()) {
        failed = pool.takeAll();
      } else {
        todo = lanes.arrange();
      }
      pool.noteIfSettled();
    }
    pool.carryOut(todo);
    if (cause != null) {
      Pool.failAll(failed, cause);
    }
  }

  private @Nullable Throwable causeOf(@Nullable Throwable why) {
    synchronized (pool) {
      return pool.end.causeOr(why);
    }
  }

  private void putBack(List<Call<?>> again) {
    List<Call<?>> waiting = again.stream().filter(Call::putBack).toList();
    line.addAllFirst(waiting);
    pool.counts.sentAgain(waiting.size());
  }
}

package dev.weft.kv.client;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections of a pool, those that are being made among them, and who takes the next call. Not
 * thread-safe: the pool's monitor guards it.
 */
final class Lanes {

  /*
   * Idea: the first connection that isn't deep in work is woken, so that a light load stays on one
   * connection and the others become idle; else the one with the least to do, and another one is opened
   * if there may be more. While a connection is being made no second one is, so that a server which is
   * down isn't knocked at by several at once.
   *
   * State: `failures` counts attempts in a row that led to nothing: no connection, or one that was lost
   * while it was needed and that had answered nothing. The next attempt is made after a pause.
   */

  private final Pool pool;
  private final Settings settings;
  private final Line line;
  private final List<Lane> lanes = new ArrayList<>();
  private int failures;
  private long failedAt; // nanoseconds of the runtime's clock

  Lanes(Pool pool, Line line) {
    this.pool = pool;
    this.line = line;
    settings = pool.settings();
  }

  void add(Lane lane) {
    lanes.add(lane);
  }

  /** Whom to wake and what to start for the calls in the line. */
  Todo arrange() {
    if (line.isEmpty()) {
      return Todo.NOTHING;
    }
    Lane best = null;
    boolean dialing = false;
    for (Lane lane : lanes) {
      dialing |= !lane.up;
      if (lane.canTake(settings.maxInFlight())) {
        if (lane.load < settings.growAt()) {
          return wake(lane);
        }
        if (best == null || lane.load < best.load) {
          best = lane;
        }
      }
    }
    Todo todo = best == null ? Todo.NOTHING : wake(best);
    if (dialing || lanes.size() >= settings.maxConnections()) {
      return todo;
    }
    var another = new Lane(pool);
    lanes.add(another);
    return new Todo(todo.wake(), another, false);
  }

  private static Todo wake(Lane lane) {
    if (lane.woken) {
      return Todo.NOTHING;
    }
    lane.woken = true;
    return lane.toWake;
  }

  /** Lets an idle connection go if it may; whether it has to. */
  boolean retire(Lane lane) {
    if (lane.load > 0 || !line.isEmpty() || lanes.size() <= settings.minConnections()) {
      return false;
    }
    lanes.remove(lane);
    return true;
  }

  /**
   * Takes out a lane that has ended; what it leaves behind is in the line.
   *
   * @param worked whether the server has answered anything on it
   * @param failed whether it was lost, or there never was a connection
   * @param now nanoseconds of the runtime's clock, for a failure
   */
  void remove(Lane lane, boolean worked, boolean failed, long now) {
    lanes.remove(lane);
    if (worked) {
      failures = 0;
    } else if (failed && (lane.load > 0 || !line.isEmpty())) {
      failures++;
      failedAt = now;
    }
  }

  List<Lane> removeAll() {
    List<Lane> all = List.copyOf(lanes);
    lanes.clear();
    return all;
  }

  int failures() {
    return failures;
  }

  long failedAt() {
    return failedAt;
  }

  /** Whether there are connections and all of them are deep in work. */
  boolean areDeep() {
    for (Lane lane : lanes) {
      if (lane.up && lane.load < settings.growAt()) {
        return false;
      }
    }
    return open() > 0;
  }

  /** Whether no connection is there and there were enough attempts. */
  boolean hasGivenUp() {
    return failures >= settings.backoff().attempts() && open() == 0;
  }

  /** How many connections are open. */
  int open() {
    int open = 0;
    for (Lane lane : lanes) {
      open += lane.up ? 1 : 0;
    }
    return open;
  }

  /** How many calls were taken and not settled. */
  int load() {
    int load = 0;
    for (Lane lane : lanes) {
      load += lane.load;
    }
    return load;
  }
}

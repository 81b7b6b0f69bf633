package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.sync.Notify;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The connections to one server, and the calls that wait for one of them. */
final class Pool {

  /*
   * Idea: a call goes into one line, and connections take calls out of it as they have room. So a call
   * isn't bound to a connection before that one is about to send it, and what wasn't sent on a connection
   * that is lost simply goes back to the front. At its first poll a call picks whom to wake:
   * the first connection that isn't deep in work, so that a light load stays on one connection and
   * the others become idle; else the one with the least to do, and another one is opened if there may be
   * more. While a connection is being made no second one is, so that a server which is down isn't
   * knocked at by several at once.
   *
   * Invariant, after each change in the monitor: if the line isn't empty, then a connection with room is
   * woken, or none has room and one is being made or there are as many as there may be. `arrange` brings
   * it about; it is called wherever a call comes, room comes or a connection comes or goes.
   *
   * State: open -> refusing (shutdown: no new calls) -> ended (`end` is set; no calls, no lanes).
   * `failures` counts attempts in a row that led to nothing: no connection, or one that was lost while it
   * was needed and that had answered nothing. The next attempt is made after a pause.
   *
   * Ownership: the monitor guards all fields, the line, and what Lane and LineWatch say belongs to it. It
   * is held for a few steps and never while anything is woken, completed, started or encoded.
   */

  private final Settings settings;
  private final Weft runtime;
  private final Line line = new Line();
  private final List<Lane> lanes = new ArrayList<>();
  private final LineWatch watch = new LineWatch(this);
  private final Notify settled = new Notify();
  private @Nullable JoinHandle<Void> watching;
  private @Nullable IOException end;
  private boolean refusing;
  private int failures;
  private long failedAt;

  private long opened;
  private long lost;
  private long reconnects;
  private long replaced; // lost ones that a new one took the place of
  private long timeouts;
  private long sentAgain;

  private Pool(Settings settings, Weft runtime) {
    this.settings = settings;
    this.runtime = runtime;
  }

  /** A pool with a first connection. */
  static Future<Pool> open(Settings settings) {
    return async(
        () -> {
          Link link = await(settings.dial());
          var pool = new Pool(settings, Weft.current());
          pool.watching = pool.runtime.spawn(pool.watch);
          var lane = new Lane(pool, link);
          synchronized (pool) {
            pool.lanes.add(lane);
          }
          pool.start(lane);
          return pool;
        });
  }

  Settings settings() {
    return settings;
  }

  private void start(Lane lane) {
    int failed;
    long at;
    synchronized (this) {
      failed = failures;
      at = failedAt;
    }
    lane.started(runtime.spawn(lane.run(failed, at)));
  }

  // Calls.

  void submit(Call<?> call) throws IOException {
    Todo todo;
    synchronized (this) {
      if (end != null || refusing) {
        throw refusal();
      }
      line.addLast(call);
      call.setWaiting();
      todo = arrange();
      if (watch.setFor(call.deadline())) {
        todo = todo.andWatch();
      }
    }
    carryOut(todo);
  }

  private IOException refusal() {
    if (end == null) {
      return new IOException("The client is being shut down; it takes no more requests.");
    }
    return new IOException(end.getMessage(), end.getCause());
  }

  synchronized void leave(Call<?> call) {
    if (call.isWaiting()) {
      line.remove(call);
      noteIfSettled();
    }
    call.leave();
  }

  /**
   * For a connection that has settled so many calls: gives it others as far as it has room for
   * them.
   */
  void exchange(Lane lane, int done, boolean suspect, ArrayDeque<Call<?>> taken) {
    Todo todo;
    synchronized (this) {
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
      todo = arrange();
      if (done > 0) {
        noteIfSettled();
      }
    }
    carryOut(todo);
  }

  void suspect(Lane lane) {
    Todo todo;
    synchronized (this) {
      lane.suspect = true;
      todo = arrange();
    }
    carryOut(todo);
  }

  synchronized void countTimeouts(int calls) {
    timeouts += calls;
  }

  /** Ends what is due in the line and sets the alarm for the rest; whether the pool has ended. */
  boolean expire(long now, Alarm alarm) {
    List<Call<?>> due = List.of();
    synchronized (this) {
      if (end != null) {
        return true;
      }
      if (watch.isSet() && now - watch.at() >= 0) {
        due = line.removeDue(now);
        due.forEach(Call::setTaken);
        timeouts += due.size();
        watch.unset();
        if (!line.isEmpty()) {
          boolean _ = watch.setFor(line.earliest());
        }
        noteIfSettled();
      }
      if (watch.isSet()) {
        alarm.noLaterThan(watch.at());
      }
    }
    for (Call<?> call : due) {
      call.complete(
          Failures.late(call.request(), settings.address(), settings.requestTimeout(), false));
    }
    return false;
  }

  // Connections.

  /** Whether a connection is still of use; if not, its lane is to end. */
  synchronized boolean isWanted(Lane lane) {
    return end == null && !line.isEmpty();
  }

  void up(Lane lane) throws IOException {
    synchronized (this) {
      if (end != null) {
        throw refusal();
      }
      lane.up = true;
      lane.woken = true;
      opened++;
      if (replaced < lost) {
        replaced++;
        reconnects++;
      }
    }
  }

  /** Whether an idle connection may go, which it then has to. */
  synchronized boolean mayRetire(Lane lane) {
    if (lane.load > 0 || !line.isEmpty() || lanes.size() <= settings.minConnections()) {
      return false;
    }
    lanes.remove(lane);
    return true;
  }

  /**
   * A lane's end.
   *
   * @param why null if it was let go or wasn't wanted any more
   * @param now nanoseconds of the runtime's clock, for a failure
   */
  void lost(Lane lane, @Nullable Exchange exchange, @Nullable Throwable why, long now) {
    if (why instanceof Cancellation) {
      endWithRuntime();
    } else if (why != null && settings.pinned()) {
      end(
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
    List<Call<?>> failed = List.of();
    Todo todo = Todo.NOTHING;
    synchronized (this) {
      remove(lane, again, exchange != null && exchange.hasAnswered(), why != null, now);
      if (end != null || hasGivenUp()) {
        failed = takeAll();
      } else {
        todo = arrange();
      }
      noteIfSettled();
    }
    carryOut(todo);
    if (cause != null) {
      failAll(failed, cause);
    }
  }

  private synchronized @Nullable Throwable causeOf(@Nullable Throwable why) {
    return end == null ? why : end;
  }

  private void remove(Lane lane, List<Call<?>> again, boolean worked, boolean failed, long now) {
    lanes.remove(lane);
    List<Call<?>> waiting = again.stream().filter(Call::putBack).toList();
    line.addAllFirst(waiting);
    sentAgain += waiting.size();
    if (lane.up && failed) {
      lost++;
    }
    if (worked) {
      failures = 0;
    } else if (failed && (lane.load > 0 || !line.isEmpty())) {
      failures++;
      failedAt = now;
    }
  }

  private boolean hasGivenUp() {
    return failures >= settings.backoff().attempts() && lanes.stream().noneMatch(lane -> lane.up);
  }

  private List<Call<?>> takeAll() {
    List<Call<?>> all = line.removeAll();
    all.forEach(Call::setTaken);
    return all;
  }

  private static void failAll(List<Call<?>> calls, Throwable why) {
    for (Call<?> call : calls) {
      call.complete(Failures.notSent(call.request(), why));
    }
  }

  /** In the monitor: whom to wake and what to start for the calls in the line. */
  private Todo arrange() {
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
    var another = new Lane(this);
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

  private void carryOut(Todo todo) {
    if (todo.wake() != null) {
      todo.wake().wake();
    }
    if (todo.start() != null) {
      start(todo.start());
    }
    if (todo.watch()) {
      watch.wake();
    }
  }

  // The end.

  private void noteIfSettled() {
    if (refusing && isSettled()) {
      settled.notifyWaiters();
    }
  }

  private boolean isSettled() {
    return line.isEmpty() && lanes.stream().allMatch(lane -> lane.load == 0);
  }

  /** Takes no more calls; whether none is left. */
  synchronized boolean refuse() {
    refusing = true;
    return isSettled();
  }

  /** The tasks of the pool are stopped, which the runtime does unless the pool has ended. */
  void endWithRuntime() {
    end(new IOException("The client was closed together with its runtime."));
  }

  /** Ends all calls that wait, and those to come; connections go on until they are closed. */
  void end(IOException why) {
    List<Call<?>> failed;
    synchronized (this) {
      if (end != null) {
        return;
      }
      end = why;
      failed = takeAll();
    }
    failAll(failed, why);
    watch.wake();
    settled.notifyWaiters();
  }

  /** The lanes at the end, for who closes them. */
  synchronized List<Lane> removeLanes() {
    List<Lane> all = List.copyOf(lanes);
    lanes.clear();
    return all;
  }

  /** Notified when no call is left of a pool that takes no more, and when it ends. */
  Notify settled() {
    return settled;
  }

  @Nullable JoinHandle<Void> watching() {
    return watching;
  }

  synchronized KvClientStats stats() {
    int up = 0;
    int inFlight = 0;
    for (Lane lane : lanes) {
      up += lane.up ? 1 : 0;
      inFlight += lane.load;
    }
    return new KvClientStats(up, inFlight, line.size(), opened, reconnects, timeouts, sentAgain);
  }

  @Override
  public String toString() {
    return settings.address();
  }
}

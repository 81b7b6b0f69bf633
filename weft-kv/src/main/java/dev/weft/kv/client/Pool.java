package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.sync.Notify;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The connections to one server, and the calls that wait for one of them. */
final class Pool {

  /*
   * Idea: a call goes into one line, and connections take calls out of it as they have room. So a call
   * isn't bound to a connection before that one is about to send it, and what wasn't sent on a connection
   * that is lost simply goes back to the front. At its first poll a call picks whom to wake (Lanes).
   *
   * Invariant, after each change in the monitor: if the line isn't empty, then a connection with room is
   * woken, or none has room and one is being made or there are as many as there may be. `Lanes.arrange`
   * brings it about; it is called wherever a call comes, room comes or a connection comes or goes.
   *
   * Parts: Line, Lanes, PoolEnd and PoolCounts have no lock of their own. Two sides act on them, in the
   * monitor: CallSide for the calls and the watch of the line, LaneSide for the connections. Here is how
   * the pool as a whole begins and ends.
   *
   * Ownership: the monitor of this object guards those parts, and what Lane, Call and LineWatch say
   * belongs to it. It is held for a few steps and never while anything is woken, completed, started or
   * encoded: what a change leads to is a Todo, carried out afterwards.
   */

  final Line line = new Line();
  final Lanes lanes;
  final LineWatch watch;
  final PoolEnd end = new PoolEnd();
  final PoolCounts counts = new PoolCounts();
  private final Settings settings;
  private final Weft runtime;
  private final CallSide callSide;
  private final LaneSide laneSide;
  private final Notify settled = new Notify();
  private @Nullable JoinHandle<Void> watching;

  private Pool(Settings settings, Weft runtime) {
    this.settings = settings;
    this.runtime = runtime;
    lanes = new Lanes(this, line);
    watch = new LineWatch(this);
    callSide = new CallSide(this);
    laneSide = new LaneSide(this);
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

  CallSide calls() {
    return callSide;
  }

  LaneSide connections() {
    return laneSide;
  }

  private void start(Lane lane) {
    int failed;
    long at;
    synchronized (this) {
      failed = lanes.failures();
      at = lanes.failedAt();
    }
    lane.started(runtime.spawn(lane.run(failed, at)));
  }

  /** Outside of the monitor: does what a change has led to. */
  void carryOut(Todo todo) {
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

  /** Takes no more calls; whether none is left. */
  synchronized boolean refuse() {
    end.refuse();
    return isSettled();
  }

  /** In the monitor: tells who waits for it that no call is left. */
  void noteIfSettled() {
    if (end.isRefusing() && isSettled()) {
      settled.notifyWaiters();
    }
  }

  private boolean isSettled() {
    return line.isEmpty() && lanes.load() == 0;
  }

  /** The tasks of the pool are stopped, which the runtime does unless the pool has ended. */
  void endWithRuntime() {
    end(new IOException("The client was closed together with its runtime."));
  }

  /** Ends all calls that wait, and those to come; connections go on until they are closed. */
  void end(IOException why) {
    List<Call<?>> failed;
    synchronized (this) {
      if (!end.end(why)) {
        return;
      }
      failed = takeAll();
    }
    failAll(failed, why);
    watch.wake();
    settled.notifyWaiters();
  }

  /** In the monitor: takes all that wait. */
  List<Call<?>> takeAll() {
    List<Call<?>> all = line.removeAll();
    all.forEach(Call::setTaken);
    return all;
  }

  /** Outside of the monitor: ends calls that were taken and not sent. */
  static void failAll(List<Call<?>> calls, Throwable why) {
    for (Call<?> call : calls) {
      call.complete(Failures.notSent(call.request(), why));
    }
  }

  /** The lanes at the end, for who closes them. */
  synchronized List<Lane> removeLanes() {
    return lanes.removeAll();
  }

  /** Notified when no call is left of a pool that takes no more, and when it ends. */
  Notify settled() {
    return settled;
  }

  @Nullable JoinHandle<Void> watching() {
    return watching;
  }

  synchronized KvClientStats stats() {
    return counts.with(lanes, line);
  }

  @Override
  public String toString() {
    return settings.address();
  }
}

package dev.weft.kv.store.log;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs the futures of a storage from a test's thread. */
final class Driver {

  private Driver() {}

  static LogStorage open(Weft weft, Disk disk, LogOptions options) throws Exception {
    return weft.blockOn(Opening.open(() -> disk, options));
  }

  /** Polls all of them in order, so that they go into the log in order, until all are done. */
  static <T> List<Outcome<T>> all(List<Future<T>> futures) throws InterruptedException {
    var task = new TestTask();
    var outcomes = new ArrayList<Outcome<T>>(futures.stream().map(_ -> (Outcome<T>) null).toList());
    int left = futures.size();
    while (true) {
      int wakes = task.wakes();
      for (int i = 0; i < futures.size(); i++) {
        if (outcomes.get(i) == null) {
          outcomes.set(i, poll(task, futures.get(i)));
          left -= outcomes.get(i) == null ? 0 : 1;
        }
      }
      if (left == 0) {
        return outcomes;
      }
      task.awaitWakes(wakes + 1);
    }
  }

  private static <T> Outcome<T> poll(TestTask task, Future<T> future) {
    try {
      Poll<T> answer = task.poll(future);
      return answer instanceof Poll.Ready<T>(T value) ? new Outcome.Done<>(value) : null;
    } catch (Exception failure) {
      return new Outcome.Failed<>(failure);
    }
  }

  static <T> T one(Future<T> future) throws Exception {
    return switch (all(List.of(future)).getFirst()) {
      case Outcome.Done<T>(T value) -> value;
      case Outcome.Failed<T>(Exception failure) -> throw failure;
    };
  }

  static Map<String, Value> table(LogStorage storage, String table) throws Exception {
    var pairs = new TreeMap<String, Value>();
    var stream = storage.getAll(table);
    var task = new TestTask();
    Object next = stream.pollNext(task);
    while (next instanceof Kvpair pair) {
      pairs.put(pair.getKey(), pair.getValue());
      next = stream.pollNext(task);
    }
    if (next == RawFuture.PENDING) {
      throw new AssertionError("a view is never pending");
    }
    return pairs;
  }

  /** Closes a storage that may have failed. */
  static void closeQuietly(Weft weft, LogStorage storage) throws Exception {
    try {
      weft.blockOn(storage.closeAsync());
    } catch (IOException broken) {
      // the test has seen why
    }
  }
}

package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.sync.AsyncMutex;
import dev.weft.sync.AsyncSemaphore;
import dev.weft.sync.CancellationToken;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Notify;
import dev.weft.sync.Oneshot;
import dev.weft.sync.TaskTracker;
import dev.weft.sync.Watch;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The examples of the Javadoc of dev.weft.sync, compiled. */
final class SyncSnippets {

  private SyncSnippets() {}

  static Future<String> semaphore(AsyncSemaphore connections, Future<String> request) {
    // @start region="semaphore"
    return async(
        () -> {
          try (AsyncSemaphore.Permit _ = await(connections.acquire())) {
            return await(request);
          }
        });
    // @end
  }

  static Future<Void> mutex(AsyncMutex lock, Map<String, Integer> hits, Future<String> next) {
    // @start region="mutex"
    return async(
        () -> {
          try (AsyncMutex.Guard _ = await(lock.lock())) {
            hits.merge(await(next), 1, Integer::sum);
          }
        });
    // @end
  }

  static Future<Void> notifying(Notify changed, Runnable reload) {
    // @start region="notify"
    return async(
        () -> {
          while (true) {
            await(changed.notified()); // somebody calls changed.notifyOne()
            reload.run();
          }
        });
    // @end
  }

  static Future<Integer> oneshot() {
    // @start region="oneshot"
    return async(
        () -> {
          Oneshot<Integer> answer = Oneshot.create();
          spawn(
              async(
                  () -> {
                    try (var sender = answer.sender()) { // a failure before send reaches the waiter
                      sender.send(6 * 7);
                    }
                  }));
          return await(answer.receiver().recv());
        });
    // @end
  }

  static Future<Void> drain(Mpsc.Receiver<AutoCloseable> receiver) {
    // @start region="drain"
    return async(
        () -> {
          receiver.close();
          AutoCloseable left;
          while ((left = await(receiver.recv())) != null) {
            left.close();
          }
        });
    // @end
  }

  static Future<Integer> pipeline(int count) {
    // @start region="channel"
    return scope(
        s -> {
          Mpsc.Bounded<Integer> numbers = Mpsc.bounded(16);
          s.spawn(
              async(
                  () -> {
                    try (var sender = numbers.sender()) { // closing it ends the receiver's loop
                      for (int i = 1; i <= count; i++) {
                        await(sender.send(i)); // waits while 16 are under way
                      }
                    }
                  }));
          int sum = 0;
          Integer number = await(numbers.receiver().recv());
          while (number != null) { // null is the end
            sum += number;
            number = await(numbers.receiver().recv());
          }
          return sum;
        });
    // @end
  }

  static Future<Void> reserved(Mpsc.BoundedSender<byte[]> sender, Future<byte[]> message) {
    // @start region="permit"
    return async(
        () -> {
          try (Mpsc.Permit<byte[]> room = await(sender.reserve())) {
            room.send(await(message)); // made only once there is room for it; never waits
          }
        });
    // @end
  }

  static Future<Void> watching(Watch.Receiver<String> level, Consumer<String> apply) {
    // @start region="watch"
    return async(
        () -> {
          apply.accept(level.borrowAndUpdate());
          String next;
          while ((next = await(level.changed())) != null) { // null: nobody can send any more
            apply.accept(next); // the newest; what was replaced meanwhile is never seen
          }
        });
    // @end
  }

  static Future<Integer> stopping(CancellationToken stop, Mpsc.Receiver<Integer> jobs) {
    // @start region="token"
    return async(
        () -> {
          int done = 0;
          while (!stop.isCancelled()) {
            Integer job = await(stop.runUntilCancelled(jobs.recv()));
            if (job == null) {
              break; // told to stop, or no more jobs; a job is never half done
            }
            done += job;
          }
          return done;
        });
    // @end
  }

  static Future<Void> serving(List<Future<Void>> requests, CancellationToken stop) {
    // @start region="tracker"
    return async(
        () -> {
          var tasks = new TaskTracker();
          for (Future<Void> request : requests) {
            tasks.spawn(request).detach();
          }
          tasks.close(); // so that the wait can end
          stop.cancel(); // those that have this token, or a child of it, come to an end
          await(tasks.waitForAll());
        });
    // @end
  }
}

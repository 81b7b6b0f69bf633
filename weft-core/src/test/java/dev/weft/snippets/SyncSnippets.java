package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.sync.AsyncBarrier;
import dev.weft.sync.AsyncMutex;
import dev.weft.sync.AsyncRwLock;
import dev.weft.sync.AsyncSemaphore;
import dev.weft.sync.Broadcast;
import dev.weft.sync.CancellationToken;
import dev.weft.sync.LazyCell;
import dev.weft.sync.Mpmc;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Notify;
import dev.weft.sync.OnceCell;
import dev.weft.sync.Oneshot;
import dev.weft.sync.RateLimiter;
import dev.weft.sync.Rendezvous;
import dev.weft.sync.TaskTracker;
import dev.weft.sync.Watch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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

  static Future<Integer> following(Broadcast.Receiver<String> events, Consumer<String> show) {
    // @start region="broadcast"
    return async(
        () -> {
          int missed = 0;
          Broadcast.Received<String> next;
          while ((next = await(events.recv())) != null) { // null: nobody can send any more
            switch (next) {
              case Broadcast.Message<String>(String event) -> show.accept(event);
              case Broadcast.Lagged<String>(long count) -> missed += count; // was too slow
            }
          }
          return missed;
        });
    // @end
  }

  static Future<String> cached(AsyncRwLock lock, Map<String, String> pages, Future<String> load) {
    // @start region="rwlock"
    return async(
        () -> {
          try (AsyncRwLock.ReadGuard _ = await(lock.read())) { // many at a time
            String known = pages.get("home");
            if (known != null) {
              return known;
            }
          } // a reader can't become a writer: two that tried would wait for each other
          try (AsyncRwLock.WriteGuard _ = await(lock.write())) {
            String page = pages.get("home"); // somebody may have been quicker
            if (page == null) {
              page = await(load);
              pages.put("home", page);
            }
            return page;
          }
        });
    // @end
  }

  static Future<Integer> rounds(AsyncBarrier barrier, Runnable work, Runnable publish, int count) {
    // @start region="barrier"
    return async(
        () -> {
          int led = 0;
          for (int round = 0; round < count; round++) {
            work.run();
            if (await(barrier.arrive())) { // true for the one that came last
              publish.run();
              led++;
            }
          }
          return led;
        });
    // @end
  }

  static Future<String> once(OnceCell<String> address, Future<String> lookUp) {
    // @start region="once"
    return async(() -> "to " + await(address.getOrInit(lookUp))); // looked up by the first only
    // @end
  }

  static LazyCell<String> lazy(Future<String> greeting) {
    // @start region="lazy"
    LazyCell<String> line = LazyCell.of(() -> await(greeting) + "!"); // await(line.get())
    // @end
    return line;
  }

  static Future<Integer> workers(int workers, int jobs) {
    // @start region="mpmc"
    return scope(
        s -> {
          Mpmc.Bounded<Integer> queue = Mpmc.bounded(16);
          var sum = new AtomicInteger();
          for (int i = 0; i < workers; i++) {
            s.spawn(
                async(
                    () -> {
                      Integer job;
                      while ((job = await(queue.receiver().recv())) != null) {
                        sum.addAndGet(job); // each job is done by one worker
                      }
                    }));
          }
          try (var sender = queue.sender()) { // closing it ends the workers
            for (int job = 1; job <= jobs; job++) {
              await(sender.send(job));
            }
          }
          await(s.join());
          return sum.get();
        });
    // @end
  }

  static Future<String> meeting(Rendezvous<String> table) {
    // @start region="rendezvous"
    return async(
        () -> {
          await(table.sender().send("the salt")); // completes when somebody has taken it
          return "passed";
        });
    // @end
  }

  static Future<Integer> polite(RateLimiter limiter, List<Future<Integer>> requests) {
    // @start region="rate"
    return async(
        () -> {
          int sum = 0;
          for (Future<Integer> request : requests) {
            await(limiter.acquire()); // RateLimiter.create(100, Duration.ofSeconds(1))
            sum += await(request);
          }
          return sum;
        });
    // @end
  }

  static Thread reader(Mpsc.Receiver<String> lines, Consumer<String> print) {
    // @start region="blocking"
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                String line;
                while ((line = lines.blockingRecv()) != null) { // a thread outside the runtime
                  print.accept(line);
                }
              } catch (InterruptedException stop) {
                lines.close();
              }
            });
    // @end
  }
}

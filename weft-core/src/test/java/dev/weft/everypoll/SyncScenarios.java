package dev.weft.everypoll;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.scope;

import dev.weft.Future;
import dev.weft.sync.AsyncBarrier;
import dev.weft.sync.AsyncMutex;
import dev.weft.sync.AsyncRwLock;
import dev.weft.sync.AsyncSemaphore;
import dev.weft.sync.CancellationToken;
import dev.weft.sync.LazyCell;
import dev.weft.sync.Notify;
import dev.weft.sync.OnceCell;
import dev.weft.sync.RateLimiter;
import dev.weft.sync.TaskTracker;
import dev.weft.time.DelayQueue;
import dev.weft.time.Interval;
import java.time.Duration;
import java.util.List;

/** Locks and other meeting places of tasks. Each is free afterwards, and nobody waits there. */
public final class SyncScenarios {

  private static final Duration STEP = Duration.ofMillis(2);

  private SyncScenarios() {}

  public static List<Scenario> all() {
    return List.of(
        Scenario.of("AsyncMutex", SyncScenarios::mutex),
        Scenario.of("AsyncRwLock", SyncScenarios::rwLock),
        Scenario.of("AsyncSemaphore", SyncScenarios::semaphore),
        Scenario.of("AsyncBarrier", SyncScenarios::barrier),
        Scenario.of("Notify", SyncScenarios::notified),
        Scenario.of("OnceCell", SyncScenarios::onceCell),
        Scenario.of("LazyCell", SyncScenarios::lazyCell),
        Scenario.of("RateLimiter", SyncScenarios::rateLimiter),
        Scenario.of("CancellationToken", SyncScenarios::token),
        Scenario.of("TaskTracker", SyncScenarios::tracker).withTasksOfTheirOwn(),
        Scenario.of("DelayQueue", SyncScenarios::delayQueue),
        Scenario.of("Interval", SyncScenarios::interval));
  }

  private static Future<Void> mutex(Run run) {
    var mutex = new AsyncMutex();
    run.atEnd(
        () -> {
          run.require(!mutex.isLocked(), mutex + " was left locked");
          return mutex.lock();
        });
    return async(() -> run.log("all " + await(join(locking(run, mutex), locking(run, mutex)))));
  }

  private static Future<Void> locking(Run run, AsyncMutex mutex) {
    return async(
        () -> {
          await(run.tick("before"));
          try (var guard = await(mutex.lock())) {
            run.entered("section");
            try {
              await(run.tick("within"));
            } finally {
              run.left("section");
            }
          }
        });
  }

  private static Future<Void> rwLock(Run run) {
    var lock = new AsyncRwLock();
    run.atEnd(
        () -> {
          run.require(lock.tryRead().isPresent(), lock + " was left locked for writing");
          return lock.read();
        });
    return scope(
        s -> {
          for (int i = 0; i < 2; i++) {
            s.spawn(
                async(
                    () -> {
                      try (var guard = await(lock.read())) {
                        await(run.tick("reading"));
                      }
                    }));
            s.spawn(
                async(
                    () -> {
                      try (var guard = await(lock.write())) {
                        await(run.tick("writing"));
                      }
                    }));
          }
          return null;
        });
  }

  private static Future<Void> semaphore(Run run) {
    var semaphore = new AsyncSemaphore(2);
    run.atEnd(
        () -> {
          run.require(semaphore.availablePermits() == 2, semaphore + " lost permits");
          return semaphore.acquire(2);
        });
    return scope(
        s -> {
          for (int i = 0; i < 3; i++) {
            s.spawn(
                async(
                    () -> {
                      try (var permit = await(semaphore.acquire())) {
                        await(run.tick("one"));
                      }
                      try (var permit = await(semaphore.acquire(2))) {
                        await(run.tick("two"));
                      }
                    }));
          }
          return null;
        });
  }

  private static Future<Void> barrier(Run run) {
    var barrier = new AsyncBarrier(3);
    run.atEnd(
        () -> {
          run.require(barrier.waiting() == 0, barrier + " was left with some who wait");
          return run.tick("end");
        });
    return scope(
        s -> {
          for (int i = 0; i < 3; i++) {
            s.spawn(
                async(
                    () -> {
                      await(run.tick("before"));
                      run.log("leader " + await(barrier.arrive()));
                    }));
          }
          return null;
        });
  }

  private static Future<Void> notified(Run run) {
    var notify = new Notify();
    run.atEnd(
        () -> {
          notify.notifyOne();
          return notify.notified(); // a waiter that was left would have eaten it
        });
    return scope(
        s -> {
          s.spawn(async(() -> await(notify.notified())));
          s.spawn(async(() -> await(notify.notified())));
          await(run.tick("first"));
          notify.notifyOne();
          await(run.tick("second"));
          notify.notifyOne();
          return null;
        });
  }

  private static Future<Void> onceCell(Run run) {
    var cell = new OnceCell<Res>();
    run.atEnd(
        () -> {
          run.stillThere(cell.get());
          return run.tick("end");
        });
    return scope(
        s -> {
          for (int i = 0; i < 2; i++) {
            s.spawn(
                async(
                    () -> {
                      run.log("got " + await(cell.getOrInit(RaceScenarios.block(run, "init"))));
                    }));
          }
          run.log("waited " + await(cell.waitForValue()));
          return null;
        });
  }

  private static Future<Void> lazyCell(Run run) {
    LazyCell<Res> cell =
        LazyCell.of(
            () -> {
              run.entered("lazy");
              try {
                return await(run.leaf("lazy"));
              } finally {
                run.left("lazy");
              }
            });
    run.atEnd(
        () -> {
          run.stillThere(cell.getNow());
          return run.tick("end");
        });
    return scope(
        s -> {
          for (int i = 0; i < 2; i++) {
            s.spawn(async(() -> run.log("got " + await(cell.get()))));
          }
          return null;
        });
  }

  private static Future<Void> rateLimiter(Run run) {
    RateLimiter limiter = RateLimiter.on(run.weft(), 1, STEP, 1);
    run.atEnd(() -> limiter.acquire());
    return scope(
        s -> {
          for (int i = 0; i < 2; i++) {
            s.spawn(
                async(
                    () -> {
                      await(limiter.acquire());
                      await(limiter.acquire(1));
                    }));
          }
          return null;
        });
  }

  private static Future<Void> token(Run run) {
    var token = new CancellationToken();
    return scope(
        s -> {
          s.spawn(
              async(
                  () -> {
                    run.take(
                        await(
                            token
                                .childToken()
                                .runUntilCancelled(RaceScenarios.block(run, "limited"))));
                  }));
          s.spawn(async(() -> await(token.cancelled())));
          await(run.tick("pause"));
          await(run.tick("pause"));
          token.cancel();
          return null;
        });
  }

  private static Future<Void> tracker(Run run) {
    var tracker = new TaskTracker();
    return async(
        () -> {
          var task = tracker.spawn(async(() -> run.take(await(run.leaf("a")))));
          try {
            tracker.close();
            run.take(await(tracker.track(run.leaf("b"))));
            await(tracker.waitForAll());
          } finally {
            task.abort();
            await(tracker.waitForAll());
            run.require(tracker.isEmpty(), tracker + " has tasks left");
          }
        });
  }

  private static Future<Void> delayQueue(Run run) {
    DelayQueue<Res> queue = DelayQueue.on(run.weft(), 10);
    for (int i = 0; i < 3; i++) {
      queue.insert(run.own("delayed"), STEP.multipliedBy(i));
    }
    run.atEnd(
        () ->
            async(
                () -> {
                  for (DelayQueue.Entry<Res> entry; (entry = await(queue.next())) != null; ) {
                    run.stillThere(entry.value());
                  }
                }));
    return async(
        () -> {
          run.take(await(queue.take()).value());
          for (DelayQueue.Entry<Res> entry; (entry = await(queue.next())) != null; ) {
            run.take(entry.value());
          }
        });
  }

  private static Future<Void> interval(Run run) {
    return async(
        () -> {
          Interval interval = Interval.every(STEP);
          for (int i = 0; i < 3; i++) {
            run.log("tick " + await(interval.tick()));
          }
        });
  }
}

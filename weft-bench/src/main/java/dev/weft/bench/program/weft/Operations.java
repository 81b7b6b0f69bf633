package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.select;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.timeout;
import static dev.weft.Async.yieldNow;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Selected.First;
import dev.weft.Selected.Second;
import dev.weft.sync.AsyncMutex;
import dev.weft.sync.Mpsc;
import java.time.Duration;
import java.util.Objects;

/** One operation over and over, each of which is to cost the same. */
final class Operations {

  private static final int CAPACITY = 64;
  private static final Integer MESSAGE = 1;
  private static final Duration SHORT = Duration.ofNanos(1_000);
  private static final Duration LONG = Duration.ofHours(1);

  private Operations() {}

  /** An operation. */
  @FunctionalInterface
  interface Work {
    /** Does it so often. */
    Future<?> start(int times);
  }

  /** By its name in the budget. */
  static Work of(String name) {
    return switch (name) {
      case "spawn-join" -> Operations::spawnJoin;
      case "yield" -> Operations::yields;
      case "message-bounded" -> Operations::bounded;
      case "message-unbounded" -> Operations::unbounded;
      case "message-awaited" -> Operations::roundTrips;
      case "sleep" -> Operations::sleeps;
      case "timeout" -> Operations::timeouts;
      case "select" -> Operations::selects;
      case "mutex" -> Operations::locks;
      default -> throw new IllegalArgumentException("There is no operation " + name + ".");
    };
  }

  private static Future<Void> spawnJoin(int times) {
    return async(
        () -> {
          for (int i = 0; i < times; i++) {
            await(spawn(empty()));
          }
        });
  }

  private static Future<Void> empty() {
    return async(() -> {});
  }

  private static Future<Void> yields(int times) {
    return async(
        () -> {
          for (int i = 0; i < times; i++) {
            await(yieldNow());
          }
        });
  }

  private static Future<Void> bounded(int times) {
    return async(
        () -> {
          Mpsc.Bounded<Integer> channel = Mpsc.bounded(CAPACITY);
          for (int i = 0; i < times; i += CAPACITY) {
            for (int k = 0; k < CAPACITY; k++) {
              await(channel.sender().send(MESSAGE));
            }
            for (int k = 0; k < CAPACITY; k++) {
              await(channel.receiver().recv());
            }
          }
        });
  }

  private static Future<Void> unbounded(int times) {
    return async(
        () -> {
          Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
          for (int i = 0; i < times; i += CAPACITY) {
            for (int k = 0; k < CAPACITY; k++) {
              await(channel.sender().send(MESSAGE));
            }
            for (int k = 0; k < CAPACITY; k++) {
              await(channel.receiver().recv());
            }
          }
        });
  }

  /** Each message is waited for by its receiver. */
  private static Future<Void> roundTrips(int times) {
    return async(
        () -> {
          Mpsc.Bounded<Integer> there = Mpsc.bounded(1);
          Mpsc.Bounded<Integer> back = Mpsc.bounded(1);
          JoinHandle<Void> other = spawn(echo(times / 2, there.receiver(), back.sender()));
          for (int i = 0; i < times / 2; i++) {
            await(there.sender().send(MESSAGE));
            await(back.receiver().recv());
          }
          await(other);
        });
  }

  private static Future<Void> echo(int times, Mpsc.Receiver<Integer> in, Mpsc.Sender<Integer> out) {
    return async(
        () -> {
          for (int i = 0; i < times; i++) {
            Integer message = Objects.requireNonNull(await(in.recv()));
            await(out.send(message));
          }
        });
  }

  private static Future<Void> sleeps(int times) {
    return async(
        () -> {
          for (int i = 0; i < times; i++) {
            await(sleep(SHORT));
          }
        });
  }

  private static Future<Void> timeouts(int times) {
    return async(
        () -> {
          for (int i = 0; i < times; i++) {
            await(timeout(LONG, yieldNow()));
          }
        });
  }

  private static Future<Integer> selects(int times) {
    return async(
        () -> {
          Mpsc.Bounded<Integer> left = Mpsc.bounded(1);
          Mpsc.Bounded<Integer> right = Mpsc.bounded(1);
          int sum = 0;
          for (int i = 0; i < times; i++) {
            await(left.sender().send(MESSAGE));
            sum +=
                switch (await(select(left.receiver().recv(), right.receiver().recv()))) {
                  case First(Integer message) -> message;
                  case Second(Integer message) -> message;
                };
          }
          return sum;
        });
  }

  private static Future<Void> locks(int times) {
    return async(
        () -> {
          var mutex = new AsyncMutex();
          for (int i = 0; i < times; i++) {
            await(mutex.lock()).close();
          }
        });
  }
}

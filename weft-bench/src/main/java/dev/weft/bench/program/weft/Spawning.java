package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.sync.Oneshot;

/** Starting tasks. */
final class Spawning {

  private Spawning() {}

  static Future<Void> spawnAll(int tasks) {
    return async(
        () -> {
          var handles = new JoinHandle<?>[tasks];
          for (int i = 0; i < tasks; i++) {
            handles[i] = spawn(empty());
          }
          for (JoinHandle<?> handle : handles) {
            await(handle);
          }
        });
  }

  private static Future<Void> empty() {
    return async(() -> {});
  }

  /** Each task starts the next one and ends. */
  static Future<Void> chain(int depth) {
    return async(
        () -> {
          Oneshot<Boolean> end = Oneshot.create();
          var _ = spawn(link(depth, end.sender()));
          await(end.receiver().recv());
        });
  }

  private static Future<Void> link(int left, Oneshot.Sender<Boolean> end) {
    return async(
        () -> {
          if (left == 0) {
            end.send(true);
          } else {
            var _ = spawn(link(left - 1, end));
          }
        });
  }

  /** A channel for one value, sent by a new task, one after another. */
  static Future<Void> oneshots(int count) {
    return async(
        () -> {
          for (int i = 0; i < count; i++) {
            Oneshot<Boolean> answer = Oneshot.create();
            var _ = spawn(answer(answer.sender()));
            await(answer.receiver().recv());
          }
        });
  }

  private static Future<Void> answer(Oneshot.Sender<Boolean> sender) {
    return async(
        () -> {
          sender.send(true);
        });
  }
}

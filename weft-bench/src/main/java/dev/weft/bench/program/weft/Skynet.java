package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.sync.Mpsc;
import java.util.Objects;

/** A tree of tasks with ten children each, whose leaves' numbers are summed up. */
final class Skynet {

  private static final int CHILDREN = 10;

  private Skynet() {}

  static Future<Long> joins(long first, int leaves) {
    return async(
        () -> {
          if (leaves == 1) {
            return first;
          }
          int each = leaves / CHILDREN;
          @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generics
          JoinHandle<Long>[] children = new JoinHandle[CHILDREN];
          for (int i = 0; i < CHILDREN; i++) {
            children[i] = spawn(joins(first + (long) i * each, each));
          }
          long sum = 0;
          for (JoinHandle<Long> child : children) {
            sum += await(child);
          }
          return sum;
        });
  }

  static Future<Long> channels(int leaves) {
    return async(
        () -> {
          Mpsc.Bounded<Long> root = Mpsc.bounded(1);
          var _ = spawn(node(0, leaves, root.sender()));
          long sum = Objects.requireNonNull(await(root.receiver().recv()));
          return sum;
        });
  }

  private static Future<Void> node(long first, int leaves, Mpsc.Sender<Long> parent) {
    return async(
        () -> {
          if (leaves == 1) {
            await(parent.send(first));
            return;
          }
          int each = leaves / CHILDREN;
          Mpsc.Bounded<Long> channel = Mpsc.bounded(CHILDREN);
          for (int i = 0; i < CHILDREN; i++) {
            var _ = spawn(node(first + (long) i * each, each, channel.sender()));
          }
          long sum = 0;
          for (int i = 0; i < CHILDREN; i++) {
            sum += Objects.requireNonNull(await(channel.receiver().recv()));
          }
          await(parent.send(sum));
        });
  }
}

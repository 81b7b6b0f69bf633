package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.select;
import static dev.weft.Async.spawn;
import static dev.weft.Async.timeout;

import dev.weft.Future;
import dev.weft.Selected.Eighth;
import dev.weft.Selected.Fifth;
import dev.weft.Selected.First;
import dev.weft.Selected.Fourth;
import dev.weft.Selected.Second;
import dev.weft.Selected.Seventh;
import dev.weft.Selected.Sixth;
import dev.weft.Selected.Third;
import dev.weft.bench.program.Sums;
import dev.weft.sync.Mpsc;
import java.time.Duration;
import java.util.Objects;

/** Takes from whichever of several channels has a message, or from one with a time limit. */
final class Selects {

  private static final int CAPACITY = 100;
  private static final int EIGHT = 8;
  private static final Duration LONG = Duration.ofHours(1);

  private Selects() {}

  static Future<Void> fromTwo(int messages) {
    return async(
        () -> {
          Mpsc.Receiver<Integer> left = source(messages / 2);
          Mpsc.Receiver<Integer> right = source(messages / 2);
          int sum = 0;
          for (int i = 0; i < messages; i++) {
            sum +=
                switch (await(select(left.recv(), right.recv()))) {
                  case First(Integer message) -> message;
                  case Second(Integer message) -> message;
                };
          }
          Sums.check(messages, sum);
        });
  }

  static Future<Void> fromEight(int messages) {
    return async(
        () -> {
          int each = messages / EIGHT;
          Mpsc.Receiver<Integer> a = source(each);
          Mpsc.Receiver<Integer> b = source(each);
          Mpsc.Receiver<Integer> c = source(each);
          Mpsc.Receiver<Integer> d = source(each);
          Mpsc.Receiver<Integer> e = source(each);
          Mpsc.Receiver<Integer> f = source(each);
          Mpsc.Receiver<Integer> g = source(each);
          Mpsc.Receiver<Integer> h = source(each);
          int sum = 0;
          for (int i = 0; i < messages; i++) {
            sum +=
                switch (await(
                    select(
                        a.recv(), b.recv(), c.recv(), d.recv(), e.recv(), f.recv(), g.recv(),
                        h.recv()))) {
                  case First(Integer message) -> message;
                  case Second(Integer message) -> message;
                  case Third(Integer message) -> message;
                  case Fourth(Integer message) -> message;
                  case Fifth(Integer message) -> message;
                  case Sixth(Integer message) -> message;
                  case Seventh(Integer message) -> message;
                  case Eighth(Integer message) -> message;
                };
          }
          Sums.check(messages, sum);
        });
  }

  /** Each message is waited for with a time limit, which is never reached. */
  static Future<Void> inTime(int messages) {
    return async(
        () -> {
          Mpsc.Receiver<Integer> in = source(messages);
          int sum = 0;
          for (int i = 0; i < messages; i++) {
            sum += Objects.requireNonNull(await(timeout(LONG, in.recv())));
          }
          Sums.check(messages, sum);
        });
  }

  /** A channel whose messages come from a task of its own. */
  private static Mpsc.Receiver<Integer> source(int messages) {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(CAPACITY);
    var _ = spawn(Producer.of(messages, channel.sender()));
    return channel.receiver();
  }
}

package dev.weft.bench.compare.model.stackless;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import dev.weft.sync.Mpsc;
import java.util.Objects;

/** A task for each stage, and a channel before each. */
final class Stages implements Batch {

  private final Weft weft;

  Stages(Host host) {
    weft = host.weft();
  }

  @Override
  public long run(int items) throws Exception {
    return weft.blockOn(weft.spawn(sink(items)));
  }

  private static Future<Long> sink(int items) {
    return async(
        () -> {
          Mpsc.Bounded<Integer> first = Mpsc.bounded(Work.CAPACITY);
          spawn(source(items, first.sender())).detach();
          Mpsc.Receiver<Integer> last = first.receiver();
          for (int i = 0; i < Work.STAGES; i++) {
            Mpsc.Bounded<Integer> next = Mpsc.bounded(Work.CAPACITY);
            spawn(stage(items, last, next.sender())).detach();
            last = next.receiver();
          }
          long sum = 0;
          for (int item = 0; item < items; item++) {
            sum += Objects.requireNonNull(await(last.recv()));
          }
          return sum;
        });
  }

  private static Future<Void> source(int items, Mpsc.Sender<Integer> out) {
    return async(
        () -> {
          for (int item = 0; item < items; item++) {
            await(out.send(item));
          }
        });
  }

  private static Future<Void> stage(
      int items, Mpsc.Receiver<Integer> in, Mpsc.Sender<Integer> out) {
    return async(
        () -> {
          for (int item = 0; item < items; item++) {
            int number = Objects.requireNonNull(await(in.recv()));
            await(out.send(number + 1));
          }
        });
  }
}

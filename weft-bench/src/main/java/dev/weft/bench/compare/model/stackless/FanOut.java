package dev.weft.bench.compare.model.stackless;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import java.util.ArrayList;

/** A task that starts others and awaits their results. */
final class FanOut implements Batch {

  private final Weft weft;

  FanOut(Host host) {
    weft = host.weft();
  }

  @Override
  public long run(int children) throws Exception {
    return weft.blockOn(weft.spawn(sum(children)));
  }

  private static Future<Long> sum(int children) {
    return async(
        () -> {
          var tasks = new ArrayList<JoinHandle<Integer>>();
          for (int i = 0; i < children; i++) {
            tasks.add(spawn(child(i)));
          }
          long sum = 0;
          for (JoinHandle<Integer> each : tasks) {
            sum += await(each);
          }
          return sum;
        });
  }

  private static Future<Integer> child(int number) {
    return async(() -> number);
  }
}

package dev.weft.bench.compare;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Hogs;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Model;
import dev.weft.bench.compare.model.Waiting;
import dev.weft.bench.process.Control;
import java.time.Duration;
import java.util.Map;

/** What the process of a cell answers. */
final class CellCommands {

  private static final int HOGS = 8;

  private CellCommands() {}

  /**
   * Sets a workload up.
   *
   * @return {@code heap} gives bytes that live; of {@code waiting}, {@code hold COUNT} starts so
   *     many more and {@code cancel} ends those, and gives how many and nanoseconds; of {@code
   *     cpu}, {@code burn MILLIS} gives steps, fairness and nanoseconds; of the others, {@code warm
   *     MILLIS} and {@code run MILLIS} give operations and nanoseconds
   */
  static Map<String, Control.Command> of(Workload workload, Model model, Host host) {
    return switch (workload) {
      case WAITING -> waiting(model.waiting(host));
      case PING_PONG -> rate(workload, model.pingPong(host));
      case FAN_OUT -> rate(workload, model.fanOut(host));
      case PIPELINE -> rate(workload, model.pipeline(host));
      case ECHO -> Map.of("heap", _ -> Control.liveBytes(1));
      case CPU -> cpu(model.burning(host));
    };
  }

  private static Map<String, Control.Command> waiting(Waiting waiting) {
    return Map.of(
        "heap",
        _ -> Control.liveBytes(1),
        "hold",
        args -> {
          waiting.start(Integer.parseInt(args.getFirst()));
          return args.getFirst();
        },
        "cancel",
        _ -> {
          long start = System.nanoTime();
          int count = waiting.cancelGroup();
          return count + " " + (System.nanoTime() - start);
        });
  }

  private static Map<String, Control.Command> rate(Workload workload, Batch batch) {
    var rate = new Rate(workload, batch);
    return Map.of(
        "warm", args -> words(rate.run(Long.parseLong(args.getFirst()), true)),
        "run", args -> words(rate.run(Long.parseLong(args.getFirst()), false)));
  }

  private static String words(Rate.Seen seen) {
    return seen.operations() + " " + seen.nanos();
  }

  private static Map<String, Control.Command> cpu(Burning burning) {
    return Map.of(
        "burn",
        args -> {
          var hogs = new Hogs(HOGS, Duration.ofMillis(Long.parseLong(args.getFirst())));
          burning.run(hogs);
          return hogs.steps() + " " + hogs.fairness() + " " + hogs.worstNanos();
        });
  }
}

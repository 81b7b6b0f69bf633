package dev.weft.everypoll;

import dev.weft.Async;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.internal.task.PollSite;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;

/**
 * What one run did.
 *
 * @param log the steps in their order
 * @param faults what was wrong
 * @param wasCut whether the future still ran when its cut was due
 */
public record Outcome(List<String> log, List<String> faults, boolean wasCut) {

  private static final int MAX_STEPS = 5_000;

  /** Runs a scenario once. */
  public static Outcome of(Scenario scenario, long seed, Cut cut) {
    var site = new PollSite.Ref();
    PollSite.Ref outer = PollSite.bind(site);
    try {
      var runtime = new HandRuntime(seed);
      site.set(runtime);
      return new Driving(scenario, seed, cut, runtime).toTheEnd();
    } finally {
      PollSite.bind(outer);
    }
  }

  private static final class Driving {

    private final Scenario scenario;
    private final Cut cut;
    private final HandRuntime runtime;
    private final SplittableRandom random;
    private final Run run;
    private int steps;
    private boolean wasCut;

    Driving(Scenario scenario, long seed, Cut cut, HandRuntime runtime) {
      this.scenario = scenario;
      this.cut = cut;
      this.runtime = runtime;
      random = new SplittableRandom(~seed);
      run = new Run(seed, runtime);
    }

    Outcome toTheEnd() {
      try {
        root();
        if (!scenario.alone()) {
          run.require(runtime.live == 0, runtime.live + " tasks outlive it");
        }
        while (runtime.live > 0 || runtime.hasTimer() && scenario.alone()) {
          step();
        }
        while (runtime.pollOne()) {}
        run.require(!runtime.hasTimer(), "a timer was left behind");
        for (Callable<? extends Future<?>> probe : run.probes()) {
          JoinHandle<?> end = runtime.spawn(probe.call());
          while (!end.isFinished()) {
            step();
          }
          result(end);
        }
        run.check();
        runtime.reportAll();
        runtime.unhandled.forEach(this::expected);
      } catch (Exception | AssertionError broken) {
        run.misuse(broken.toString());
      }
      return new Outcome(run.log, run.faults, wasCut);
    }

    private void root() throws Exception {
      switch (cut.kind()) {
        case NONE -> drive(runtime.spawn(scenario.start().in(run)), () -> {});
        case ABORT -> {
          JoinHandle<?> task = runtime.spawn(scenario.start().in(run));
          drive(task, task::abort);
        }
        case ABORT_WITHIN -> {
          JoinHandle<?> task = runtime.spawn(scenario.start().in(run));
          run.atLeafPoll =
              () -> {
                if (run.leafPolls == cut.at() + 1) {
                  wasCut = true;
                  task.abort();
                }
              };
          drive(task, () -> {});
        }
        case LOSE -> {
          var trigger = new Run.Trigger();
          drive(
              runtime.spawn(Async.selectBiased(scenario.start().in(run), trigger)), trigger::fire);
        }
        case NEXT, NEXT_THEN_CLOSE -> {
          var reads = new Reads(run, scenario.stream().apply(run), cut);
          drive(runtime.spawn(reads), () -> {});
          wasCut = reads.wasCut;
        }
      }
    }

    private void drive(JoinHandle<?> task, Runnable action) {
      boolean byStep = cut.kind() == Cut.Kind.ABORT || cut.kind() == Cut.Kind.LOSE;
      for (int polls = 0; !task.isFinished(); polls++) {
        if (byStep && polls == cut.at()) {
          wasCut = true;
          run.log("cut");
          action.run();
        }
        step();
      }
      result(task);
    }

    /** Polls a task once, after whatever has to happen so that there is one. */
    private void step() {
      if (++steps > MAX_STEPS) {
        throw new AssertionError("never ends");
      }
      if (random.nextInt(4) == 0) {
        run.fireOne(random);
      }
      while (!runtime.pollOne()) {
        boolean moved =
            random.nextInt(8) == 0
                ? runtime.fireTimer() || run.fireOne(random)
                : run.fireOne(random) || runtime.fireTimer();
        if (!moved) {
          throw new AssertionError("nothing is left that could wake it");
        }
      }
    }

    private void result(JoinHandle<?> task) {
      try {
        if (task.poll(Context.of(Waker.noop())) instanceof Poll.Ready<?>(Object value)) {
          run.log("result " + (value == null ? null : value.getClass().getSimpleName()));
          run.take(value);
        }
      } catch (Throwable failure) {
        run.log("thrown " + failure);
        expected(failure);
      }
    }

    private void expected(Throwable failure) {
      if (!(failure instanceof Injected
          || failure instanceof CancellationException
          || failure instanceof Cancellation
          || failure instanceof TimeoutException)) {
        run.misuse("unexpected: " + failure);
      }
      for (Throwable suppressed : failure.getSuppressed()) {
        expected(suppressed);
      }
    }
  }
}

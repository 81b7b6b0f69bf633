package dev.weft.everypoll;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.firstSuccess;
import static dev.weft.Async.join;
import static dev.weft.Async.keep;
import static dev.weft.Async.onDiscard;
import static dev.weft.Async.race;
import static dev.weft.Async.retry;
import static dev.weft.Async.select;
import static dev.weft.Async.selectBiased;
import static dev.weft.Async.shield;
import static dev.weft.Async.sleep;
import static dev.weft.Async.timeout;
import static dev.weft.Async.timeoutAt;
import static dev.weft.Async.tryJoin;
import static dev.weft.Async.yieldNow;

import dev.weft.Future;
import dev.weft.Retry;
import dev.weft.TaskLocal;
import java.time.Duration;
import java.util.List;

/** Joins, races, limits of time. */
public final class RaceScenarios {

  private static final Duration STEP = Duration.ofMillis(2);

  private RaceScenarios() {}

  /** A block that waits for a resource and, if it fails or is cancelled, takes time to clean up. */
  static Future<Res> block(Run run, String name) {
    return async(
        () -> {
          run.entered(name);
          boolean got = false;
          try {
            Res value = await(run.leaf(name));
            got = true;
            return value;
          } finally {
            try {
              if (!got) {
                await(run.tick(name + " clean-up"));
              }
            } finally {
              run.left(name);
            }
          }
        });
  }

  private static Future<Res> either(Run run, int i) {
    return i % 2 == 0 ? block(run, "block" + i) : run.leaf("leaf" + i);
  }

  public static List<Scenario> all() {
    return List.of(
        Scenario.of("one block", run -> block(run, "a")),
        Scenario.of("blocks in a block", RaceScenarios::nested),
        Scenario.of("join 2", run -> join(either(run, 0), either(run, 1))),
        Scenario.of("join 3", run -> join(either(run, 0), either(run, 1), either(run, 2))),
        Scenario.of(
            "join 4", run -> join(either(run, 0), either(run, 1), either(run, 2), either(run, 3))),
        Scenario.of(
            "join 5",
            run ->
                join(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4))),
        Scenario.of(
            "join 6",
            run ->
                join(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5))),
        Scenario.of(
            "join 7",
            run ->
                join(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6))),
        Scenario.of(
            "join 8",
            run ->
                join(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6),
                    either(run, 7))),
        Scenario.of("join of a list", run -> join(several(run, 10))),
        Scenario.of("tryJoin 2", run -> tryJoin(either(run, 0), either(run, 1))),
        Scenario.of("tryJoin 3", run -> tryJoin(either(run, 0), either(run, 1), either(run, 2))),
        Scenario.of(
            "tryJoin 4",
            run -> tryJoin(either(run, 0), either(run, 1), either(run, 2), either(run, 3))),
        Scenario.of(
            "tryJoin 5",
            run ->
                tryJoin(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4))),
        Scenario.of(
            "tryJoin 6",
            run ->
                tryJoin(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5))),
        Scenario.of(
            "tryJoin 7",
            run ->
                tryJoin(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6))),
        Scenario.of(
            "tryJoin 8",
            run ->
                tryJoin(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6),
                    either(run, 7))),
        Scenario.of("tryJoin of a list", run -> tryJoin(several(run, 10))),
        Scenario.of("select 2", run -> select(either(run, 0), either(run, 1))),
        Scenario.of("select 3", run -> select(either(run, 0), either(run, 1), either(run, 2))),
        Scenario.of(
            "select 4",
            run -> select(either(run, 0), either(run, 1), either(run, 2), either(run, 3))),
        Scenario.of(
            "select 5",
            run ->
                select(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4))),
        Scenario.of(
            "select 6",
            run ->
                select(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5))),
        Scenario.of(
            "select 7",
            run ->
                select(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6))),
        Scenario.of(
            "select 8",
            run ->
                select(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6),
                    either(run, 7))),
        Scenario.of("select of a list", run -> select(several(run, 10))),
        Scenario.of("selectBiased 2", run -> selectBiased(either(run, 0), either(run, 1))),
        Scenario.of(
            "selectBiased 3", run -> selectBiased(either(run, 0), either(run, 1), either(run, 2))),
        Scenario.of(
            "selectBiased 4",
            run -> selectBiased(either(run, 0), either(run, 1), either(run, 2), either(run, 3))),
        Scenario.of(
            "selectBiased 5",
            run ->
                selectBiased(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4))),
        Scenario.of(
            "selectBiased 6",
            run ->
                selectBiased(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5))),
        Scenario.of(
            "selectBiased 7",
            run ->
                selectBiased(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6))),
        Scenario.of(
            "selectBiased 8",
            run ->
                selectBiased(
                    either(run, 0),
                    either(run, 1),
                    either(run, 2),
                    either(run, 3),
                    either(run, 4),
                    either(run, 5),
                    either(run, 6),
                    either(run, 7))),
        Scenario.of("selectBiased of a list", run -> selectBiased(several(run, 10))),
        Scenario.of("keep in a loop", RaceScenarios::kept),
        Scenario.of(
            "onDiscard",
            run ->
                select(onDiscard(either(run, 0), run::take), onDiscard(either(run, 1), run::take))),
        Scenario.of("race", run -> race(either(run, 0), either(run, 1), either(run, 2))),
        Scenario.of("race of a list", run -> race(several(run, 4))),
        Scenario.of("firstSuccess", run -> firstSuccess(either(run, 0), either(run, 1))),
        Scenario.of("firstSuccess of a list", run -> firstSuccess(several(run, 4))),
        Scenario.of("timeout", run -> timeout(STEP, either(run, 0))),
        Scenario.of(
            "timeout of a join", run -> timeout(STEP, join(either(run, 0), either(run, 1)))),
        Scenario.of("timeoutAt", run -> timeoutAt(STEP.toNanos(), either(run, 0))),
        Scenario.of("shield", run -> shield(either(run, 0))),
        Scenario.of("shield in a race", RaceScenarios::shielded),
        Scenario.of(
            "retry",
            run -> retry(Retry.exponential(STEP).attempts(3), () -> await(block(run, "attempt")))),
        Scenario.of(
            "retry with a limit of time",
            run ->
                retry(
                    Retry.fixed(STEP).attempts(3).attemptTimeout(STEP),
                    () -> await(block(run, "attempt")))),
        Scenario.of(
            "retry of an action",
            run ->
                retry(
                    Retry.fixed(STEP).attempts(2),
                    () -> {
                      run.take(await(block(run, "attempt")));
                    })),
        Scenario.of("sleep and yieldNow", RaceScenarios::pauses),
        Scenario.of(
            "a task-local",
            run -> TaskLocal.<String>create("everyPoll").where("here", block(run, "a"))));
  }

  private static List<Future<Res>> several(Run run, int count) {
    var all = new java.util.ArrayList<Future<Res>>();
    for (int i = 0; i < count; i++) {
      all.add(either(run, i));
    }
    return all;
  }

  private static Future<String> nested(Run run) {
    return async(
        () -> {
          run.entered("outer");
          try {
            run.take(await(block(run, "first")));
            for (int i = 0; i < 2; i++) {
              await(run.tick("pause"));
            }
            return run.take(await(block(run, "second"))).toString();
          } finally {
            try {
              await(run.tick("clean-up"));
              await(run.tick("clean-up"));
            } finally {
              run.left("outer");
            }
          }
        });
  }

  private static Future<Void> kept(Run run) {
    return async(
        () -> {
          Future<Res> late = run.leaf("late");
          boolean open = true;
          try {
            for (int i = 0; i < 3 && open; i++) {
              Future<Res> quick = run.leaf("quick");
              switch (await(select(keep(late), quick))) {
                case dev.weft.Selected.First(Res value) -> {
                  open = false;
                  run.take(value);
                }
                case dev.weft.Selected.Second(Res value) -> run.take(value);
              }
            }
          } finally {
            run.mayBeLeft(late);
          }
        });
  }

  private static Future<Void> shielded(Run run) {
    return async(
        () -> {
          run.entered("outer");
          try {
            run.take(await(select(shield(block(run, "safe")), run.leaf("other"))));
            run.take(await(shield(block(run, "second"))));
          } finally {
            run.left("outer");
          }
        });
  }

  private static Future<Void> pauses(Run run) {
    return async(
        () -> {
          run.entered("outer");
          try {
            await(sleep(STEP));
            await(yieldNow());
            await(sleep(STEP));
          } finally {
            try {
              await(yieldNow());
              await(sleep(STEP));
            } finally {
              run.left("outer");
            }
          }
        });
  }
}

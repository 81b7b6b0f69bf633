package dev.weft.everypoll;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.Async.spawn;
import static dev.weft.everypoll.RaceScenarios.block;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinMap;
import dev.weft.JoinSet;
import dev.weft.Scope;
import java.util.List;
import java.util.concurrent.CancellationException;

/** What starts tasks and waits for them. */
public final class TaskScenarios {

  private TaskScenarios() {}

  public static List<Scenario> all() {
    return List.of(
        Scenario.of("scope", run -> scope(s -> await(children(run, s)))),
        Scenario.of("supervised scope", run -> scope(s -> await(children(run, s.supervised())))),
        Scenario.of("collecting scope", run -> scope(s -> await(children(run, s.collectAll())))),
        Scenario.of("scope with a limit", run -> scope(s -> await(children(run, s.limit(1))))),
        Scenario.of("cancelled scope", TaskScenarios::cancelledScope),
        Scenario.of("open scope", TaskScenarios::openScope),
        Scenario.of("spawn and abort", TaskScenarios::spawned).withTasksOfTheirOwn(),
        Scenario.of("JoinSet.joinNext", TaskScenarios::joinNext),
        Scenario.of("JoinSet.joinAll", TaskScenarios::joinAll),
        Scenario.of("JoinSet.joinFirst", TaskScenarios::joinFirst),
        Scenario.of("JoinSet with a limit", TaskScenarios::limitedSet),
        Scenario.of("JoinSet.abortAll", TaskScenarios::abortAll),
        Scenario.of("JoinMap.joinNext", TaskScenarios::mapNext),
        Scenario.of("JoinMap with a limit", TaskScenarios::limitedMap),
        Scenario.of("JoinMap.abort", TaskScenarios::mapAbort));
  }

  /** A task whose value nobody has to receive from its handle. */
  private static Future<String> working(Run run, String name) {
    return async(() -> run.take(await(block(run, name))).toString());
  }

  private static Future<String> children(Run run, Scope s) {
    return async(
        () -> {
          run.entered("body");
          try {
            JoinHandle<String> first = s.spawn(working(run, "a"));
            s.spawn(working(run, "b"));
            await(run.tick("pause"));
            s.spawn(working(run, "c"));
            return await(first);
          } finally {
            run.left("body");
          }
        });
  }

  private static Future<Void> cancelledScope(Run run) {
    return scope(
        s -> {
          s.spawn(working(run, "a"));
          s.spawn(working(run, "b"));
          await(run.tick("pause"));
          s.cancel();
          await(s.join());
          return null;
        });
  }

  private static Future<Void> openScope(Run run) {
    return async(
        () -> {
          try (var s = Scope.open()) {
            s.spawn(working(run, "a"));
            s.spawn(working(run, "b"));
            await(run.tick("pause"));
            await(s.join());
          }
        });
  }

  private static Future<Void> spawned(Run run) {
    return async(
        () -> {
          JoinHandle<String> task = spawn(working(run, "a"));
          try {
            await(run.tick("pause"));
          } finally {
            task.abort();
            try {
              await(task);
            } catch (CancellationException aborted) {
              run.log("aborted");
            }
          }
        });
  }

  private static Future<Void> joinNext(Run run) {
    return async(
        () -> {
          try (JoinSet<String> set = JoinSet.open()) {
            for (int i = 0; i < 3; i++) {
              set.spawn(working(run, "a"));
            }
            for (JoinHandle<String> next; (next = await(set.joinNext())) != null; ) {
              run.log("joined " + await(next));
            }
          }
        });
  }

  private static Future<List<String>> joinAll(Run run) {
    return async(
        () -> {
          try (JoinSet<String> set = JoinSet.open()) {
            for (int i = 0; i < 3; i++) {
              set.spawn(working(run, "a"));
            }
            return await(set.joinAll());
          }
        });
  }

  private static Future<String> joinFirst(Run run) {
    return async(
        () -> {
          try (JoinSet<String> set = JoinSet.open()) {
            for (int i = 0; i < 3; i++) {
              set.spawn(working(run, "a"));
            }
            return await(set.joinFirst());
          }
        });
  }

  private static Future<Void> limitedSet(Run run) {
    return async(
        () -> {
          try (JoinSet<String> set = JoinSet.<String>open().limit(1)) {
            for (int i = 0; i < 3; i++) {
              await(set.spawnWhenFree(working(run, "a")));
            }
            while (await(set.joinNext()) != null) {
              run.log("joined");
            }
          }
        });
  }

  private static Future<Void> abortAll(Run run) {
    return async(
        () -> {
          JoinSet<String> set = JoinSet.open();
          try {
            set.spawn(working(run, "a"));
            set.spawn(working(run, "b"));
            await(run.tick("pause"));
            set.abortAll();
            await(set.joinNext());
          } finally {
            await(set.closeAsync());
          }
        });
  }

  private static Future<Void> mapNext(Run run) {
    return async(
        () -> {
          try (JoinMap<Integer, String> map = JoinMap.open()) {
            for (int i = 0; i < 3; i++) {
              map.spawn(i, working(run, "a"));
            }
            for (JoinMap.Joined<Integer, String> next; (next = await(map.joinNext())) != null; ) {
              run.log("joined " + next.key());
              await(next.handle());
            }
          }
        });
  }

  private static Future<Void> limitedMap(Run run) {
    return async(
        () -> {
          try (JoinMap<Integer, String> map = JoinMap.<Integer, String>open().limit(2)) {
            for (int i = 0; i < 4; i++) {
              await(map.spawnWhenFree(i, working(run, "a")));
            }
            while (await(map.joinNext()) != null) {
              run.log("joined");
            }
          }
        });
  }

  private static Future<Void> mapAbort(Run run) {
    return async(
        () -> {
          JoinMap<Integer, String> map = JoinMap.open();
          try {
            map.spawn(1, working(run, "a"));
            map.spawn(2, working(run, "b"));
            await(run.tick("pause"));
            map.abort(1);
            await(map.joinNext());
            map.abortAll();
            await(map.joinNext());
          } finally {
            await(map.closeAsync());
          }
        });
  }
}

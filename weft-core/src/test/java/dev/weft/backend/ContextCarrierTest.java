package dev.weft.backend;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.spawnBlocking;
import static dev.weft.Async.stackful;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.ContextCarrier;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What others keep in thread-locals goes along; {@code weft-verify} runs this woven, too. */
@Tag("stackful")
@Timeout(60)
class ContextCarrierTest {

  private final ThreadLocal<String> user = new ThreadLocal<>();
  private final ThreadLocal<String> trace = new ThreadLocal<>();
  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private final List<String> log = new CopyOnWriteArrayList<>();

  private Weft runtime() {
    return Weft.builder()
        .workers(3)
        .contextCarrier(ContextCarrier.of(user))
        .onUnhandled(unhandled::add)
        .build();
  }

  @AfterEach
  void nothingIsUnhandled() {
    user.remove();
    trace.remove();
    assertThat(unhandled).isEmpty();
  }

  private Future<String> current() {
    return async(
        () -> {
          await(yieldNow());
          return user.get();
        });
  }

  @Test
  void spawn_taskBeginsWithWhatItsSpawnerHas() throws Exception {
    try (Weft weft = runtime()) {
      user.set("ann");
      JoinHandle<String> ann = weft.spawn(current());
      user.set("bob");
      JoinHandle<String> bob = weft.spawn(current());
      assertThat(weft.blockOn(join(ann, bob)).first()).isEqualTo("ann");
      assertThat(weft.blockOn(bob)).isEqualTo("bob");
      assertThat(user.get()).isEqualTo("bob");
    }
  }

  @Test
  void spawn_inATask_childHasItsOwnFromThenOn() throws Exception {
    try (Weft weft = runtime()) {
      Future<List<String>> parent =
          async(
              () -> {
                user.set("parent");
                JoinHandle<String> child = spawn(settingTo("child"));
                user.set("changed");
                String ofChild = await(child);
                return List.of(ofChild, user.get());
              });
      assertThat(weft.blockOn(parent)).containsExactly("parent, then child", "changed");
      assertThat(user.get()).isNull();
    }
  }

  private Future<String> settingTo(String value) {
    return async(
        () -> {
          String before = user.get();
          user.set(value);
          await(yieldNow());
          return before + ", then " + user.get();
        });
  }

  @Test
  void await_manyTasksOnFewThreads_eachFindsItsOwn() throws Exception {
    Set<String> wrong = ConcurrentHashMap.newKeySet();
    try (Weft weft = runtime()) {
      var all = new ArrayList<JoinHandle<Void>>();
      for (int i = 0; i < 50; i++) {
        all.add(weft.spawn(checking("task " + i, wrong)));
      }
      weft.blockOn(join(all));
      assertThat(wrong).isEmpty();
      assertThat(weft.blockOn(spawned())).isEqualTo("nothing");
    }
  }

  private Future<String> spawned() {
    return async(() -> await(spawn(async(() -> user.get() == null ? "nothing" : user.get()))));
  }

  private Future<Void> checking(String name, Set<String> wrong) {
    return async(
        () -> {
          if (user.get() != null) {
            wrong.add(name + " began with " + user.get());
          }
          for (int turn = 0; turn < 20; turn++) {
            user.set(name + "." + turn);
            if (turn % 5 == 0) {
              await(sleep(Duration.ofMillis(1)));
            } else {
              await(yieldNow());
            }
            if (!user.get().equals(name + "." + turn)) {
              wrong.add(name + " found " + user.get());
            }
          }
        });
  }

  @Test
  void blocksOfATask_shareOneContext() throws Exception {
    try (Weft weft = runtime()) {
      Future<List<String>> outer =
          async(
              () -> {
                user.set("outer");
                String inBlock = await(settingTo("block"));
                String afterBlock = user.get();
                String inStackful = await(stackful(() -> await(settingTo("stackful"))));
                return List.of(inBlock, afterBlock, inStackful, user.get());
              });
      assertThat(weft.blockOn(outer))
          .containsExactly("outer, then block", "block", "block, then stackful", "stackful");
    }
  }

  @Test
  void stackful_deepBelowTheBlock_keepsItOverAnAwait() throws Exception {
    try (Weft weft = runtime()) {
      user.set("caller");
      Future<String> block =
          stackful(
              () -> {
                String before = user.get();
                user.set("deep");
                await(sleep(Duration.ofMillis(1)));
                return before + ", then " + user.get();
              });
      assertThat(weft.blockOn(block)).isEqualTo("caller, then deep");
      assertThat(user.get()).isEqualTo("caller");
    }
  }

  @Test
  void spawnBlocking_callHasItAndKeepsItsChangesToItself() throws Exception {
    try (Weft weft = runtime()) {
      Future<List<String>> block =
          async(
              () -> {
                user.set("block");
                String inCall =
                    await(
                        spawnBlocking(
                            () -> {
                              String found = user.get();
                              user.set("call");
                              return found;
                            }));
                String after = user.get();
                user.remove();
                String inNext = await(spawnBlocking(() -> "next has " + user.get()));
                return List.of(inCall, after, inNext);
              });
      assertThat(weft.blockOn(block)).containsExactly("block", "block", "next has null");
    }
  }

  @Test
  void cleanUp_afterAnAbort_hasIt() throws Exception {
    try (Weft weft = runtime()) {
      user.set("ann");
      JoinHandle<Void> task =
          weft.spawn(
              async(
                  () -> {
                    try {
                      log.add("begun");
                      await(sleep(Duration.ofHours(1)));
                    } finally {
                      await(yieldNow());
                      log.add(user.get());
                    }
                  }));
      while (log.isEmpty()) {
        Thread.onSpinWait();
      }
      task.abort();
      assertThatThrownBy(() -> weft.blockOn(task)).isInstanceOf(CancellationException.class);
      assertThat(log).containsExactly("begun", "ann");
    }
  }

  @Test
  void carriers_several_allGoAlong() throws Exception {
    try (Weft weft =
        Weft.builder()
            .workers(2)
            .contextCarrier(ContextCarrier.of(user))
            .contextCarrier(ContextCarrier.of(trace))
            .build()) {
      user.set("ann");
      trace.set("42");
      JoinHandle<String> task =
          weft.spawn(
              async(
                  () -> {
                    await(yieldNow());
                    return user.get() + " " + trace.get();
                  }));
      assertThat(weft.blockOn(task)).isEqualTo("ann 42");
    }
  }

  @Test
  void carrier_throws_taskGoesOnAndTheHandlerIsTold() throws Exception {
    var broken = new IllegalStateException("carrier");
    ThreadLocal<String> failing =
        ThreadLocal.withInitial(
            () -> {
              throw broken;
            });
    ContextCarrier carrier = ContextCarrier.of(failing);
    try (Weft weft =
        Weft.builder().contextCarrier(carrier).onUnhandled(failure -> log.add("told")).build()) {
      assertThat(weft.blockOn(async(() -> await(spawn(async(() -> "done")))))).isEqualTo("done");
    }
    assertThat(log).contains("told");
  }
}

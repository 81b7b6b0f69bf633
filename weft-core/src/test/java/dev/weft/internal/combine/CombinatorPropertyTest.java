package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.TaskLocal;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random trees of combinators over scripted leaves, with cancels at random points, also in the
 * middle of a poll. Whatever happens: no leaf is polled or left against the rules, nothing gets
 * stuck, each resource is delivered or closed once, and each failure is told once.
 */
class CombinatorPropertyTest {

  private static final int TREES = 3_000 * (Boolean.getBoolean("weft.stress") ? 100 : 1);

  @Test
  void randomTrees_anyInterleaving_nothingStuckLostOrToldTwice() {
    Long given = Long.getLong("weft.seed");
    long first = given == null ? 1 : given;
    int trees = given == null ? TREES : 1;
    for (int i = 0; i < trees; i++) {
      try {
        new Run(first + i).check();
      } catch (Throwable failure) {
        throw new AssertionError("Run it again with -Dweft.seed=" + (first + i), failure);
      }
    }
  }

  private static final class Run {

    private final TestTask task = new TestTask();
    private final TaskLocal<String> local = TaskLocal.create("seed");
    private final SplittableRandom random;
    private final List<Script<Object>> leaves = new ArrayList<>();
    private final List<Script<Object>> kept = new ArrayList<>();
    private final List<Resource> resources = new ArrayList<>();
    private int failures;
    private final RawFuture<?> root;
    private boolean over;
    private Object delivered;
    private Throwable thrown;

    Run(long seed) {
      random = new SplittableRandom(seed);
      root = RawFuture.own(tree(3));
    }

    private boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }

    private Future<?> tree(int depth) {
      if (depth == 0 || chance(15)) {
        return leaf();
      }
      return switch (random.nextInt(8)) {
        case 0, 1 -> new Join<>(children(depth), false, Arrays::asList);
        case 2 -> new Join<>(children(depth), true, Arrays::asList);
        case 3 -> new Select<>(Group.owned(children(depth)), true, (i, value) -> value);
        case 4, 5 -> new Select<>(Group.owned(children(depth)), false, (i, value) -> value);
        case 6 -> new Timeout<>(Duration.ofMillis(random.nextInt(4)), tree(depth - 1));
        default -> new Bound<>(local, "x", tree(depth - 1));
      };
    }

    private List<Future<?>> children(int depth) {
      int n = chance(10) ? 9 + random.nextInt(4) : 1 + random.nextInt(4);
      var children = new ArrayList<Future<?>>();
      for (int i = 0; i < n; i++) {
        children.add(n > 8 ? leaf() : tree(depth - 1));
      }
      return children;
    }

    private Future<?> leaf() {
      Script<Object> leaf = Script.after(random.nextInt(3), end());
      if (chance(80)) {
        leaf.byEvent();
      } else {
        leaf.byItself();
      }
      if (chance(50)) {
        leaf.slowCancel(random.nextInt(3), chance(50) ? new Cancellation("leaf") : end());
      }
      if (chance(5)) {
        leaf.inPoll(
            () -> {
              if (!over) {
                assertThat(root().cancel()).isFalse();
              }
            });
      }
      leaves.add(leaf);
      if (chance(5)) {
        kept.add(leaf);
        return new Keep<>(leaf);
      }
      return leaf;
    }

    private RawFuture<?> root() {
      return root;
    }

    private Object end() {
      if (chance(30)) {
        return new Exception("failure " + failures++);
      }
      var resource = new Resource();
      resources.add(resource);
      return resource;
    }

    void check() throws Exception {
      int steps = 0;
      boolean poll = true;
      while (!over) {
        if (++steps > 2_000) {
          throw new AssertionError(root + " never ends.");
        }
        if (chance(4)) {
          over = root.cancel();
          poll = true; // unless released, it wants to be polled on
        } else if (poll || task.takeWakes() > 0) {
          poll = false;
          poll();
        } else {
          fireSomething();
        }
      }
      verify();
    }

    private void poll() {
      task.takeWakes();
      task.setBudget(1 + random.nextInt(4));
      try {
        Poll<?> answer = root.poll(task);
        if (answer instanceof Poll.Ready<?>(Object value)) {
          delivered = value;
          over = true;
        }
      } catch (Throwable failure) {
        thrown = failure;
        over = true;
      }
      assertThat(task.locals()).isNull();
    }

    private void fireSomething() {
      List<Script<Object>> waiting = leaves.stream().filter(Script::isWaiting).toList();
      if (!waiting.isEmpty() && chance(80)) {
        waiting.get(random.nextInt(waiting.size())).fire();
      } else if (!task.advanceToNextTimer() && waiting.isEmpty()) {
        throw new AssertionError(root + " is stuck with " + leaves + ".");
      }
    }

    private void verify() {
      for (Script<Object> leaf : leaves) {
        assertThat(leaf.misuse).isNull();
        if (!kept.contains(leaf)) {
          assertThat(leaf.end).as(leaf.toString()).isNotEqualTo(Script.End.OPEN);
        }
      }
      IdentityHashMap<Object, Integer> told = new IdentityHashMap<>();
      tell(thrown, told);
      task.unhandled().forEach(failure -> tell(failure, told));
      IdentityHashMap<Object, Integer> handed = new IdentityHashMap<>();
      hand(delivered, handed);
      for (Script<Object> leaf : leaves) {
        Object outcome = leaf.outcome();
        if (leaf.end == Script.End.FAILED && !(outcome instanceof Cancellation)) {
          assertThat(told.getOrDefault(outcome, 0)).as("told of " + outcome).isEqualTo(1);
        }
        if (leaf.end == Script.End.COMPLETED) {
          int closes = ((Resource) outcome).closes;
          assertThat(handed.getOrDefault(outcome, 0) + closes).as("fate of a value").isEqualTo(1);
        }
      }
      assertThat(resources).allMatch(resource -> resource.closes <= 1);
      assertThat(task.advanceToNextTimer()).as("a timer was left behind").isFalse();
    }

    private static void tell(Throwable failure, IdentityHashMap<Object, Integer> told) {
      if (failure != null) {
        told.merge(failure, 1, Integer::sum);
        for (Throwable suppressed : failure.getSuppressed()) {
          tell(suppressed, told);
        }
      }
    }

    private static void hand(Object value, IdentityHashMap<Object, Integer> handed) {
      if (value instanceof List<?> several) {
        several.forEach(one -> hand(one, handed));
      } else if (value != null) {
        handed.merge(value, 1, Integer::sum);
      }
    }
  }

  @Test
  void group_sizesAroundTheLimitOfWakers_sameResults() throws Exception {
    for (int n = Group.LARGE - 2; n <= Group.LARGE + 2; n++) {
      var task = new TestTask();
      var children = new ArrayList<Script<Integer>>();
      for (int i = 0; i < n; i++) {
        children.add(Script.<Integer>after(1, i).byEvent());
      }
      var join = new Join<>(children, false, Arrays::asList);
      task.pending(join);
      Collections.reverse(children);
      for (int step = 0; step < 2; step++) {
        for (var child : children) {
          child.fire();
        }
        assertThat(task.poll(join).isReady()).isEqualTo(step == 1);
      }
    }
  }
}

package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** In which order a worker of the work-stealing scheduler polls what it has. */
final class TaskOrderTest {

  private static final int CHILDREN = 10;
  private static final int LEVELS = 4;
  private static final int TREE = 11_111;
  private static final int ROUNDS = 10_000;
  private static final int TOO_MANY = 100_000;

  @Test
  void treeOfTasks_isWalkedInDepth_soThatFewWaitAtATime() throws Exception {
    try (Weft weft = new WeftBuilder().workers(1).build()) {
      var ran = new AtomicInteger();
      weft.spawn(node(weft, LEVELS, ran));

      weft.blockOn(until(() -> ran.get() == TREE));

      // In breadth, with a whole level waiting, there would be some eighty.
      assertThat(weft.metrics().perWorker().getFirst().overflows()).isLessThan(8);
    }
  }

  private static Future<Object> node(Weft weft, int levels, AtomicInteger ran) {
    return cx -> {
      ran.incrementAndGet();
      for (int i = 0; i < CHILDREN && levels > 0; i++) {
        weft.spawn(node(weft, levels - 1, ran));
      }
      return Poll.ready(null);
    };
  }

  @Test
  void newTasks_keepComing_anOldOneIsPolledAllTheSame() throws Exception {
    try (Weft weft = new WeftBuilder().workers(1).build()) {
      var old = new AtomicBoolean();
      var started = new AtomicInteger();
      weft.spawn(
          cx -> {
            weft.spawn(
                _ -> {
                  old.set(true);
                  return Poll.ready(null);
                });
            weft.spawn(starting(weft, old, started));
            weft.spawn(starting(weft, old, started));
            return Poll.ready(null);
          });

      weft.blockOn(until(() -> old.get() || started.get() > TOO_MANY));

      assertThat(old).isTrue();
    }
  }

  /** Starts two like itself until the old task has run. */
  private static Future<Object> starting(Weft weft, AtomicBoolean old, AtomicInteger started) {
    return cx -> {
      if (!old.get() && started.incrementAndGet() <= TOO_MANY) {
        weft.spawn(starting(weft, old, started));
        weft.spawn(starting(weft, old, started));
      }
      return Poll.ready(null);
    };
  }

  @Test
  void tasksThatStartTheirSuccessors_takeTurns() throws Exception {
    try (Weft weft = new WeftBuilder().workers(1).build()) {
      var polls = new AtomicIntegerArray(2);
      weft.spawn(
          cx -> {
            weft.spawn(link(weft, polls, 0));
            weft.spawn(link(weft, polls, 1));
            return Poll.ready(null);
          });

      weft.blockOn(until(() -> polls.get(0) + polls.get(1) >= ROUNDS / 2));

      assertThat(polls.get(0)).isGreaterThan(ROUNDS / 5);
      assertThat(polls.get(1)).isGreaterThan(ROUNDS / 5);
    }
  }

  private static Future<Object> link(Weft weft, AtomicIntegerArray polls, int chain) {
    return cx -> {
      polls.incrementAndGet(chain);
      if (polls.get(0) + polls.get(1) < ROUNDS / 2) {
        weft.spawn(link(weft, polls, chain));
      }
      return Poll.ready(null);
    };
  }

  @Test
  void taskThatIsWokenByNewOnes_isPolledOnceForSeveralOfThem() throws Exception {
    int answers = 200;
    try (Weft weft = new WeftBuilder().workers(1).build()) {
      var polls = new AtomicInteger();
      var got = new AtomicInteger();
      weft.spawn(
          cx -> {
            if (polls.getAndIncrement() == 0) {
              for (int i = 0; i < answers; i++) {
                weft.spawn(answering(got, cx.waker()));
              }
            }
            return got.get() == answers ? Poll.ready(null) : Poll.pending();
          });

      weft.blockOn(until(() -> got.get() == answers));

      assertThat(polls.get()).isBetween(2, answers / 5);
    }
  }

  private static Future<Object> answering(AtomicInteger got, Waker asking) {
    return _ -> {
      got.incrementAndGet();
      asking.wake();
      return Poll.ready(null);
    };
  }

  @Test
  void wokenTask_newOnesKeepComing_isPolledAfterFewOfThem() throws Exception {
    try (Weft weft = new WeftBuilder().workers(1).build()) {
      var polls = new AtomicIntegerArray(2);
      weft.spawn(
          cx -> {
            weft.spawn(link(weft, polls, 0));
            weft.spawn(
                inner -> {
                  polls.incrementAndGet(1);
                  inner.waker().wake();
                  return polls.get(0) + polls.get(1) < ROUNDS / 2
                      ? Poll.pending()
                      : Poll.ready(null);
                });
            return Poll.ready(null);
          });

      weft.blockOn(until(() -> polls.get(0) + polls.get(1) >= ROUNDS / 2));

      assertThat(polls.get(1)).isGreaterThan(ROUNDS / 2 / 50);
    }
  }

  @Test
  void twoTasksWakeEachOther_withNothingElseToDo_noOtherWorkerTakesPart() throws Exception {
    try (Weft weft = new WeftBuilder().workers(2).build()) {
      var game = new Game();
      weft.spawn(
          cx -> {
            weft.spawn(game.player(0));
            weft.spawn(game.player(1));
            return Poll.ready(null);
          });

      weft.blockOn(until(game::isOver));

      long parks = weft.metrics().parks();
      assertThat(parks).isLessThan(ROUNDS / 10); // a worker woken for nothing would sleep again
    }
  }

  /** Two tasks take turns and wake each other. */
  private static final class Game {

    private final @Nullable Waker[] wakers = new Waker[2];
    private int turn;

    Future<Object> player(int number) {
      return cx -> play(number, cx);
    }

    private synchronized Poll<Object> play(int number, Context cx) {
      wakers[number] = cx.waker();
      if (turn % 2 == number) {
        turn++;
        Waker other = wakers[1 - number];
        if (other != null) {
          other.wake();
        }
      }
      return turn >= ROUNDS ? Poll.ready(null) : Poll.pending();
    }

    synchronized boolean isOver() {
      return turn >= ROUNDS;
    }
  }
}

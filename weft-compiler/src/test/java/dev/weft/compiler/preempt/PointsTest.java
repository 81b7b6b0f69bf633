package dev.weft.compiler.preempt;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import dev.weft.compiler.testkit.Preempting;
import dev.weft.testkit.TestTask;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a block does at a pre-emption point. */
final class PointsTest {

  @TempDir private static Path folder;
  private static Spinning loops;

  @BeforeAll
  static void compile() throws Exception {
    loops = new Spinning(folder);
  }

  @Test
  void loop_ofATaskThatMustYield_yieldsInEachTurn() throws Exception {
    var task = new Preempting();
    Future<Integer> block = async(loops.count(5));
    int yields = 0;
    while (block.poll(task) instanceof Poll.Pending) {
      yields += task.takeYields();
    }
    assertThat(yields).isEqualTo(6); // before each turn, and before the condition is false
  }

  @Test
  void loop_ofATaskThatMayGoOn_doesNotYield() throws Exception {
    var task = new TestTask();
    assertThat(task.ready(async(loops.count(1_000_000)))).isEqualTo(1_783_293_664);
    assertThat(task.yielded()).isFalse();
  }

  @Test
  void loop_outsideAnyTask_goesOn() throws Exception {
    assertThat(async(loops.count(4)).poll(Context.of(Waker.noop()))).isEqualTo(Poll.ready(6));
  }

  @Test
  void loop_ofADerivedContext_wakesTheDerivedWaker() throws Exception {
    var task = new Preempting();
    var woken = new AtomicBoolean();
    Future<Integer> block = async(loops.count(4));
    assertThat(block.poll(task.withWaker(() -> woken.set(true)))).isEqualTo(Poll.pending());
    assertThat(woken).isTrue();
  }

  @Test
  void blockCancelled_whileItYields_isToldThere() throws Exception {
    var task = new Preempting();
    var cleanedUp = new AtomicBoolean();
    Future<Void> block = async(loops.forever(cleanedUp));
    assertThat(block.poll(task)).isEqualTo(Poll.pending());
    assertThat(block.cancel()).isFalse();
    assertThatThrownBy(() -> block.poll(task)).isInstanceOf(Cancellation.class);
    assertThat(cleanedUp).isTrue();
  }

  @Test
  void locationOfABlock_thatYields_isItsLoop() throws Exception {
    RawFuture<Integer> block = RawFuture.own(async(loops.count(4)));
    assertThat(block.poll(new Preempting())).isEqualTo(Poll.pending());
    assertThat(block.location()).asString().endsWith("(Loops.java:25)");
  }

  @Test
  void firstPoint_ofAnUnwatchedPoll_passes() throws Exception {
    try (Weft weft = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build()) {
      assertThat(weft.blockOn(weft.spawn(async(loops.count(3))))).isEqualTo(3);
      assertThat(weft.metrics().yields()).isZero();
    }
  }
}

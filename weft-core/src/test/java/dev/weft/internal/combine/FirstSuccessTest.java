package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.codegen.PollContext;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstSuccessTest {

  private final TestTask task = new TestTask();

  @SafeVarargs
  private static FirstSuccess<Object> of(Script<Object>... futures) {
    return new FirstSuccess<>(List.of(futures));
  }

  @Test
  void firstSuccess_someFail_valueOfTheFirstThatSucceeds() throws Exception {
    Script<Object> open = Script.never();
    var first = of(Script.failing(new IOException("one")), Script.after(1, "v"), open);
    task.pending(first);
    assertThat(task.ready(first)).isEqualTo("v");
    assertThat(open.end).isEqualTo(Script.End.RELEASED);
    assertThat(task.unhandled()).isEmpty();
  }

  @Test
  void firstSuccess_nullValue_isASuccess() throws Exception {
    assertThat(task.ready(of(Script.ready(null), Script.failing(new IOException())))).isNull();
  }

  @Test
  void firstSuccess_allFail_firstIsThrownWithTheOthersSuppressed() throws Exception {
    var one = new IOException("one");
    var two = new IOException("two");
    var three = new IOException("three");
    var first = of(Script.after(2, three), Script.failing(one), Script.after(1, two));
    task.pending(first);
    task.pending(first);
    assertThat(catchThrowable(() -> task.poll(first))).isSameAs(one);
    assertThat(one.getSuppressed()).containsExactly(two, three);
  }

  @Test
  void firstSuccess_loserCleansUp_isWaitedFor() throws Exception {
    Script<Object> slow = Script.<Object>never().byItself().slowCancel(2);
    assertThat(task.run(of(slow, Script.after(1, "v")))).isEqualTo("v");
    assertThat(slow.end).isEqualTo(Script.End.FAILED);
    assertThat(slow.misuse).isNull();
  }

  @Test
  void firstSuccess_loserStillReturnsAResource_isClosed() throws Exception {
    var resource = new Resource();
    Script<Object> slow = Script.<Object>never().slowCancel(0, resource);
    var first = of(slow, Script.after(1, "v"));
    task.pending(first);
    assertThat(task.ready(first)).isEqualTo("v");
    assertThat(resource.closes).isEqualTo(1);
  }

  @Test
  void firstSuccess_loserFailsInCleanUp_isReported() throws Exception {
    var broken = new IOException("clean-up");
    Script<Object> slow = Script.<Object>never().slowCancel(0, broken);
    var first = of(slow, Script.after(1, "v"));
    task.pending(first);
    assertThat(task.ready(first)).isEqualTo("v");
    assertThat(task.unhandled()).containsExactly(broken);
  }

  @Test
  void cancel_allPending_released() throws Exception {
    Script<Object> a = Script.never();
    Script<Object> b = Script.never();
    var first = of(a, b);
    task.pending(first);
    assertThat(first.cancel()).isTrue();
    assertThat(List.of(a.end, b.end)).containsOnly(Script.End.RELEASED);
  }

  @Test
  void cancel_oneHasFailedBefore_isACancellationAndNotThatFailure() throws Exception {
    Script<Object> slow = Script.<Object>never().slowCancel(1);
    var first = of(Script.failing(new IOException("an attempt")), slow);
    task.pending(first);
    assertThat(first.cancel()).isFalse();
    task.pending(first);
    assertThat(catchThrowable(() -> task.poll(first))).isInstanceOf(Cancellation.class);
    assertThat(task.unhandled()).isEmpty();
  }

  @Test
  void cancel_oneStillReturnsAValue_thatCounts() throws Exception {
    var first = of(Script.<Object>never().slowCancel(0, "late"), Script.never());
    task.pending(first);
    assertThat(first.cancel()).isFalse();
    assertThat(task.ready(first)).isEqualTo("late");
  }

  @Test
  void cancel_cleanUpFails_thatIsThrown() throws Exception {
    var broken = new IOException("clean-up");
    var first = of(Script.<Object>never().slowCancel(0, broken), Script.never());
    task.pending(first);
    assertThat(first.cancel()).isFalse();
    assertThat(catchThrowable(() -> task.poll(first))).isSameAs(broken);
  }

  @Test
  void firstSuccess_noBudget_yieldsBeforeItAsks() throws Exception {
    Script<Object> ready = Script.ready("v");
    var first = of(ready);
    task.setBudget(0);
    assertThat(task.pollOn(first).isReady()).isFalse();
    assertThat(task.yielded()).isTrue();
    assertThat(ready.polls).isZero();
    task.setBudget(PollContext.BUDGET);
    assertThat(task.ready(first)).isEqualTo("v");
  }

  @Test
  void large_onlyThoseWokenArePolled() throws Exception {
    var all = new ArrayList<Script<Object>>();
    for (int i = 0; i < 20; i++) {
      all.add(Script.<Object>after(0, i == 7 ? new IOException("seven") : "v" + i).byEvent());
    }
    var first = new FirstSuccess<>(all);
    task.pending(first);
    all.get(7).fire();
    task.pending(first);
    all.get(15).fire();
    assertThat(task.ready(first)).isEqualTo("v15");
    assertThat(all.get(3).polls).isEqualTo(1);
  }
}

package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.TaskLocal;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundTest {

  private final TestTask task = new TestTask();
  private final TaskLocal<String> user = TaskLocal.create("user");
  private final TaskLocal<Integer> depth = TaskLocal.create("depth");
  private final List<Object> seen = new ArrayList<>();

  private void look() {
    seen.add(Combinators.bound(user, task.locals()));
    seen.add(Combinators.bound(depth, task.locals()));
  }

  @Test
  void bound_insideEachPoll_visibleAndOutsideGone() throws Exception {
    var bound = Combinators.bind(user, "ann", Script.after(1, 1).inPoll(this::look));
    task.pending(bound);
    assertThat(task.locals()).isNull();
    assertThat(task.ready(bound)).isEqualTo(1);
    assertThat(task.locals()).isNull();
    assertThat(seen).containsExactly("ann", null, "ann", null);
  }

  @Test
  void bound_nested_innerShadowsAndIsUndone() throws Exception {
    var inner = Combinators.bind(user, "bob", Script.ready(1).inPoll(this::look));
    var middle = Combinators.bind(depth, 2, inner);
    var sibling = Script.ready(2).inPoll(this::look);
    var outer =
        Combinators.bind(user, "ann", new Join<>(List.of(middle, sibling), false, List::of));
    task.ready(outer);
    assertThat(seen).containsExactly("bob", 2, "ann", null);
  }

  @Test
  void bound_failure_undone() {
    var bound = Combinators.bind(user, "ann", Script.failing(new IllegalStateException("x")));
    assertThatThrownBy(() -> task.poll(bound)).hasMessage("x");
    assertThat(task.locals()).isNull();
  }

  @Test
  void bound_cancelOutsideAPoll_visibleInIt() throws Exception {
    var inner = Combinators.bind(depth, 2, Script.never().inCancel(this::look));
    var bound = Combinators.bind(user, "ann", inner);
    task.pending(bound);
    assertThat(bound.cancel()).isTrue();
    assertThat(seen).containsExactly("ann", 2);
    assertThat(task.locals()).isNull();
  }

  @Test
  void bound_cleanUpPolls_visibleInThem() throws Exception {
    var bound = Combinators.bind(user, "ann", Script.never().slowCancel(0, "late"));
    task.pending(bound);
    assertThat(bound.cancel()).isFalse();
    assertThat(task.ready(bound)).isEqualTo("late");
  }

  @Test
  void bound_cancelBeforeTheFirstPoll_released() {
    var future = Script.ready(1);
    assertThat(Combinators.bind(user, "ann", future).cancel()).isTrue();
    assertThat(future.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void bound_outsideATask_illegalState() {
    var bound = Combinators.bind(user, "ann", Script.ready(1));
    assertThatThrownBy(() -> bound.poll(Context.of(() -> {})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("TaskLocal[user]");
  }

  @Test
  void yieldNow_firstPollYields_secondCompletesWithoutBudget() throws Exception {
    var yield = Combinators.yieldNow();
    task.pending(yield);
    assertThat(task.yielded()).isTrue();
    assertThat(task.takeWakes()).isEqualTo(1);
    task.setBudget(0);
    assertThat(task.pollOn(yield).isReady()).isTrue();
    assertThatThrownBy(() -> task.poll(yield)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void yieldNow_cancelled_released() throws Exception {
    var yield = Combinators.yieldNow();
    task.pending(yield);
    assertThat(yield.cancel()).isTrue();
  }
}

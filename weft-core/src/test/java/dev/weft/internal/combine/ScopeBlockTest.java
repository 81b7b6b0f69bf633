package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Scope;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ScopeBlockTest {

  private final Tasks tasks = new Tasks();
  private final TestTask task = new TestTask();
  private Scope scope;

  /** A block whose body first does something with its scope and then follows a script. */
  private <T> Future<T> block(Consumer<Scope> first, Script<T> body) {
    return Combinators.scope(
        cx -> tasks,
        opened -> {
          scope = opened;
          first.accept(opened);
          return body;
        });
  }

  @Test
  void block_bodyWithoutChildren_value() throws Exception {
    assertThat(task.ready(block(s -> {}, Script.ready(1)))).isEqualTo(1);
  }

  @Test
  void block_neverPolled_bodyNeverStarts() {
    assertThat(block(s -> {}, Script.ready(1)).cancel()).isTrue();
    assertThat(scope).isNull();
  }

  @Test
  void block_bodyReturns_waitsForAllChildren() throws Exception {
    Script<Integer> child = Script.<Integer>after(0, 2).byEvent();
    var block = block(s -> s.spawn(child), Script.ready(1));
    task.pending(block);
    tasks.runAll();
    task.pending(block);
    task.takeWakes();
    child.fire();
    tasks.runAll();
    assertThat(task.takeWakes()).isPositive();
    assertThat(task.ready(block)).isEqualTo(1);
    assertThat(tasks.live).isZero();
  }

  @Test
  void block_ended_spawnSaysWhy() throws Exception {
    task.ready(block(s -> {}, Script.ready(1)));
    assertThatThrownBy(() -> scope.spawn(Script.ready(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This scope takes no more children, since its block has ended.");
  }

  @Test
  void block_childFails_bodyAndSiblingsCancelledAndFailureThrown() throws Exception {
    var failure = new IOException();
    var body = Script.<Object>never().slowCancel(1);
    var sibling = Script.never();
    Script<Object> failing = Script.<Object>after(0, failure).byEvent();
    var block =
        block(
            s -> {
              s.spawn(sibling);
              s.spawn(failing);
            },
            body);
    task.pending(block);
    tasks.runAll();
    task.takeWakes();
    failing.fire();
    tasks.runAll();
    assertThat(task.takeWakes()).isPositive();
    task.pending(block);
    assertThat(catchThrowable(() -> task.poll(block))).isSameAs(failure);
    assertThat(body.end).isEqualTo(Script.End.FAILED);
    assertThat(sibling.end).isEqualTo(Script.End.RELEASED);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void block_bodyFails_childrenCancelledFailureThrownAfterTheirCleanUp() throws Exception {
    var failure = new IOException("body");
    var cleanUp = new IOException("clean-up");
    var child = Script.never().slowCancel(1, cleanUp);
    Script<Object> body = Script.<Object>after(0, failure).byEvent();
    var block = block(s -> s.spawn(child), body);
    task.pending(block);
    tasks.runAll();
    body.fire();
    task.pending(block);
    tasks.runAll();
    child.fire();
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(block)))
        .isSameAs(failure)
        .hasSuppressedException(cleanUp);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void block_bodyRethrowsTheChildsFailure_notSuppressedOnItself() throws Exception {
    var failure = new IOException();
    var body = Script.<Object>never().slowCancel(0, failure);
    var block = block(s -> s.spawn(Script.failing(failure)), body);
    task.pending(block);
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(block))).isSameAs(failure);
    assertThat(failure.getSuppressed()).isEmpty();
  }

  @Test
  void block_childFailsBodyStillReturnsResource_closed() throws Exception {
    var failure = new IOException();
    var resource = new SlowResource();
    var body = Script.<Object>never().slowCancel(0, resource);
    var block = block(s -> s.spawn(Script.failing(failure)), body);
    task.pending(block);
    tasks.runAll();
    task.pending(block);
    task.pending(block);
    assertThat(catchThrowable(() -> task.poll(block))).isSameAs(failure);
    assertThat(resource.closing.end).isEqualTo(Script.End.COMPLETED);
  }

  @Test
  void block_scopeCancelledByTheBody_bodyGoesOnAndItsValueCounts() throws Exception {
    var child = Script.never();
    Script<Integer> body = Script.<Integer>after(0, 7).byEvent();
    var block = block(s -> s.spawn(child), body);
    task.pending(block);
    tasks.runAll();
    scope.cancel();
    tasks.runAll();
    task.pending(block);
    assertThat(body.cancels).isZero();
    body.fire();
    assertThat(task.ready(block)).isEqualTo(7);
    assertThat(child.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void block_bodyAwaitsForeignCancelledHandle_isFailure() {
    var failure = new CancellationException();
    assertThat(catchThrowable(() -> task.poll(block(s -> {}, Script.failing(failure)))))
        .isSameAs(failure);
  }

  @Test
  void block_startThrows_sameException() {
    var failure = new IllegalStateException();
    Future<Object> block =
        Combinators.scope(
            cx -> tasks,
            s -> {
              throw failure;
            });
    assertThat(catchThrowable(() -> task.poll(block))).isSameAs(failure);
  }

  @Test
  void cancel_bodyAndChildrenCleanUp_thenCancellation() throws Exception {
    var child = Script.never().slowCancel(1);
    var body = Script.<Object>never();
    var block = block(s -> s.spawn(child), body);
    task.pending(block);
    tasks.runAll();
    assertThat(block.cancel()).isFalse();
    assertThat(block.cancel()).isFalse();
    assertThat(body.end).isEqualTo(Script.End.RELEASED);
    task.pending(block);
    tasks.runAll();
    child.fire();
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(block))).isInstanceOf(Cancellation.class);
    assertThat(tasks.live).isZero();
  }

  @Test
  void cancel_leafBodyAndNoChild_releasedAndScopeClosed() throws Exception {
    var block = block(s -> {}, Script.never());
    task.pending(block);
    assertThat(block.cancel()).isTrue();
    assertThatThrownBy(() -> scope.spawn(Script.ready(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cancel_bodyDoneChildUnfinished_valueClosedAndCancellation() throws Exception {
    var resource = new Resource();
    var block = block(s -> s.spawn(Script.never()), Script.ready(resource));
    task.pending(block);
    tasks.runAll();
    assertThat(block.cancel()).isFalse();
    task.pending(block);
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(block))).isInstanceOf(Cancellation.class);
    assertThat(resource.closes).isEqualTo(1);
  }

  @Test
  void cancel_everythingCompletesNevertheless_value() throws Exception {
    var child = Script.never().slowCancel(0, "child");
    var block = block(s -> s.spawn(child), Script.<Object>never().slowCancel(0, "body"));
    task.pending(block);
    tasks.runAll();
    assertThat(block.cancel()).isFalse();
    task.pending(block);
    tasks.runAll();
    assertThat(task.ready(block)).isEqualTo("body");
  }

  @Test // J08: the child fails while the parent is cancelled
  void cancel_childFailsMeanwhile_failureThrownOnce() throws Exception {
    var failure = new IOException();
    Script<Object> child = Script.<Object>after(0, failure).byEvent();
    var block = block(s -> s.spawn(child), Script.<Object>never());
    task.pending(block);
    tasks.runAll();
    child.fire();
    assertThat(block.cancel()).isFalse();
    tasks.runAll();
    Throwable thrown = catchThrowable(() -> task.poll(block));
    assertThat(thrown).isInstanceOf(Cancellation.class); // the abort reached the child first
    assertThat(tasks.unhandled()).isEmpty();

    Script<Object> second = Script.<Object>never().slowCancel(0, failure);
    var again = block(s -> s.spawn(second), Script.<Object>never());
    task.pending(again);
    tasks.runAll();
    assertThat(again.cancel()).isFalse();
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(again))).isSameAs(failure);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void cancel_inTheMiddleOfTheBodysPoll_bodyAndChildrenCancelled() throws Exception {
    var self = new ArrayList<Future<Object>>();
    var child = Script.never();
    var body = Script.<Object>never().slowCancel(0).inPoll(() -> self.getFirst().cancel());
    var block = block(s -> s.spawn(child), body);
    self.add(block);
    task.pending(block);
    tasks.runAll();
    assertThat(child.end).isEqualTo(Script.End.RELEASED);
    assertThat(catchThrowable(() -> task.poll(block))).isInstanceOf(Cancellation.class);
  }

  @Test
  void block_asATaskOfItsOwn_wakesItself() throws Exception {
    Script<Integer> child = Script.<Integer>after(0, 2).byEvent();
    var handle = tasks.spawn(block(s -> s.spawn(child), Script.ready(1)));
    tasks.runAll();
    child.fire();
    tasks.runAll();
    assertThat(handle.isFinished()).isTrue();
  }
}

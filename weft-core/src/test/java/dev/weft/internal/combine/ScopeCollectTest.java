package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.testkit.TestTask;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ScopeCollectTest {

  private final Tasks tasks = new Tasks();
  private final TestTask task = new TestTask();

  @Test
  void collectAll_oneFails_siblingsRunToTheirEndAndAllIsTold() throws Exception {
    var scope = new ScopeImpl(tasks);
    scope.collectAll();
    var one = new IOException("one");
    var two = new IOException("two");
    Script<Object> slow = Script.<Object>after(0, two).byEvent();
    Script<Object> good = Script.<Object>after(0, "v").byEvent();
    scope.spawn(Script.failing(one));
    scope.spawn(slow);
    scope.spawn(good);
    var join = scope.join();
    task.pending(join);
    tasks.runAll();
    task.pending(join);
    slow.fire();
    good.fire();
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(join))).isSameAs(one);
    assertThat(one.getSuppressed()).containsExactly(two);
    assertThat(good.end).isEqualTo(Script.End.COMPLETED);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void collectAll_inABlock_aChildsFailureDoesNotStopTheBody() throws Exception {
    var broken = new IOException("broken");
    Script<Object> body = Script.<Object>after(0, "body").byEvent();
    var block =
        new ScopeBlock<Object>(
            _ -> tasks,
            scope -> {
              scope.collectAll().spawn(Script.failing(broken));
              return body;
            });
    task.pending(block);
    tasks.runAll();
    task.pending(block);
    assertThat(body.cancels).isZero();
    body.fire();
    assertThat(catchThrowable(() -> task.poll(block))).isSameAs(broken);
  }

  @Test
  void collectAll_bodyFails_childrenAreCancelled() throws Exception {
    var broken = new IOException("body");
    Script<Object> child = Script.never();
    Script<Object> body = Script.<Object>after(0, broken).byEvent();
    var block =
        new ScopeBlock<Object>(
            _ -> tasks,
            scope -> {
              scope.collectAll().spawn(child);
              return body;
            });
    task.pending(block);
    tasks.runAll();
    body.fire();
    task.pending(block);
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(block))).isSameAs(broken);
    assertThat(child.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void collectAll_afterTheFirstSpawn_isRefused() {
    var scope = new ScopeImpl(tasks);
    scope.spawn(Script.ready(1));
    assertThatThrownBy(scope::collectAll).isInstanceOf(IllegalStateException.class);
  }
}

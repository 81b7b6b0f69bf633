package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinMap;
import dev.weft.JoinMap.Joined;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.TestTask;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class JoinMapTest {

  private final Tasks tasks = new Tasks();
  private final TestTask task = new TestTask();
  private final JoinMap<String, Object> map = new JoinMapImpl<>(tasks);

  private static Script<Object> byEvent(Object outcome) {
    return Script.after(0, outcome).byEvent();
  }

  private static <T> T joined(JoinHandle<T> handle) throws Exception {
    return new TestTask().ready(RawFuture.own(handle));
  }

  @Test
  void joinNext_givesTheKeyAndForgetsIt() throws Exception {
    JoinHandle<Object> handle = map.spawn("a", Script.ready(1));
    map.spawn("b", Script.never());
    tasks.runAll();
    assertThat(map.keys()).containsExactlyInAnyOrder("a", "b");
    assertThat(task.ready(map.joinNext())).isEqualTo(new Joined<>("a", handle));
    assertThat(map.keys()).containsExactly("b");
    assertThat(map.contains("a")).isFalse();
  }

  @Test
  void spawn_sameKeyWhileItRuns_oldOneIsAbortedAndNeverReported() throws Exception {
    Script<Object> slow = Script.<Object>never().byItself().slowCancel(2, "late");
    JoinHandle<Object> old = map.spawn("a", slow);
    tasks.step();
    JoinHandle<Object> fresh = map.spawn("a", Script.ready("new"));
    assertThat(map.size()).isEqualTo(1);
    tasks.runAll();
    assertThat(old.isFinished()).isTrue();
    assertThat(task.ready(map.joinNext())).isEqualTo(new Joined<>("a", fresh));
    assertThat(task.ready(map.joinNext())).isNull();
  }

  @Test
  void spawn_sameKeyAfterItsEnd_resultIsForgotten() throws Exception {
    map.spawn("a", Script.ready("old"));
    tasks.runAll();
    map.spawn("a", Script.ready("new"));
    tasks.runAll();
    assertThat(map.size()).isEqualTo(1);
    assertThat(joined(task.ready(map.joinNext()).handle())).isEqualTo("new");
    assertThat(task.ready(map.joinNext())).isNull();
  }

  @Test
  void spawn_sameFutureTwice_leavesTheOtherTaskAlone() {
    var once = new Sleeper();
    map.spawn("a", once);
    JoinHandle<Object> other = map.spawn("b", Script.never());
    tasks.runAll();
    assertThatThrownBy(() -> map.spawn("b", once)).isInstanceOf(IllegalStateException.class);
    tasks.runAll();
    assertThat(other.isFinished()).isFalse();
    assertThat(map.keys()).containsExactlyInAnyOrder("a", "b");
    assertThat(map.size()).isEqualTo(2);
  }

  /** A future that can be claimed once, like those of users. */
  private static final class Sleeper extends RawFuture<Object> {
    private boolean claimed;

    @Override
    public Object pollRaw(Context cx) {
      return PENDING;
    }

    @Override
    public boolean cancel() {
      return true;
    }

    @Override
    public boolean claim() {
      boolean free = !claimed;
      claimed = true;
      return free;
    }
  }

  @Test
  void abort_byKey_comesOutAsAborted() throws Exception {
    map.spawn("a", Script.never());
    tasks.runAll();
    assertThat(map.abort("b")).isFalse();
    assertThat(map.abort("a")).isTrue();
    tasks.runAll();
    Joined<String, Object> joined = task.ready(map.joinNext());
    assertThat(joined.key()).isEqualTo("a");
    assertThatThrownBy(() -> joined(joined.handle())).isInstanceOf(CancellationException.class);
  }

  @Test
  void spawnWhenFree_limitReached_replacesOnlyWhenItStarts() throws Exception {
    map.limit(1);
    Script<Object> old = byEvent("old");
    map.spawn("a", old);
    tasks.runAll();
    Future<JoinHandle<Object>> spawn = map.spawnWhenFree("a", Script.ready("new"));
    task.pending(spawn);
    assertThat(old.cancels).isZero();
    old.fire();
    tasks.runAll();
    task.ready(spawn);
    tasks.runAll();
    assertThat(joined(task.ready(map.joinNext()).handle())).isEqualTo("new");
    assertThat(task.ready(map.joinNext())).isNull();
  }

  @Test
  void close_replacedTaskCleansUp_isWaitedFor() throws Exception {
    Script<Object> slow = Script.<Object>never().byItself().slowCancel(50);
    map.spawn("a", slow);
    tasks.step();
    map.spawn("a", Script.ready("new"));
    Future<Void> close = map.closeAsync();
    task.pending(close);
    tasks.runAll();
    task.ready(close);
    assertThat(slow.end).isEqualTo(Script.End.FAILED);
    assertThat(map.keys()).isEmpty();
    assertThatThrownBy(() -> map.spawn("a", Script.ready(1)))
        .hasMessage("This join map takes no more tasks, since it was closed.");
  }
}

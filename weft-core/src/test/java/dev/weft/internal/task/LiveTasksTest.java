package dev.weft.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.spi.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class LiveTasksTest {

  private final LiveTasks live = new LiveTasks();
  private final TaskRegister register = live.lend();

  private static TaskCell<?> task() {
    return new TaskCell<>(new NoOwner(), 1, cx -> Poll.ready(1));
  }

  private List<TaskCell<?>> add(int count) {
    List<TaskCell<?>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TaskCell<?> task = task();
      assertThat(live.add(task, register)).isTrue();
      tasks.add(task);
    }
    return tasks;
  }

  private void remove(List<TaskCell<?>> tasks) {
    tasks.forEach(task -> live.remove(task, register));
  }

  private Set<TaskCell<?>> alive() {
    Set<TaskCell<?>> alive = new HashSet<>();
    live.forEach(alive::add);
    return alive;
  }

  @Test
  void tasks_ofSeveralRegisters_areAllSeen() {
    List<TaskCell<?>> own = add(1_000);
    TaskCell<?> foreign = task();
    live.add(foreign);

    assertThat(alive()).hasSize(1_001).containsAll(own).contains(foreign);
    assertThat(live.count()).isEqualTo(1_001);

    remove(own);
    assertThat(alive()).containsExactly(foreign);
    live.remove(foreign);
    assertThat(live.isEmpty()).isTrue();
    assertThat(live.addedCount()).isEqualTo(1_001);
  }

  @Test
  void task_endedTwice_isCountedOnce() {
    TaskCell<?> task = add(1).getFirst();
    live.remove(task, register);
    live.remove(task, register);

    assertThat(live.count()).isZero();
  }

  @Test
  void task_afterClose_isRefusedAndNotCounted() {
    live.close();

    assertThat(live.add(task(), register)).isFalse();
    assertThat(live.add(task())).isFalse();
    assertThat(live.addedCount()).isZero();
    assertThat(alive()).isEmpty();
  }

  @Test
  void tasks_thatComeAndGo_needNoFurtherPage() {
    ArrayDeque<TaskCell<?>> window = new ArrayDeque<>(add(100));
    for (int i = 0; i < 100 * TaskRegister.PAGE; i++) {
      window.add(add(1).getFirst());
      live.remove(window.remove(), register);
    }

    assertThat(register.pages()).isLessThanOrEqualTo(2);
  }

  @Test
  void tasks_besideLongLivedOnes_needFewPages() {
    add(10 * TaskRegister.PAGE);
    for (int i = 0; i < 100 * TaskRegister.PAGE; i++) {
      live.remove(add(1).getFirst(), register);
    }

    assertThat(register.pages()).isLessThanOrEqualTo(30); // however many come and go
    assertThat(live.count()).isEqualTo(10 * TaskRegister.PAGE);
  }

  @Test
  void pagesOfAPeak_areGivenUpInTime() {
    remove(add(100 * TaskRegister.PAGE));
    int peak = register.pages();
    for (int i = 0; i < 200 * TaskRegister.PAGE; i++) {
      live.remove(add(1).getFirst(), register);
    }

    assertThat(peak).isGreaterThanOrEqualTo(100);
    assertThat(register.pages()).isLessThan(4);
  }

  @Test
  void register_givenBack_isLentAgain() {
    List<TaskCell<?>> tasks = add(3);
    live.giveBack(register);

    assertThat(live.lend()).isSameAs(register);
    assertThat(alive()).containsExactlyInAnyOrderElementsOf(tasks);
  }

  @Test
  void numbers_ofSeveralRegisters_areAllDifferent() {
    TaskRegister other = live.lend();
    Set<Long> numbers = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      numbers.add(register.nextId());
      numbers.add(other.nextId());
      numbers.add(live.nextId());
    }

    assertThat(numbers).hasSize(3_000).allMatch(number -> number > 0);
  }

  @Test
  void tasks_spawnedHereAndEndedThere_leaveNothing() throws Exception {
    int count = 50_000;
    var handed = new ConcurrentLinkedQueue<TaskCell<?>>();
    var done = new CountDownLatch(1);
    TaskRegister other = live.lend();
    Thread ender =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int ended = 0; ended < count; ) {
                    TaskCell<?> task = handed.poll();
                    if (task == null) {
                      Thread.onSpinWait();
                    } else {
                      live.remove(task, other);
                      ended++;
                    }
                  }
                  done.countDown();
                });
    for (int i = 0; i < count; i++) {
      handed.add(add(1).getFirst());
    }
    done.await();
    ender.join();

    assertThat(live.isEmpty()).isTrue();
    assertThat(live.count()).isZero();
    assertThat(live.addedCount()).isEqualTo(count);
  }

  /** The owner of tasks that never run. */
  private static final class NoOwner implements TaskOwner {
    @Override
    public void schedule(TaskCell<?> task) {}

    @Override
    public void scheduleAgain(TaskCell<?> task, boolean yielded) {}

    @Override
    public void ended(TaskCell<?> task) {}

    @Override
    public Weft weft() {
      throw new UnsupportedOperationException("there is no runtime");
    }

    @Override
    public Clock clock() {
      return () -> 0;
    }

    @Override
    public long graceNanos() {
      return 0;
    }

    @Override
    public Unobserved unobserved() {
      return new Unobserved(_ -> {});
    }
  }
}

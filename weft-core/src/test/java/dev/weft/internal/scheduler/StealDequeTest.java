package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StealDequeTest {

  private static final int CAPACITY = 8;

  private final StealDeque deque = new StealDeque(CAPACITY);
  private final StealDeque loot = new StealDeque(CAPACITY);
  private final @Nullable TaskCell<?>[] hands = new TaskCell<?>[CAPACITY / 2];
  private final Weft weft = new WeftBuilder().workers(1).build();

  @AfterEach
  void close() {
    weft.close();
  }

  private TaskCell<?> task(long id) {
    return new TaskCell<>((TaskOwner) weft, id, cx -> Poll.pending());
  }

  private void pushAll(long from, long to) {
    for (long id = from; id <= to; id++) {
      assertThat(deque.push(task(id))).isTrue();
    }
  }

  private static List<Long> drain(StealDeque from) {
    var ids = new ArrayList<Long>();
    for (TaskCell<?> task = from.popNewest(); task != null; task = from.popNewest()) {
      ids.add(task.id());
    }
    return ids;
  }

  private static long id(@Nullable TaskCell<?> task) {
    return task == null ? -1 : task.id();
  }

  @Test
  void owner_takesTheNewestFirst_andTheOldestWhereItAsksForIt() {
    pushAll(1, 5);

    assertThat(id(deque.popOldest())).isEqualTo(1);
    assertThat(drain(deque)).containsExactly(5L, 4L, 3L, 2L);
    assertThat(deque.popOldest()).isNull();
    assertThat(deque.isEmpty()).isTrue();
  }

  @Test
  void thief_takesTheOlderHalf() {
    pushAll(1, 5);

    assertThat(id(deque.stealInto(loot, hands))).isEqualTo(1);
    assertThat(drain(loot)).containsExactly(3L, 2L);
    assertThat(drain(deque)).containsExactly(5L, 4L);
    assertThat(deque.stealInto(loot, hands)).isNull();
  }

  @Test
  void full_refuses_andGivesItsOlderHalfAway() {
    pushAll(1, CAPACITY);

    assertThat(deque.push(task(9))).isFalse();
    assertThat(Arrays.stream(deque.takeOlderHalf()).map(TaskCell::id))
        .containsExactly(1L, 2L, 3L, 4L);
    assertThat(deque.push(task(9))).isTrue();
    assertThat(drain(deque)).containsExactly(9L, 8L, 7L, 6L, 5L);
  }

  @Test
  void stolenTasks_areForgotten_whenTheOwnerLooksNext() throws Exception {
    pushAll(1, 4);
    assertThat(deque.stealInto(loot, hands)).isNotNull();
    assertThat(drain(deque)).containsExactly(4L, 3L);

    assertThat(slots(deque)).containsOnlyNulls();
    assertThat(hands).containsOnlyNulls();
  }

  private static Object[] slots(StealDeque deque) throws ReflectiveOperationException {
    var field = StealDeque.class.getDeclaredField("slots");
    field.setAccessible(true);
    return (Object[]) field.get(deque);
  }

  @Test
  void positions_wrapAround_andNothingIsMixedUp() {
    long next = 1;
    long expected = 1;
    pushAll(next, next + 1);
    next += 2;
    for (int i = 0; i < 600_000; i++) { // more than there are positions
      pushAll(next, next + 1);
      next += 2;
      TaskCell<?> oldest = i % 2 == 0 ? deque.popOldest() : deque.stealInto(loot, hands);
      if (id(oldest) != expected++) {
        throw new AssertionError("got " + oldest + " in place of " + (expected - 1));
      }
      for (TaskCell<?> more = loot.popOldest(); more != null; more = loot.popOldest()) {
        assertThat(more.id()).isEqualTo(expected++);
      }
      while (deque.size() > 2) {
        assertThat(id(deque.popOldest())).isEqualTo(expected++);
      }
    }
  }
}

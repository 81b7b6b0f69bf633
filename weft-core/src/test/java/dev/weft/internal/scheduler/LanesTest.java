package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The queues of one thread, by that thread alone; what several do is model-checked. */
class LanesTest {

  private final Weft weft = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build();

  @AfterEach
  void close() {
    weft.close();
  }

  private TaskCell<?> task(long id) {
    return new TaskCell<>((TaskOwner) weft, id, cx -> Poll.pending());
  }

  private static List<Long> takeAll(Lanes lanes) {
    List<Long> ids = new ArrayList<>();
    for (TaskCell<?> task = lanes.next(); task != null; task = lanes.next()) {
      ids.add(task.id());
    }
    return ids;
  }

  @Test
  void mailbox_drained_givesTasksInTheOrderOfTheirPushes() {
    var mailbox = new Mailbox();
    for (int i = 0; i < 5; i++) {
      mailbox.push(task(i));
    }
    assertThat(mailbox.size()).isEqualTo(5);
    var queue = new GrowingQueue();
    queue.add(task(99));
    assertThat(mailbox.drainTo(queue)).isEqualTo(5);
    List<TaskCell<?>> drained = new ArrayList<>();
    for (TaskCell<?> task = queue.poll(); task != null; task = queue.poll()) {
      drained.add(task);
    }
    assertThat(drained).extracting(TaskCell::id).containsExactly(99L, 0L, 1L, 2L, 3L, 4L);
    assertThat(drained).allMatch(task -> task.queueNext() == null);
    assertThat(mailbox.size()).isZero();
    assertThat(mailbox.isEmpty()).isTrue();
  }

  @Test
  void queue_thatKeepsItselfBusy_stillComesToItsMailbox() {
    var queue = new LaneQueue();
    queue.send(task(-1));
    for (int i = 0; i < 100; i++) {
      queue.add(task(i));
    }
    List<Long> firsts = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      TaskCell<?> next = queue.next();
      firsts.add(next.id());
      queue.add(next);
    }
    assertThat(firsts).contains(-1L);
  }

  @Test
  void depths_ofQueueAndMailbox_areTold() {
    var lanes = new Lanes(true);
    lanes.lane(false).add(task(1));
    lanes.lane(true).add(task(2));
    lanes.lane(true).send(task(3));
    assertThat(lanes.depth()).isEqualTo(2);
    assertThat(lanes.inboxDepth()).isEqualTo(1);
    assertThat(lanes.isEmpty()).isFalse();
    assertThat(takeAll(lanes)).containsExactlyInAnyOrder(1L, 2L, 3L);
    assertThat(lanes.depth()).isZero();
    assertThat(lanes.inboxDepth()).isZero();
    assertThat(lanes.isEmpty()).isTrue();
  }

  @Test
  void twoLanes_bothFull_highFirstAndOneNormalAfterSoMany() {
    var lanes = new Lanes(true);
    for (int i = 0; i < 100; i++) {
      lanes.lane(false).add(task(i));
      lanes.lane(true).send(task(1000 + i));
    }
    List<Long> order = takeAll(lanes);
    assertThat(order).hasSize(200);
    for (int i = 0; i < 100; i++) {
      boolean normal = i % (Lanes.HIGH_IN_ROW + 1) == Lanes.HIGH_IN_ROW;
      assertThat(order.get(i)).as("place %s", i).matches(id -> normal ? id < 1000 : id >= 1000);
    }
    assertThat(order.subList(103, 200)).allMatch(id -> id < 1000);
  }

  @Test
  void twoLanes_onlyOneWithTasks_itIsTakenInOrder() {
    var lanes = new Lanes(true);
    List<Long> sent = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      lanes.lane(true).send(task(i));
      sent.add(i);
    }
    assertThat(takeAll(lanes)).isEqualTo(sent);
  }

  @Test
  void oldSlot_sameLongPoll_isOldAfterAWhile() {
    var slot = new OldSlot();
    assertThat(slot.isOld(1, 5, 0)).isFalse();
    assertThat(slot.isOld(1, 5, OldSlot.OLD_NANOS - 1)).isFalse();
    assertThat(slot.isOld(1, 5, OldSlot.OLD_NANOS)).isTrue();
  }

  @Test
  void oldSlot_workerGoesOnOrAnotherOneIsSeen_startsAnew() {
    var slot = new OldSlot();
    long late = 10 * OldSlot.OLD_NANOS;
    assertThat(slot.isOld(1, 5, 0)).isFalse();
    assertThat(slot.isOld(1, 7, late)).isFalse();
    assertThat(slot.isOld(2, 7, 2 * late)).isFalse();
    assertThat(slot.isOld(2, 8, 3 * late)).isFalse();
    assertThat(slot.isOld(2, 8, 9 * late)).as("between two polls").isFalse();
  }

  @Test
  void key_spreadsOverTheWorkers_evenIfHashesAreAlike() {
    for (int step : new int[] {1, 2, 16, 1 << 16, 1 << 24}) {
      int[] hits = new int[4];
      for (int i = 0; i < 200; i++) {
        hits[Placement.ofKey(i * step, 4)]++;
      }
      assertThat(hits).as("step %s", step).doesNotContain(0);
    }
    assertThat(Placement.ofKey(-1, 1)).isZero();
  }

  @Test
  void pollTimes_bucket_isThePowerOfTwo() {
    assertThat(PollObserver.bucket(-5)).isZero();
    assertThat(PollObserver.bucket(0)).isZero();
    assertThat(PollObserver.bucket(1)).isZero();
    assertThat(PollObserver.bucket(2)).isEqualTo(1);
    assertThat(PollObserver.bucket(1023)).isEqualTo(9);
    assertThat(PollObserver.bucket(1024)).isEqualTo(10);
    assertThat(PollObserver.bucket(Long.MAX_VALUE)).isEqualTo(62);
  }

  @Test
  void busyTime_isWhatWasNotIdle() {
    var stats = WorkerStats.asleep(100);
    assertThat(stats.busyNanos(150)).as("not started").isZero();
    stats.busy(200);
    assertThat(stats.busyNanos(230)).isEqualTo(30);
    stats.idle(240);
    assertThat(stats.busyNanos(1000)).isEqualTo(40);
    stats.busy(1000);
    stats.busy(1005);
    assertThat(stats.busyNanos(1010)).isEqualTo(50);
  }

  @Test
  void queueThatCannotGrow_losesNoTaskAndKeepsTheOrder() {
    var queue = new GrowingQueue(32);
    long added = 0;
    long taken = 0;
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 7 * round; i++) {
        queue.add(task(added++));
      }
      for (int i = 0; i < 6 * round; i++) {
        assertThat(queue.poll()).extracting(TaskCell::id).isEqualTo(taken++);
      }
      assertThat(queue.size()).isEqualTo(added - taken);
    }
    while (!queue.isEmpty()) {
      assertThat(queue.poll()).extracting(TaskCell::id).isEqualTo(taken++);
    }
    assertThat(taken).isEqualTo(added);
    assertThat(queue.poll()).isNull();
  }
}

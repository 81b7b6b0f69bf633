package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.sync.Notify.Notified;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

final class NotifyTest {

  private final TestTask task = new TestTask();
  private final Notify notify = new Notify();

  private Notified waiting() throws Exception {
    Notified wait = notify.notified();
    task.pending(wait);
    return wait;
  }

  @Test
  void notifyOne_twiceWithoutWaiter_keepsOneSignal() throws Exception {
    notify.notifyOne();
    notify.notifyOne();

    task.ready(notify.notified());
    task.pending(notify.notified());
  }

  @Test
  void notifyOne_severalWait_wakesTheFirst() throws Exception {
    Notified first = waiting();
    Notified second = waiting();

    notify.notifyOne();

    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(second);
    task.ready(first);
    notify.notifyOne();
    task.ready(second);
    task.pending(notify.notified());
  }

  @Test
  void notifyLast_severalWait_wakesTheNewest() throws Exception {
    Notified first = waiting();
    Notified second = waiting();

    notify.notifyLast();

    task.pending(first);
    task.ready(second);
    first.cancel();
  }

  @Test
  void cancel_gotNotifyOne_passesItToTheNext() throws Exception {
    Notified first = waiting();
    Notified second = waiting();
    Notified third = waiting();
    notify.notifyOne();
    task.takeWakes();

    first.cancel();

    assertThat(task.takeWakes()).isEqualTo(1);
    task.ready(second);
    task.pending(third);
  }

  @Test
  void cancel_gotNotifyLast_passesItToThePreviousNewest() throws Exception {
    Notified first = waiting();
    Notified second = waiting();
    Notified third = waiting();
    notify.notifyLast();

    third.cancel();

    task.ready(second);
    task.pending(first);
  }

  @Test
  void cancel_gotSignalAndNobodyWaits_keepsIt() throws Exception {
    Notified only = waiting();
    notify.notifyOne();

    only.cancel();

    task.ready(notify.notified());
  }

  @Test
  void cancel_gotNotifyWaiters_passesNothingOn() throws Exception {
    Notified only = waiting();
    notify.notifyWaiters();

    only.cancel();

    task.pending(notify.notified());
  }

  @Test
  void notifyWaiters_createdBefore_isReadyWithoutEatingASignal() throws Exception {
    Notified created = notify.notified();
    notify.notifyWaiters();
    notify.notifyOne();

    task.ready(created);

    task.ready(notify.notified());
    task.pending(notify.notified());
  }

  @Test
  void notifyWaiters_createdAfter_isNotReached() throws Exception {
    notify.notifyWaiters();

    task.pending(notify.notified());
  }

  @Test
  void notifyWaiters_allWaiting_areWoken() throws Exception {
    Notified first = waiting();
    Notified second = waiting();

    notify.notifyWaiters();

    assertThat(task.wakes()).isEqualTo(2);
    task.ready(first);
    task.ready(second);
    assertThat(notify.toString()).isEqualTo("Notify[]");
  }

  @Test
  void notifyWaiters_signalIsKept_staysKept() throws Exception {
    notify.notifyOne();

    notify.notifyWaiters();

    task.ready(notify.notified());
  }

  @Test
  void enable_nothingThere_takesAPlaceWithoutAPoll() throws Exception {
    Notified enabled = notify.notified();
    assertThat(enabled.enable()).isFalse();
    Notified behind = waiting();

    notify.notifyOne();

    assertThat(enabled.enable()).isTrue();
    task.pending(behind);
    task.ready(enabled);
  }

  @Test
  void enable_signalIsKept_takesIt() throws Exception {
    notify.notifyOne();
    Notified enabled = notify.notified();

    assertThat(enabled.enable()).isTrue();

    task.pending(notify.notified());
    task.ready(enabled);
  }

  @Test
  void enable_tookSignalThenCancelled_passesItOn() throws Exception {
    notify.notifyOne();
    Notified enabled = notify.notified();
    assertThat(enabled.enable()).isTrue();

    enabled.cancel();

    task.ready(notify.notified());
  }

  @Test
  void enable_afterAPoll_keepsTheWaker() throws Exception {
    Notified wait = waiting();
    assertThat(wait.enable()).isFalse();

    notify.notifyOne();

    assertThat(task.wakes()).isEqualTo(1);
  }

  @Test
  void wake_notifiesAgain_doesNotDeadlock() throws Exception {
    Notified first = notify.notified();
    first.poll(Context.of(notify::notifyOne));
    Notified second = waiting();

    notify.notifyOne();

    task.ready(first);
    task.ready(second);
  }

  @Test
  void cancel_queued_leavesNothingBehind() throws Exception {
    Notified wait = waiting();

    assertThat(wait.cancel()).isTrue();

    assertThat(notify.toString()).isEqualTo("Notify[]");
    notify.notifyOne();
    assertThat(task.wakes()).isZero();
    task.ready(notify.notified());
  }

  @Test
  void wakersThatThrowTheSameError_doNotKeepTheOthersAsleep() throws Exception {
    var lacking = new OutOfMemoryError("kept by the JVM for all");
    for (int i = 0; i < 2; i++) {
      boolean _ =
          notify
              .notified()
              .poll(
                  Context.of(
                      () -> {
                        throw lacking;
                      }))
              .isReady();
    }
    Notified last = waiting();

    assertThatThrownBy(notify::notifyWaiters).isSameAs(lacking);

    assertThat(task.takeWakes()).isEqualTo(1);
    task.ready(last);
  }
}

package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

final class WatchTest {

  private final TestTask task = new TestTask();
  private final Watch<String> watch = Watch.create("first");
  private final Watch.Sender<String> sender = watch.sender();
  private final Watch.Receiver<String> receiver = watch.receiver();

  @Test
  void changed_initialValue_countsAsSeen() throws Exception {
    Future<String> wait = receiver.changed();
    task.pending(wait);
    assertThat(receiver.hasChanged()).isFalse();

    assertThat(sender.send("second")).isTrue();

    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(wait)).isEqualTo("second");
    task.pending(receiver.changed());
  }

  @Test
  void changed_severalSent_seesTheNewestOnce() throws Exception {
    sender.send("second");
    sender.send("third");

    assertThat(task.ready(receiver.changed())).isEqualTo("third");
    task.pending(receiver.changed());
  }

  @Test
  void changed_sameValueAgain_isAChange() throws Exception {
    sender.send("first");

    assertThat(task.ready(receiver.changed())).isEqualTo("first");
  }

  @Test
  void changed_cancelledAfterTheWake_leavesTheValueUnseen() throws Exception {
    Future<String> wait = receiver.changed();
    task.pending(wait);
    sender.send("second");

    assertThat(wait.cancel()).isTrue();

    assertThat(task.ready(receiver.changed())).isEqualTo("second");
  }

  @Test
  void changed_lastSenderClosed_isNullAfterTheLastValue() throws Exception {
    Watch.Sender<String> other = sender.copy();
    Future<String> wait = receiver.changed();
    task.pending(wait);
    other.send("second");
    sender.close();
    sender.close();
    assertThat(receiver.isClosed()).isFalse();
    other.close();

    assertThat(receiver.isClosed()).isTrue();
    assertThat(task.ready(wait)).isEqualTo("second");
    assertThat(task.ready(receiver.changed())).isNull();
    assertThat(receiver.borrow()).isEqualTo("second");
  }

  @Test
  void close_notTheLastSender_wakesNobody() throws Exception {
    Watch.Sender<String> other = sender.copy();
    task.pending(receiver.changed());

    other.close();

    assertThat(task.wakes()).isZero();
  }

  @Test
  void waitFor_presentValueWillDo_isReadyAlsoWhenClosed() throws Exception {
    sender.close();

    assertThat(task.ready(receiver.waitFor("first"::equals))).isEqualTo("first");
    assertThat(task.ready(receiver.waitFor("second"::equals))).isNull();
  }

  @Test
  void waitFor_laterValue_marksItSeen() throws Exception {
    Future<String> wait = receiver.waitFor("third"::equals);
    task.pending(wait);
    sender.send("second");
    task.pending(wait);
    sender.send("third");

    assertThat(task.ready(wait)).isEqualTo("third");
    assertThat(receiver.hasChanged()).isFalse();
  }

  @Test
  void waitFor_conditionThrows_failsAndLeavesNothingInLine() throws Exception {
    var failure = new IllegalStateException("bad condition");
    Future<String> wait =
        receiver.waitFor(
            value -> {
              if (value.equals("second")) {
                throw failure;
              }
              return false;
            });
    task.pending(wait);
    sender.send("second");

    assertThatThrownBy(() -> task.poll(wait)).isSameAs(failure);

    task.takeWakes();
    sender.send("third");
    assertThat(task.wakes()).isZero();
  }

  @Test
  void sendModify_functionThrows_keepsTheValueAndWakesNobody() throws Exception {
    task.pending(receiver.changed());

    assertThatThrownBy(
            () ->
                sender.sendModify(
                    value -> {
                      throw new IllegalStateException("on " + value);
                    }))
        .hasMessage("on first");

    assertThat(task.wakes()).isZero();
    assertThat(sender.sendModify(value -> value + "+")).isEqualTo("first+");
    assertThat(sender.sendReplace("second")).isEqualTo("first+");
  }

  @Test
  void sendIfModified_sameObject_isNoChange() {
    assertThat(sender.sendIfModified(value -> value)).isFalse();
    assertThat(receiver.hasChanged()).isFalse();
    assertThat(sender.sendIfModified(value -> value + "!")).isTrue();
    assertThat(receiver.borrowAndUpdate()).isEqualTo("first!");
    assertThat(receiver.hasChanged()).isFalse();
  }

  @Test
  void send_nobodyReceives_keepsTheValueAsItWas() throws Exception {
    Future<Void> closed = sender.closed();
    task.pending(closed);
    receiver.close();
    receiver.close();

    task.ready(closed);
    assertThat(sender.isClosed()).isTrue();
    assertThat(sender.send("second")).isFalse();
    assertThat(sender.borrow()).isEqualTo("first");
  }

  @Test
  void subscribe_afterTheLastReceiver_opensAgain() throws Exception {
    receiver.close();
    sender.sendReplace("second");
    Watch.Receiver<String> later = sender.subscribe();

    assertThat(sender.isClosed()).isFalse();
    task.pending(sender.closed());
    task.pending(later.changed());
    assertThat(sender.receiverCount()).isEqualTo(1);
    assertThat(sender.send("third")).isTrue();
    assertThat(later.borrowAndUpdate()).isEqualTo("third");
  }

  @Test
  void copy_ofReceiver_hasSeenWhatTheOriginalHas() throws Exception {
    sender.send("second");
    Watch.Receiver<String> copy = receiver.copy();

    assertThat(task.ready(receiver.changed())).isEqualTo("second");
    assertThat(task.ready(copy.changed())).isEqualTo("second");
  }

  @Test
  void markChanged_seenValue_isSeenAgain() throws Exception {
    receiver.markChanged();
    assertThat(task.ready(receiver.changed())).isEqualTo("first");
    sender.send("second");
    receiver.markUnchanged();
    task.pending(receiver.changed());
  }

  @Test
  void send_closedSender_saysSo() {
    sender.close();

    assertThatThrownBy(() -> sender.send("second"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("The sender of a watch was closed");
    assertThatThrownBy(sender::copy).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void wake_sendsAgain_doesNotDeadlock() throws Exception {
    Future<String> wait = receiver.changed();
    wait.poll(Context.of(() -> sender.send("third")));

    sender.send("second");

    assertThat(task.ready(wait)).isEqualTo("third");
  }
}

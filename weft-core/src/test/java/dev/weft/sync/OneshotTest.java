package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

final class OneshotTest {

  private final TestTask task = new TestTask();
  private final Oneshot<String> channel = Oneshot.create();
  private final Oneshot.Sender<String> sender = channel.sender();
  private final Oneshot.Receiver<String> receiver = channel.receiver();

  @Test
  void recv_sentBefore_isReady() throws Exception {
    assertThat(sender.send("a")).isTrue();

    assertThat(task.ready(receiver.recv())).isEqualTo("a");
  }

  @Test
  void recv_pending_isWokenBySend() throws Exception {
    Future<String> recv = receiver.recv();
    task.pending(recv);

    sender.send("a");

    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(recv)).isEqualTo("a");
  }

  @Test
  void send_null_isAValue() throws Exception {
    sender.send(null);

    assertThat(task.ready(receiver.recv())).isNull();
  }

  @Test
  void tryRecv_null_isReceived() {
    sender.send(null);

    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Received<>(null));
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Closed<>());
  }

  @Test
  void close_afterSend_stillYieldsTheValue() throws Exception {
    assertThat(sender.send("a")).isTrue();

    receiver.close();

    assertThat(task.ready(receiver.recv())).isEqualTo("a");
  }

  @Test
  void receiverClosed_beforeSend_wakesTheSenderAndRefuses() throws Exception {
    Future<Void> closed = sender.closed();
    task.pending(closed);
    assertThat(sender.isClosed()).isFalse();

    receiver.close();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(closed);
    assertThat(sender.isClosed()).isTrue();
    assertThat(sender.send("a")).isFalse();
    assertThatThrownBy(() -> task.poll(receiver.recv())).isInstanceOf(ClosedException.class);
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Closed<>());
  }

  @Test
  void senderClosed_withoutValue_failsTheReceiver() throws Exception {
    Future<String> recv = receiver.recv();
    task.pending(recv);

    sender.close();
    sender.close();

    assertThat(task.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(recv))
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("sender");
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Closed<>());
    assertThatIllegalStateException().isThrownBy(() -> sender.send("late"));
  }

  @Test
  void senderClosed_afterSend_changesNothing() throws Exception {
    sender.send("a");

    sender.close();

    assertThat(task.ready(receiver.recv())).isEqualTo("a");
  }

  @Test
  void poll_afterCompletion_isRefused() throws Exception {
    sender.send("a");
    Future<String> recv = receiver.recv();
    task.ready(recv);

    assertThatIllegalStateException().isThrownBy(() -> task.poll(recv));
    assertThatIllegalStateException().isThrownBy(() -> task.poll(receiver.recv()));
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Closed<>());
  }

  @Test
  void send_twice_isRefused() throws Exception {
    sender.send("a");

    assertThatIllegalStateException().isThrownBy(() -> sender.send("b"));
    assertThat(task.ready(receiver.recv())).isEqualTo("a");
    assertThatIllegalStateException().isThrownBy(() -> sender.send("c"));
  }

  @Test
  void recv_fromAnotherTask_replacesTheWaker() throws Exception {
    var other = new TestTask();
    Future<String> recv = receiver.recv();
    task.pending(recv);
    other.pending(recv);

    sender.send("a");

    assertThat(task.wakes()).isZero();
    assertThat(other.wakes()).isEqualTo(1);
  }

  @Test
  void cancel_afterSendBeforePoll_valueStaysForTheNext() throws Exception {
    Future<String> cancelled = receiver.recv();
    task.pending(cancelled);
    sender.send("a");

    assertThat(cancelled.cancel()).isTrue();

    assertThat(task.ready(receiver.recv())).isEqualTo("a");
  }

  @Test
  void cancel_pending_forgetsTheWaker() throws Exception {
    Future<String> cancelled = receiver.recv();
    task.pending(cancelled);
    Future<Void> closed = sender.closed();
    task.pending(closed);

    cancelled.cancel();
    closed.cancel();
    sender.send("a");

    assertThat(task.wakes()).isZero();
  }

  @Test
  void tryRecv_open_isEmpty() {
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Empty<>());
    assertThat(receiver.isClosed()).isFalse();
    sender.send("a");
    assertThat(receiver.isClosed()).isTrue();
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Received<>("a"));
  }

  @Test
  void closed_alreadyClosed_isReady() throws Exception {
    receiver.close();

    task.ready(sender.closed());
  }
}

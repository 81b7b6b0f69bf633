package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Room, reservations and what they mean for the end of a channel. */
final class MpscBoundedTest {

  private final TestTask task = new TestTask();
  private final Mpsc.Bounded<String> channel = Mpsc.bounded(1);
  private final Mpsc.BoundedSender<String> sender = channel.sender();
  private final Mpsc.Receiver<String> receiver = channel.receiver();

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void capacity_lessThanOne_isRefused(int capacity) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Mpsc.bounded(capacity))
        .withMessageContaining(String.valueOf(capacity));
  }

  @Test
  void trySend_full_givesTheMessageBack() {
    assertThat(sender.trySend("a")).isEqualTo(new TrySend.Sent<>());

    assertThat(sender.trySend("b")).isEqualTo(new TrySend.Full<>("b"));
    assertThat(sender.capacity()).isZero();
    assertThat(sender.maxCapacity()).isEqualTo(1);
  }

  @Test
  void send_full_waitsInOrderOfFirstPoll() throws Exception {
    sender.trySend("a");
    Future<Void> createdFirst = sender.send("c");
    Future<Void> polledFirst = sender.send("b");
    task.pending(polledFirst);
    task.pending(createdFirst);

    assertThat(task.ready(receiver.recv())).isEqualTo("a");

    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(sender.trySend("x")).isEqualTo(new TrySend.Full<>("x"));
    task.pending(createdFirst);
    task.ready(polledFirst);
    assertThat(task.ready(receiver.recv())).isEqualTo("b");
    task.ready(createdFirst);
    assertThat(task.ready(receiver.recv())).isEqualTo("c");
  }

  @Test
  void send_cancelledAfterItGotRoom_passesTheRoomOn() throws Exception {
    sender.trySend("a");
    Future<Void> cancelled = sender.send("b");
    Future<Void> next = sender.send("c");
    task.pending(cancelled);
    task.pending(next);
    assertThat(task.ready(receiver.recv())).isEqualTo("a");

    cancelled.cancel();

    task.ready(next);
    assertThat(task.ready(receiver.recv())).isEqualTo("c");
    assertThat(sender.capacity()).isEqualTo(1);
  }

  @Test
  void close_sendWaits_failsItAtOnce() throws Exception {
    sender.trySend("a");
    Future<Void> send = sender.send("b");
    task.pending(send);

    receiver.close();

    assertThat(task.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(send)).isInstanceOf(ClosedException.class);
    assertThat(task.ready(receiver.recv())).isEqualTo("a");
    assertThat(task.ready(receiver.recv())).isNull();
  }

  @Test
  void reserve_unused_returnsTheRoomToTheNext() throws Exception {
    Mpsc.Permit<String> permit = task.ready(sender.reserve());
    Future<Mpsc.Permit<String>> dropped = sender.reserve();
    Future<Mpsc.Permit<String>> next = sender.reserve();
    task.pending(dropped);
    task.pending(next);
    assertThat(sender.tryReserve()).isEmpty();

    dropped.cancel();
    permit.close();
    permit.close();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(next).send("a");
    assertThat(task.ready(receiver.recv())).isEqualTo("a");
    assertThat(sender.tryReserve()).isPresent();
  }

  @Test
  void permit_usedTwice_isRefused() throws Exception {
    Mpsc.Permit<String> permit = task.ready(sender.reserve());
    permit.send("a");

    assertThatIllegalStateException().isThrownBy(() -> permit.send("b"));
    permit.close();
    assertThat(sender.capacity()).isZero();
    assertThat(receiver.size()).isEqualTo(1);
  }

  @Test
  void close_permitHeld_mayStillSendAndEndsAfterThat() throws Exception {
    Mpsc.Permit<String> permit = task.ready(sender.reserve());
    Future<Mpsc.Permit<String>> queued = sender.reserve();
    task.pending(queued);
    receiver.close();
    assertThatThrownBy(() -> task.poll(queued)).isInstanceOf(ClosedException.class);
    Future<String> recv = receiver.recv();
    task.pending(recv);
    assertThat(receiver.isClosed()).isFalse();
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Empty<>());
    task.takeWakes();

    permit.send("a");

    assertThat(receiver.isClosed()).isTrue();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(task.ready(recv)).isEqualTo("a");
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Closed<>());
    assertThat(task.ready(receiver.recv())).isNull();
  }

  @Test
  void close_permitHeldThenClosed_wakesTheReceiverToTheEnd() throws Exception {
    Mpsc.Permit<String> permit = task.ready(sender.reserve());
    receiver.close();
    Future<String> recv = receiver.recv();
    task.pending(recv);
    task.takeWakes();

    permit.close();

    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(task.ready(recv)).isNull();
  }

  @Test
  void close_grantedReserveCancelled_wakesTheReceiverToTheEnd() throws Exception {
    sender.trySend("a");
    Future<Mpsc.Permit<String>> granted = sender.reserve();
    task.pending(granted);
    assertThat(task.ready(receiver.recv())).isEqualTo("a");
    receiver.close();
    Future<String> recv = receiver.recv();
    task.pending(recv);
    task.takeWakes();

    granted.cancel();

    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(task.ready(recv)).isNull();
  }

  @Test
  void sendersGone_permitHeld_isNotTheEnd() throws Exception {
    Mpsc.Permit<String> permit = task.ready(sender.reserve());

    sender.close();

    assertThat(receiver.isClosed()).isFalse();
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Empty<>());
    permit.send("a");
    assertThat(task.ready(receiver.recv())).isEqualTo("a");
    assertThat(task.ready(receiver.recv())).isNull();
  }

  @Test
  void tryRecv_closedWithMessages_yieldsThemFirst() throws Exception {
    sender.trySend("a");
    sender.close();

    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Received<>("a"));
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Closed<>());
    assertThatThrownBy(() -> task.poll(sender.reserve())).isInstanceOf(ClosedException.class);
    assertThat(sender.tryReserve()).isEmpty();
  }

  @Test
  void recvMany_full_letsTheWaitingSendersGoOn() throws Exception {
    sender.trySend("a");
    Future<Void> send = sender.send("b");
    task.pending(send);
    var target = new java.util.ArrayList<String>();

    assertThat(task.ready(receiver.recvMany(target, 10))).isEqualTo(1);

    task.ready(send);
    assertThat(task.ready(receiver.recvMany(target, 10))).isEqualTo(1);
    assertThat(target).containsExactly("a", "b");
  }
}

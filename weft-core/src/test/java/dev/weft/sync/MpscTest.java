package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for both kinds of channel. */
final class MpscTest {

  private final TestTask task = new TestTask();

  record Ends(Mpsc.Sender<Integer> sender, Mpsc.Receiver<Integer> receiver, String kind) {
    @Override
    public String toString() {
      return kind;
    }
  }

  static Stream<Ends> channels() {
    Mpsc.Bounded<Integer> bounded = Mpsc.bounded(1_000);
    Mpsc.Unbounded<Integer> unbounded = Mpsc.unbounded();
    return Stream.of(
        new Ends(bounded.sender(), bounded.receiver(), "bounded"),
        new Ends(unbounded.sender(), unbounded.receiver(), "unbounded"));
  }

  @ParameterizedTest
  @MethodSource("channels")
  void messages_sent_arriveInOrder(Ends channel) throws Exception {
    for (int i = 0; i < 100; i++) {
      task.ready(channel.sender().send(i));
    }

    assertThat(channel.receiver().size()).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
      assertThat(task.ready(channel.receiver().recv())).isEqualTo(i);
    }
    assertThat(channel.receiver().isEmpty()).isTrue();
    task.pending(channel.receiver().recv());
  }

  @ParameterizedTest
  @MethodSource("channels")
  void recv_pending_isWokenBySend(Ends channel) throws Exception {
    Future<Integer> recv = channel.receiver().recv();
    task.pending(recv);

    assertThat(channel.sender().trySend(7)).isEqualTo(new TrySend.Sent<>());

    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(recv)).isEqualTo(7);
  }

  @ParameterizedTest
  @MethodSource("channels")
  void recv_cancelledAfterTheWake_messageGoesToTheNext(Ends channel) throws Exception {
    Future<Integer> cancelled = channel.receiver().recv();
    task.pending(cancelled);
    channel.sender().trySend(7);
    assertThat(task.wakes()).isEqualTo(1);

    assertThat(cancelled.cancel()).isTrue();

    assertThat(task.ready(channel.receiver().recv())).isEqualTo(7);
    assertThat(channel.receiver().tryRecv()).isEqualTo(new TryRecv.Empty<>());
  }

  @ParameterizedTest
  @MethodSource("channels")
  void recv_cancelledBeforeAnyPollOrWake_lateSendIsHarmless(Ends channel) throws Exception {
    Future<Integer> unpolled = channel.receiver().recv();
    Future<Integer> polled = channel.receiver().recv();
    task.pending(polled);

    assertThat(unpolled.cancel()).isTrue();
    assertThat(polled.cancel()).isTrue();
    channel.sender().trySend(7);

    assertThat(task.wakes()).isZero();
    assertThat(task.ready(channel.receiver().recv())).isEqualTo(7);
  }

  @ParameterizedTest
  @MethodSource("channels")
  void recvs_takeTurnsAndOneIsCancelled_noMessageIsLostOrDoubled(Ends channel) throws Exception {
    List<Integer> got = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Future<Integer> first = channel.receiver().recv();
      Future<Integer> second = channel.receiver().recv();
      task.pending(first);
      task.pending(second);
      channel.sender().trySend(2 * i);
      channel.sender().trySend(2 * i + 1);
      first.cancel();
      got.add(task.ready(second));
      got.add(task.ready(channel.receiver().recv()));
    }

    assertThat(got).hasSize(100).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("channels")
  void receiverClosed_queuedMessagesRemain_thenTheEnd(Ends channel) throws Exception {
    Future<Void> closed = channel.sender().closed();
    task.pending(closed);
    channel.sender().trySend(1);

    channel.receiver().close();
    channel.receiver().close();

    task.ready(closed);
    assertThat(channel.sender().isClosed()).isTrue();
    assertThat(channel.sender().trySend(2)).isEqualTo(new TrySend.Closed<>(2));
    assertThatThrownBy(() -> task.poll(channel.sender().send(3)))
        .isInstanceOf(ClosedException.class);
    assertThat(channel.receiver().tryRecv()).isEqualTo(new TryRecv.Received<>(1));
    assertThat(channel.receiver().tryRecv()).isEqualTo(new TryRecv.Closed<>());
    assertThat(task.ready(channel.receiver().recv())).isNull();
    assertThat(task.ready(channel.receiver().recv())).isNull();
    assertThat(channel.receiver().isClosed()).isTrue();
    task.ready(channel.sender().closed());
  }

  @ParameterizedTest
  @MethodSource("channels")
  void send_createdBeforeClosePolledAfter_isRefused(Ends channel) {
    Future<Void> send = channel.sender().send(1);
    channel.receiver().close();

    assertThatThrownBy(() -> task.poll(send)).isInstanceOf(ClosedException.class);
    assertThat(channel.receiver().tryRecv()).isEqualTo(new TryRecv.Closed<>());
  }

  @ParameterizedTest
  @MethodSource("channels")
  void send_cancelledBeforeItsPoll_sendsNothing(Ends channel) {
    assertThat(channel.sender().send(1).cancel()).isTrue();

    assertThat(channel.receiver().tryRecv()).isEqualTo(new TryRecv.Empty<>());
  }

  @ParameterizedTest
  @MethodSource("channels")
  void lastSenderClosed_othersOpenUntilThen_endsTheReceiver(Ends channel) throws Exception {
    Mpsc.Sender<Integer> copy = channel.sender().copy();
    Future<Integer> recv = channel.receiver().recv();
    task.pending(recv);

    channel.sender().close();
    channel.sender().close();

    assertThat(task.wakes()).isZero();
    task.pending(recv);
    copy.trySend(1);
    copy.close();
    assertThat(task.ready(recv)).isEqualTo(1);
    assertThat(task.ready(channel.receiver().recv())).isNull();
  }

  @ParameterizedTest
  @MethodSource("channels")
  void closedSender_othersOpen_sendsNoMore(Ends channel) {
    Mpsc.Sender<Integer> copy = channel.sender().copy();
    copy.close();

    assertThat(copy.isClosed()).isTrue();
    assertThat(copy.trySend(1)).isEqualTo(new TrySend.Closed<>(1));
    assertThatThrownBy(() -> task.poll(copy.send(1))).isInstanceOf(ClosedException.class);
    assertThatIllegalStateException().isThrownBy(copy::copy);
    assertThat(channel.sender().isClosed()).isFalse();
    assertThat(channel.sender().trySend(2)).isEqualTo(new TrySend.Sent<>());
  }

  @ParameterizedTest
  @MethodSource("channels")
  void recvMany_limits_areKept(Ends channel) throws Exception {
    List<Integer> target = new ArrayList<>(List.of(-1));
    Mpsc.Receiver<Integer> receiver = channel.receiver();
    assertThat(task.ready(receiver.recvMany(target, 0))).isZero();
    Future<Integer> many = receiver.recvMany(target, 3);
    task.pending(many);
    for (int i = 0; i < 5; i++) {
      channel.sender().trySend(i);
    }

    assertThat(task.ready(many)).isEqualTo(3);
    assertThat(target).containsExactly(-1, 0, 1, 2);
    assertThat(task.ready(receiver.recvMany(target, 100))).isEqualTo(2);
    assertThat(target).containsExactly(-1, 0, 1, 2, 3, 4);
    Future<Integer> cancelled = receiver.recvMany(target, 1);
    task.pending(cancelled);
    assertThat(cancelled.cancel()).isTrue();
    receiver.close();
    assertThat(task.ready(receiver.recvMany(target, 1))).isZero();
    assertThat(task.ready(receiver.recvMany(target, 0))).isZero();
    assertThat(target).hasSize(6);
    assertThatIllegalArgumentException().isThrownBy(() -> receiver.recvMany(target, -1));
  }

  @ParameterizedTest
  @MethodSource("channels")
  void message_null_isRefused(Ends channel) {
    assertThatNullPointerException().isThrownBy(() -> channel.sender().send(null));
    assertThatNullPointerException().isThrownBy(() -> channel.sender().trySend(null));
  }

  @ParameterizedTest
  @MethodSource("channels")
  void recv_alwaysReady_stillYieldsByBudget(Ends channel) throws Exception {
    for (int i = 0; i < 1_000; i++) {
      channel.sender().trySend(i);
    }

    int received = 0;
    task.setBudget(128);
    while (task.pollOn(channel.receiver().recv()).isReady()) {
      received++;
    }

    assertThat(received).isEqualTo(128);
    assertThat(task.yielded()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("channels")
  void wake_sendsOnTheSameChannel_doesNotDeadlock(Ends channel) throws Exception {
    Future<Integer> recv = channel.receiver().recv();
    recv.poll(Context.of(() -> channel.sender().trySend(2)));

    channel.sender().trySend(1);

    assertThat(task.ready(recv)).isEqualTo(1);
    assertThat(task.ready(channel.receiver().recv())).isEqualTo(2);
  }

  @Test
  void receive_millionMessagesUnderOneReceiver_keepsMemoryFlat() throws Exception {
    SegmentQueue<Integer> queue = new SegmentQueue<>();
    var channel = new UnboundedChannel<>(queue);
    var sender = new UnboundedTx<>(channel);
    var receiver = new Rx<>(channel);
    int most = 0;
    for (int i = 0; i < 1_000_000; i++) {
      Future<Integer> recv = receiver.recv();
      task.pending(recv);
      sender.trySend(i);
      if ((i & 7) == 0) {
        recv.cancel();
        recv = receiver.recv();
      }
      if (task.ready(recv) != i) {
        throw new AssertionError("message " + i + " is lost");
      }
      most = Math.max(most, queue.slots());
    }

    assertThat(most).isLessThanOrEqualTo(64);
    assertThat(queue.slots()).isLessThanOrEqualTo(32);
  }
}

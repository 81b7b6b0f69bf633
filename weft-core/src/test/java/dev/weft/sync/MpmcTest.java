package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MpmcTest {

  private final TestTask task = new TestTask();
  private final Mpmc.Bounded<Integer> channel = Mpmc.bounded(2);
  private final Mpsc.Sender<Integer> sender = channel.sender();
  private final Mpmc.Receiver<Integer> receiver = channel.receiver();

  private Future<Integer> receiving() throws Exception {
    Future<Integer> wait = receiver.recv();
    task.pending(wait);
    return wait;
  }

  private Future<Void> sending(int message) throws Exception {
    Future<Void> wait = sender.send(message);
    task.pending(wait);
    return wait;
  }

  @Test
  void recv_severalWait_areServedInOrder() throws Exception {
    Future<Integer> first = receiving();
    Future<Integer> second = receiving();

    task.ready(sender.send(1));

    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(second);
    assertThat(task.ready(first)).isEqualTo(1);
    task.ready(sender.send(2));
    assertThat(task.ready(second)).isEqualTo(2);
  }

  @Test
  void recv_lateComer_waitsBehindWhoWasWoken() throws Exception {
    Future<Integer> first = receiving();
    task.ready(sender.send(1));

    assertThat(receiver.tryRecv()).isInstanceOf(TryRecv.Empty.class);
    Future<Integer> late = receiving();

    assertThat(task.ready(first)).isEqualTo(1);
    task.pending(late);
  }

  @Test
  void cancel_wokenReceive_messageGoesToTheNext() throws Exception {
    Future<Integer> first = receiving();
    Future<Integer> second = receiving();
    task.ready(sender.send(1));
    task.takeWakes();

    assertThat(first.cancel()).isTrue();

    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(task.ready(second)).isEqualTo(1);
  }

  @Test
  void cancel_wokenReceiveAndNobodyWaits_messageStays() throws Exception {
    Future<Integer> only = receiving();
    task.ready(sender.send(1));

    assertThat(only.cancel()).isTrue();

    assertThat(receiver.size()).isEqualTo(1);
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Received<>(1));
  }

  @Test
  void send_full_waitsInLineForRoom() throws Exception {
    task.ready(sender.send(1));
    task.ready(sender.send(2));
    Future<Void> third = sending(3);
    Future<Void> fourth = sending(4);
    assertThat(sender.trySend(5)).isEqualTo(new TrySend.Full<>(5));

    assertThat(task.ready(receiver.recv())).isEqualTo(1);

    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(sender.trySend(5)).isEqualTo(new TrySend.Full<>(5));
    task.pending(fourth);
    task.ready(third);
    assertThat(task.ready(receiver.recv())).isEqualTo(2);
    assertThat(task.ready(receiver.recv())).isEqualTo(3);
    task.ready(fourth);
  }

  @Test
  void cancel_sendWithRoom_hasSentNothingAndPassesTheRoomOn() throws Exception {
    task.ready(sender.send(1));
    task.ready(sender.send(2));
    Future<Void> third = sending(3);
    Future<Void> fourth = sending(4);
    assertThat(task.ready(receiver.recv())).isEqualTo(1);

    assertThat(third.cancel()).isTrue();

    task.ready(fourth);
    assertThat(task.ready(receiver.recv())).isEqualTo(2);
    assertThat(task.ready(receiver.recv())).isEqualTo(4);
  }

  @Test
  void close_lastSender_endsAfterWhatIsThere() throws Exception {
    Mpsc.Sender<Integer> other = sender.copy();
    task.ready(other.send(1));
    sender.close();
    assertThat(receiver.isClosed()).isFalse();
    other.close();

    assertThat(receiver.isClosed()).isFalse();
    assertThat(task.ready(receiver.recv())).isEqualTo(1);
    assertThat(task.ready(receiver.recv())).isNull();
    assertThat(receiver.tryRecv()).isInstanceOf(TryRecv.Closed.class);
    assertThat(receiver.isClosed()).isTrue();
  }

  @Test
  void close_receivesWait_allSeeTheEnd() throws Exception {
    Future<Integer> first = receiving();
    Future<Integer> second = receiving();

    sender.close();

    assertThat(task.wakes()).isEqualTo(2);
    assertThat(task.ready(first)).isNull();
    assertThat(task.ready(second)).isNull();
  }

  @Test
  void close_lastReceiver_failsSendsThatWait() throws Exception {
    Mpmc.Receiver<Integer> other = receiver.copy();
    task.ready(sender.send(1));
    task.ready(sender.send(2));
    Future<Void> third = sending(3);
    receiver.close();
    receiver.close();
    task.pending(third);
    task.pending(sender.closed());
    other.close();

    assertThatThrownBy(() -> task.poll(third)).isInstanceOf(ClosedException.class);
    task.ready(sender.closed());
    assertThat(sender.trySend(4)).isEqualTo(new TrySend.Closed<>(4));
    assertThat(task.ready(other.recv())).isEqualTo(1);
    assertThat(task.ready(other.recv())).isEqualTo(2);
    assertThat(task.ready(other.recv())).isNull();
    assertThatThrownBy(other::copy).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void close_sendHasRoom_endWaitsForItsMessage() throws Exception {
    task.ready(sender.send(1));
    task.ready(sender.send(2));
    Future<Void> third = sending(3);
    assertThat(task.ready(receiver.recv())).isEqualTo(1);
    receiver.close();

    assertThat(task.ready(receiver.recv())).isEqualTo(2);
    Future<Integer> last = receiving();
    task.ready(third);

    assertThat(task.ready(last)).isEqualTo(3);
    assertThat(task.ready(receiver.recv())).isNull();
  }

  @Test
  void recvMany_someThere_takesUpToTheLimit() throws Exception {
    List<Integer> target = new ArrayList<>(List.of(0));
    Future<Integer> wait = receiver.recvMany(target, 5);
    task.pending(wait);
    task.ready(sender.send(1));
    task.ready(sender.send(2));

    assertThat(task.ready(wait)).isEqualTo(2);
    assertThat(target).containsExactly(0, 1, 2);
    assertThat(task.ready(receiver.recvMany(target, 0))).isZero();
    sender.close();
    assertThat(task.ready(receiver.recvMany(target, 1))).isZero();
    assertThatThrownBy(() -> receiver.recvMany(target, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void wake_comesBackIntoTheChannel_doesNotDeadlock() throws Exception {
    Future<Integer> wait = receiver.recv();
    wait.poll(Context.of(() -> sender.trySend(2)));

    sender.trySend(1);

    assertThat(task.ready(wait)).isEqualTo(1);
    assertThat(task.ready(receiver.recv())).isEqualTo(2);
  }

  @Test
  void bounded_noCapacity_saysWhatIsAccepted() {
    assertThatThrownBy(() -> Mpmc.bounded(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is 0; it must be 1 or more");
  }
}

package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.sync.Broadcast.Lagged;
import dev.weft.sync.Broadcast.Message;
import dev.weft.sync.Broadcast.Received;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

final class BroadcastTest {

  private final TestTask task = new TestTask();
  private final Broadcast<Integer> channel = Broadcast.create(2);
  private final Broadcast.Sender<Integer> sender = channel.sender();
  private final Broadcast.Receiver<Integer> receiver = channel.receiver();

  private static Received<Integer> message(int value) {
    return new Message<>(value);
  }

  private static Received<Integer> lagged(long missed) {
    return new Lagged<>(missed);
  }

  private Received<Integer> next(Broadcast.Receiver<Integer> from) throws Exception {
    return task.ready(from.recv());
  }

  @Test
  void send_severalReceivers_eachGetsAll() throws Exception {
    Broadcast.Receiver<Integer> other = sender.subscribe();

    assertThat(sender.send(1)).isEqualTo(2);
    assertThat(sender.send(2)).isEqualTo(2);

    assertThat(next(receiver)).isEqualTo(message(1));
    assertThat(next(receiver)).isEqualTo(message(2));
    assertThat(next(other)).isEqualTo(message(1));
    assertThat(next(other)).isEqualTo(message(2));
    task.pending(receiver.recv());
  }

  @Test
  void recv_oneTooMany_saysOneAndGoesOnWithTheOldest() throws Exception {
    for (int i = 1; i <= 3; i++) {
      sender.send(i);
    }

    assertThat(receiver.size()).isEqualTo(2);
    assertThat(next(receiver)).isEqualTo(lagged(1));
    assertThat(next(receiver)).isEqualTo(message(2));
    assertThat(next(receiver)).isEqualTo(message(3));
  }

  @Test
  void recv_lagsAgainBeforeReading_saysSoAgain() throws Exception {
    for (int i = 1; i <= 5; i++) {
      sender.send(i);
    }
    assertThat(next(receiver)).isEqualTo(lagged(3));
    sender.send(6);
    assertThat(next(receiver)).isEqualTo(lagged(1));
    assertThat(next(receiver)).isEqualTo(message(5));
  }

  @Test
  void recv_waits_isWokenByASend() throws Exception {
    Broadcast.Receiver<Integer> other = receiver.resubscribe();
    Future<Received<Integer>> first = receiver.recv();
    Future<Received<Integer>> second = other.recv();
    task.pending(first);
    task.pending(second);

    sender.send(7);

    assertThat(task.wakes()).isEqualTo(2);
    assertThat(task.ready(first)).isEqualTo(message(7));
    assertThat(task.ready(second)).isEqualTo(message(7));
  }

  @Test
  void recv_cancelledAfterTheWake_leavesTheMessage() throws Exception {
    Future<Received<Integer>> wait = receiver.recv();
    task.pending(wait);
    sender.send(7);

    assertThat(wait.cancel()).isTrue();

    assertThat(next(receiver)).isEqualTo(message(7));
  }

  @Test
  void recv_sendersClosed_endsAfterWhatIsKept() throws Exception {
    Broadcast.Sender<Integer> other = sender.copy();
    sender.send(1);
    other.send(2);
    sender.close();
    assertThat(receiver.isClosed()).isFalse();
    other.close();

    assertThat(receiver.isClosed()).isTrue();
    assertThat(next(receiver)).isEqualTo(message(1));
    assertThat(next(receiver)).isEqualTo(message(2));
    assertThat(next(receiver)).isNull();
    assertThat(receiver.tryRecv()).isInstanceOf(TryRecv.Closed.class);
  }

  @Test
  void close_lastSender_wakesWhoWaits() throws Exception {
    Future<Received<Integer>> wait = receiver.recv();
    task.pending(wait);

    sender.close();

    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(wait)).isNull();
  }

  @Test
  void send_nobodyReceives_isNotKept() throws Exception {
    task.pending(sender.closed());
    receiver.close();
    receiver.close();

    task.ready(sender.closed());
    assertThat(sender.send(1)).isZero();
    Broadcast.Receiver<Integer> later = sender.subscribe();
    assertThat(sender.send(2)).isEqualTo(1);
    assertThat(next(later)).isEqualTo(message(2));
    assertThat(receiver.tryRecv()).isInstanceOf(TryRecv.Closed.class);
  }

  @Test
  void resubscribe_behind_startsAtTheTail() throws Exception {
    sender.send(1);
    Broadcast.Receiver<Integer> fresh = receiver.resubscribe();
    sender.send(2);

    assertThat(next(fresh)).isEqualTo(message(2));
    assertThat(receiver.size()).isEqualTo(2);
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Received<>(message(1)));
  }

  @Test
  void create_noCapacity_saysWhatIsAccepted() {
    assertThatThrownBy(() -> Broadcast.create(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The capacity of a broadcast is 0; it must be 1 or more.");
  }

  @Test
  void send_closedSender_saysSo() {
    sender.close();

    assertThatThrownBy(() -> sender.send(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(sender::copy).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void wake_sendsOnTheSameChannel_doesNotDeadlock() throws Exception {
    Future<Received<Integer>> wait = receiver.recv();
    wait.poll(Context.of(() -> sender.send(2)));

    sender.send(1);

    assertThat(task.ready(wait)).isEqualTo(message(1));
    assertThat(next(receiver)).isEqualTo(message(2));
  }
}

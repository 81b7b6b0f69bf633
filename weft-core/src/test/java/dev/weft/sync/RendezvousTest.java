package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

final class RendezvousTest {

  private final TestTask task = new TestTask();
  private final Rendezvous<Integer> channel = Rendezvous.create();
  private final Mpsc.Sender<Integer> sender = channel.sender();
  private final Mpmc.Receiver<Integer> receiver = channel.receiver();

  private <T> Future<T> waiting(Future<T> future) throws Exception {
    task.pending(future);
    return future;
  }

  @Test
  void send_receiverComesLater_completesWhenTaken() throws Exception {
    Future<Void> send = waiting(sender.send(1));

    assertThat(task.ready(receiver.recv())).isEqualTo(1);

    assertThat(task.takeWakes()).isEqualTo(1);
    task.ready(send);
  }

  @Test
  void send_receiverWaits_completesOnlyWhenItHasLooked() throws Exception {
    Future<Integer> recv = waiting(receiver.recv());
    Future<Void> send = waiting(sender.send(1));
    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(send);

    assertThat(task.ready(recv)).isEqualTo(1);

    task.ready(send);
  }

  @Test
  void cancel_wokenReceive_sendGoesOnWaiting() throws Exception {
    Future<Integer> recv = waiting(receiver.recv());
    Future<Void> send = waiting(sender.send(1));

    assertThat(recv.cancel()).isTrue();

    task.pending(send);
    assertThat(task.ready(receiver.recv())).isEqualTo(1);
    task.ready(send);
  }

  @Test
  void cancel_sendBeforeItIsTaken_sendsNothing() throws Exception {
    Future<Integer> first = waiting(receiver.recv());
    Future<Integer> second = waiting(receiver.recv());
    Future<Void> send = waiting(sender.send(1));

    assertThat(send.cancel()).isTrue();

    task.pending(first); // woken for nothing, and first in line again
    Future<Void> other = waiting(sender.send(2));
    task.pending(second);
    assertThat(task.ready(first)).isEqualTo(2);
    task.ready(other);
  }

  @Test
  void cancel_sendWhoseMessageWasTaken_completes() throws Exception {
    Future<Void> send = waiting(sender.send(1));
    assertThat(task.ready(receiver.recv())).isEqualTo(1);

    assertThat(send.cancel()).isFalse();

    task.ready(send);
  }

  @Test
  void trySend_nobodyWaits_isFull() throws Exception {
    assertThat(sender.trySend(1)).isEqualTo(new TrySend.Full<>(1));
    Future<Integer> recv = waiting(receiver.recv());
    assertThat(sender.trySend(2)).isInstanceOf(TrySend.Sent.class);
    assertThat(sender.trySend(3)).isEqualTo(new TrySend.Full<>(3));
    assertThat(task.ready(recv)).isEqualTo(2);
  }

  @Test
  void tryRecv_sendWaits_takesIt() throws Exception {
    assertThat(receiver.tryRecv()).isInstanceOf(TryRecv.Empty.class);
    Future<Void> send = waiting(sender.send(1));
    assertThat(receiver.tryRecv()).isEqualTo(new TryRecv.Received<>(1));
    task.ready(send);
  }

  @Test
  void close_receiver_failsSendsThatWait() throws Exception {
    Future<Void> send = waiting(sender.send(1));

    receiver.close();

    assertThatThrownBy(() -> task.poll(send)).isInstanceOf(ClosedException.class);
    assertThat(task.ready(receiver.recv())).isNull();
  }

  @Test
  void close_sender_endsReceivesThatWait() throws Exception {
    Future<Integer> recv = waiting(receiver.recv());

    sender.close();

    assertThat(task.ready(recv)).isNull();
    assertThat(receiver.isClosed()).isTrue();
  }
}

package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the word of a bounded channel can hold. */
final class BoundedChannelTest {

  private final TestTask task = new TestTask();

  @ParameterizedTest
  @ValueSource(ints = {-3, Integer.MAX_VALUE - 3, Integer.MIN_VALUE})
  void positionsWrapAround_roomAndOrderStay(int first) throws Exception {
    int capacity = 5;
    var channel = new BoundedChannel<Integer>(capacity, Ring.of(capacity), 1, first);
    var sender = new BoundedTx<>(channel);
    var receiver = new Rx<>(channel);
    int sent = 0;
    int received = 0;
    for (int round = 0; round < 4; round++) {
      while (sender.trySend(sent) instanceof TrySend.Sent) {
        sent++;
      }
      assertThat(sent - received).isEqualTo(capacity);
      assertThat(receiver.size()).isEqualTo(capacity);
      assertThat(sender.capacity()).isZero();
      for (int i = 0; i < 3; i++) {
        assertThat(task.ready(receiver.recv())).isEqualTo(received++);
      }
      assertThat(sender.capacity()).isEqualTo(3);
    }
  }

  @Test
  void capacity_largest_takesMessagesAndReservations() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(Integer.MAX_VALUE);
    assertThat(channel.sender().capacity()).isEqualTo(Integer.MAX_VALUE);

    assertThat(channel.sender().trySend(1)).isInstanceOf(TrySend.Sent.class);
    try (Mpsc.Permit<Integer> permit = task.ready(channel.sender().reserve())) {
      assertThat(channel.sender().capacity()).isEqualTo(Integer.MAX_VALUE - 2);
      permit.send(2);
    }

    assertThat(task.ready(channel.receiver().recv())).isEqualTo(1);
    assertThat(task.ready(channel.receiver().recv())).isEqualTo(2);
    assertThat(channel.sender().capacity()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void recv_pending_isWokenByTheFirstOfManyMessagesOnly() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(10);
    Future<Integer> recv = channel.receiver().recv();
    task.pending(recv);

    for (int i = 0; i < 10; i++) {
      channel.sender().trySend(i);
    }

    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(recv)).isZero();
  }

  @Test
  void permit_sentAfterTheClose_wakesTheReceiverForTheMessageAndTheEnd() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(1);
    Mpsc.Permit<Integer> permit = task.ready(channel.sender().reserve());
    channel.receiver().close();
    Future<Integer> recv = channel.receiver().recv();
    task.pending(recv);

    permit.send(7);

    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(recv)).isEqualTo(7);
    assertThat(task.ready(channel.receiver().recv())).isNull();
  }

  @Test
  void messageForWhichMemoryIsLacking_givesItsRoomBack() throws Exception {
    int ofFourGigabytes = 1 << 30; // references in a chunk; more than a test has
    var channel = new BoundedChannel<String>(1, Ring.ofChunks(1, ofFourGigabytes), 1, 0);
    var sender = new BoundedTx<>(channel);
    Mpsc.Permit<String> permit = sender.tryReserve().orElseThrow();
    Future<Void> waiting = sender.send("waits");
    task.pending(waiting);

    assertThatThrownBy(() -> permit.send("large")).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(() -> task.poll(waiting)).isInstanceOf(OutOfMemoryError.class);

    assertThat(sender.capacity()).isEqualTo(1);
    sender.close();
    assertThat(channel.isFinished()).isTrue();
  }
}

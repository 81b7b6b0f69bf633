package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.testkit.TestTask;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WeakSenderTest {

  private final TestTask task = new TestTask();

  static Stream<Mpsc.Sender<Integer>> senders() {
    return List.of(
        Mpsc.<Integer>bounded(2).sender(),
        Mpsc.<Integer>unbounded().sender(),
        Mpmc.<Integer>bounded(2).sender(),
        Rendezvous.<Integer>create().sender())
        .stream();
  }

  @ParameterizedTest
  @MethodSource("senders")
  void upgrade_aSenderIsOpen_givesAnotherThatCounts(Mpsc.Sender<Integer> sender) throws Exception {
    Mpsc.WeakSender<? extends Mpsc.Sender<Integer>> weak = sender.downgrade();

    Mpsc.Sender<Integer> another = weak.upgrade().orElseThrow();
    sender.close();

    assertThat(another.isClosed()).isFalse();
    task.pending(another.closed());
    another.close();
    task.ready(another.closed());
    assertThat(weak.upgrade()).isEmpty();
  }

  @Test
  void downgrade_lastSenderClosed_doesNotKeepTheReceiverWaiting() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(2);
    Mpsc.WeakSender<Mpsc.BoundedSender<Integer>> weak = channel.sender().downgrade();
    task.ready(weak.upgrade().orElseThrow().send(1));

    channel.sender().close();

    assertThat(task.ready(channel.receiver().recv())).isEqualTo(1);
    task.pending(channel.receiver().recv()); // the sender that was made above is open
  }
}

package dev.weft.sync;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The twins that block, on plain threads, in stackful blocks and where they are refused. */
@Timeout(60)
final class BlockingTest {

  @Test
  void blockingSend_full_waitsForRoom() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(1);
    channel.sender().blockingSend(1);
    Thread sender = start(() -> channel.sender().blockingSend(2), new AtomicReference<>());

    assertThat(channel.receiver().blockingRecv()).isEqualTo(1);
    assertThat(channel.receiver().blockingRecv()).isEqualTo(2);
    sender.join();
    channel.sender().close();
    assertThat(channel.receiver().blockingRecv()).isNull();
  }

  @Test
  void blockingSend_receiverCloses_failsAtOnce() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(1);
    channel.sender().blockingSend(1);
    var failure = new AtomicReference<Throwable>();
    Thread sender = start(() -> channel.sender().blockingSend(2), failure);
    Eventually.until("it waits", () -> sender.getState() == Thread.State.WAITING);

    channel.receiver().close();

    sender.join();
    assertThat(failure.get()).isInstanceOf(ClosedException.class);
  }

  @Test
  void blockingRecv_interrupted_receivesNothing() throws Exception {
    Mpmc.Bounded<Integer> channel = Mpmc.bounded(1);
    var failure = new AtomicReference<Throwable>();
    Thread receiver = start(() -> channel.receiver().blockingRecv(), failure);
    Eventually.until("it waits", () -> receiver.getState() == Thread.State.WAITING);

    receiver.interrupt();
    receiver.join();
    channel.sender().blockingSend(1);

    assertThat(failure.get()).isInstanceOf(InterruptedException.class);
    assertThat(channel.receiver().blockingRecv()).isEqualTo(1);
  }

  @Test
  void blockingRecvMany_someThere_takesThem() throws Exception {
    Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    channel.sender().blockingSend(1);
    channel.sender().blockingSend(2);
    List<Integer> target = new ArrayList<>();

    assertThat(channel.receiver().blockingRecvMany(target, 9)).isEqualTo(2);
    assertThat(target).containsExactly(1, 2);
  }

  @Test
  void blockingRecv_ofOthers_waitsForTheValue() throws Exception {
    Oneshot<Integer> oneshot = Oneshot.create();
    Thread answering = start(() -> oneshot.sender().send(7), new AtomicReference<>());
    assertThat(oneshot.receiver().blockingRecv()).isEqualTo(7);
    answering.join();
    Broadcast<Integer> broadcast = Broadcast.create(1);
    broadcast.sender().send(8);
    assertThat(broadcast.receiver().blockingRecv()).isEqualTo(new Broadcast.Message<>(8));
  }

  @Test
  void blockingRecv_onAWorker_isRefused() {
    Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    try (Weft weft = Weft.builder().workers(1).build()) {
      assertThatThrownBy(
              () -> weft.blockOn(weft.spawn(_ -> Poll.ready(channel.receiver().blockingRecv()))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("which it would stall");
    }
  }

  @Test
  void blockingRecv_inAStackfulBlock_suspendsIt() throws Exception {
    Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    try (Weft weft = Weft.builder().workers(1).build()) {
      var receiving = weft.spawn(async(() -> channel.receiver().blockingRecv()));
      weft.blockOn(weft.spawn(channel.sender().send(7)));
      assertThat(weft.blockOn(receiving)).isEqualTo(7);
    }
  }

  private interface Body {
    void run() throws Exception;
  }

  private static Thread start(Body body, AtomicReference<Throwable> failure) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                body.run();
              } catch (Exception thrown) {
                failure.set(thrown);
              }
            });
  }
}

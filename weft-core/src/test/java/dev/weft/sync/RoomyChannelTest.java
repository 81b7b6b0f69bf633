package dev.weft.sync;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A channel with much room gives room back to senders that wait many messages at a time. */
final class RoomyChannelTest {

  private static final int CAPACITY = 64;

  private final Weft weft = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build();
  private final Mpsc.Bounded<Integer> channel = Mpsc.bounded(CAPACITY);

  @AfterEach
  void close() {
    weft.close();
  }

  private JoinHandle<Void> producer(int messages, List<String> log) {
    return spawn(
        async(
            () -> {
              for (int i = 0; i < messages; i++) {
                if (channel.sender().capacity() == 0) {
                  log.add("waits");
                }
                await(channel.sender().send(i));
              }
              log.add("sent all");
            }));
  }

  @Test
  void senderThatWaits_isWokenOnceForManyMessages() throws Exception {
    List<String> log = new ArrayList<>();
    int messages = CAPACITY + 20;
    weft.blockOn(
        async(
            () -> {
              JoinHandle<Void> producer = producer(messages, log);
              await(yieldNow());
              for (int i = 0; i < messages; i++) {
                assertThat(await(channel.receiver().recv())).isEqualTo(i);
              }
              await(producer);
              return null;
            }));

    assertThat(log).containsExactly("waits", "sent all");
  }

  @Test
  void receiverThatStopsAfterOne_stillMakesRoomForOne() throws Exception {
    List<String> log = new ArrayList<>();
    Oneshot<Boolean> never = Oneshot.create();
    weft.blockOn(
        async(
            () -> {
              JoinHandle<Void> producer = producer(CAPACITY + 1, log);
              await(yieldNow());
              JoinHandle<Void> consumer =
                  spawn(
                      async(
                          () -> {
                            await(channel.receiver().recv());
                            await(never.receiver().recv());
                          }));
              await(producer);
              consumer.abort();
              return null;
            }));

    assertThat(log).containsExactly("waits", "sent all");
  }

  @Test
  void receiverThatHasClosed_seesTheEndInTheSamePoll() throws Exception {
    List<String> log = new ArrayList<>();
    weft.blockOn(
        async(
            () -> {
              JoinHandle<Void> producer = producer(CAPACITY + 1, log);
              await(yieldNow());
              for (int i = 0; i < 3; i++) {
                await(channel.receiver().recv());
              }
              channel.receiver().close();
              int left = 0;
              while (await(channel.receiver().recv()) != null) {
                left++;
              }
              assertThat(left).isGreaterThanOrEqualTo(CAPACITY - 3);
              assertThat(channel.receiver().isClosed()).isTrue();
              producer.abort();
              return null;
            }));
  }

  @Test
  void roomIsGivenBackAtOnce_whileNobodyWaits() throws Exception {
    weft.blockOn(
        async(
            () -> {
              for (int i = 0; i < CAPACITY; i++) {
                await(channel.sender().send(i));
              }
              await(channel.receiver().recv());
              assertThat(channel.sender().trySend(1)).isInstanceOf(TrySend.Sent.class);
              return null;
            }));
  }
}

package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Select2;
import dev.weft.Selected;
import dev.weft.sync.Mpsc;
import dev.weft.sync.TryRecv;
import dev.weft.testkit.TestTask;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A receive that is given up at any moment must leave its message for the next one. */
class SelectOnChannelTest {

  private static final Duration TICK = Duration.ofMillis(1);

  private final TestTask task = new TestTask();
  private final Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
  private final List<Integer> received = new ArrayList<>();

  private void drain() {
    while (channel.receiver().tryRecv() instanceof TryRecv.Received<Integer>(Integer message)) {
      received.add(message);
    }
  }

  @Test
  void recv_racesAgainstATimerInALoop_noMessageIsLost() throws Exception {
    var random = new Random(1);
    int sent = 0;
    for (int round = 0; round < 500; round++) {
      Future<Select2<Integer, Void>> race =
          Async.select(channel.receiver().recv(), Sleep.after(TICK));
      boolean done = look(race);
      for (int step = 0; step < 4 && !done; step++) {
        if (random.nextBoolean()) {
          channel.sender().trySend(sent++);
        }
        if (random.nextBoolean()) {
          task.advance(TICK);
        }
        done = random.nextBoolean() && look(race);
      }
      if (!done) {
        task.advance(TICK);
        assertThat(look(race)).isTrue();
      }
    }
    drain();
    assertThat(received).isEqualTo(IntStream.range(0, sent).boxed().toList());
  }

  private boolean look(Future<Select2<Integer, Void>> race) throws Exception {
    if (!(task.poll(race) instanceof Poll.Ready<Select2<Integer, Void>>(var winner))) {
      return false;
    }
    if (winner instanceof Selected.First(Integer message)) {
      received.add(message);
    }
    return true;
  }

  @Test
  void select_cancelledAsItsMessageComes_messageStaysOrIsDelivered() throws Exception {
    Future<Select2<Integer, Void>> race =
        Async.select(channel.receiver().recv(), Sleep.after(Duration.ofHours(1)));
    task.pending(race);
    channel.sender().trySend(7);
    assertThat(task.takeWakes()).isPositive();

    if (!race.cancel()) {
      look(race);
    }

    drain();
    assertThat(received).containsExactly(7);
    assertThat(task.advanceToNextTimer()).isFalse();
  }

  @Test
  void timeout_endsAsTheMessageComes_messageStaysOrIsDelivered() throws Exception {
    Future<Integer> limited = Async.timeout(TICK, channel.receiver().recv());
    task.pending(limited);
    task.advance(TICK);
    channel.sender().trySend(7);

    try {
      received.add(task.ready(limited));
    } catch (TimeoutException late) {
      assertThat(received).isEmpty();
    }

    drain();
    assertThat(received).containsExactly(7);
  }
}

package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.sync.ClosedException;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sinks made from others. */
class SinksTest {

  private final TestTask task = new TestTask();
  private final ScriptedSink sink = new ScriptedSink(1);

  @Test
  void with_items_areTurnedIntoTheSinks() throws Exception {
    task.run(sink.<Integer>with(n -> "n" + n).sendAll(Streams.of(1, 2)));
    assertThat(sink.arrived).containsExactly("n1", "n2");
  }

  @Test
  void with_functionFails_sendsNothingAndGoesOn() throws Exception {
    AsyncSink<Integer> odd = sink.with(n -> n % 2 == 0 ? null : "n" + n);
    assertThatThrownBy(() -> task.poll(odd.send(2)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("The function of with gave null for an item.");
    task.ready(odd.send(3));
    assertThat(sink.arrived).containsExactly("n3");
  }

  @Test
  void buffer_sinkStalls_takesItsSizeMoreThenWaits() throws Exception {
    sink.stalled = true;
    AsyncSink<String> buffered = sink.buffer(2);
    for (String item : List.of("a", "b", "c")) {
      task.ready(buffered.feed(item));
    }
    Future<Void> fourth = buffered.feed("d");
    task.pending(fourth);
    assertThat(fourth.cancel()).isTrue();
    assertThat(sink.waker).isNull();
    Future<Void> close = buffered.closeAsync();
    task.pending(close);
    sink.release();
    task.ready(close);
    assertThat(sink.arrived).containsExactly("a", "b", "c");
    assertThat(sink.closed).isTrue();
  }

  @Test
  void fanout_items_goToBothAndWaitForTheSlower() throws Exception {
    var slow = new ScriptedSink(1);
    slow.stalled = true;
    AsyncSink<String> both = sink.fanout(slow);
    task.ready(both.feed("a"));
    Future<Void> next = both.feed("b");
    task.pending(next);
    assertThat(sink.arrived).containsExactly("a");
    task.pending(next);
    slow.release();
    task.ready(next);
    task.ready(both.closeAsync());
    assertThat(sink.arrived).containsExactly("a", "b").isEqualTo(slow.arrived);
    assertThat(sink.closed && slow.closed).isTrue();
  }

  @Test
  void fanout_oneFails_failsWithTheSameObject() {
    var other = new ScriptedSink(1);
    other.failure = new IOException("broken");
    assertThatThrownBy(() -> task.poll(sink.fanout(other).send("a"))).isSameAs(other.failure);
  }

  @Test
  void toSender_fullChannel_holdsBackAndLosesNothingOnCancel() throws Exception {
    Mpsc.Bounded<String> channel = Mpsc.bounded(1);
    AsyncSink<String> target = Streams.toSender(channel.sender());
    task.ready(target.send("a"));
    Future<Void> second = target.send("b");
    task.pending(second);
    assertThat(second.cancel()).isTrue();
    assertThat(task.ready(channel.receiver().recv())).isEqualTo("a");
    task.ready(target.flush());
    task.ready(channel.receiver().recv());
    task.ready(target.closeAsync());
    assertThat(task.ready(channel.receiver().recv())).isNull();
  }

  @Test
  void toSender_room_itemIsThereBeforeTheFlush() throws Exception {
    Mpsc.Bounded<String> channel = Mpsc.bounded(1);
    Streams.toSender(channel.sender()).startSend("a");
    assertThat(channel.receiver().size()).isEqualTo(1);
  }

  @Test
  void toSender_closedChannel_failsAndStaysUsable() throws Exception {
    Mpsc.Unbounded<String> channel = Mpsc.unbounded();
    AsyncSink<String> target = Streams.toSender(channel.sender());
    channel.receiver().close();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> task.poll(target.send("a"))).isInstanceOf(ClosedException.class);
    }
  }

  @Test
  void forward_fromReceiverToSender_movesAllAndCloses() throws Exception {
    Mpsc.Unbounded<Integer> from = Mpsc.unbounded();
    Mpsc.Unbounded<Integer> to = Mpsc.unbounded();
    for (int i = 0; i < 1000; i++) {
      task.ready(from.sender().send(i));
    }
    from.sender().close();
    task.run(Streams.toSender(to.sender()).forward(Streams.fromReceiver(from.receiver())));
    assertThat(task.run(Streams.fromReceiver(to.receiver()).toList(1000))).hasSize(1000).isSorted();
  }

  @Test
  void fromReceiver_closed_closesTheChannel() throws Exception {
    Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    task.ready(Streams.fromReceiver(channel.receiver()).closeAsync());
    assertThat(channel.sender().isClosed()).isTrue();
  }

  @Test
  void combinedSinks_alwaysReadySource_yieldWhenTheBudgetIsUsedUp() throws Exception {
    Mpsc.Unbounded<Integer> to = Mpsc.unbounded();
    AsyncSink<Integer> target = Streams.toSender(to.sender());
    Future<Void> all =
        target
            .buffer(4)
            .<Integer>with(n -> n)
            .sendAll(Streams.fromIterable(Collections.nCopies(10_000, 1)));
    task.pending(all);
    assertThat(task.yielded()).isTrue();
    task.run(all);
    assertThat(to.receiver().size()).isEqualTo(10_000);
  }

  @Test
  void fanout_closeOfTheFirstFails_closesTheSecondAllTheSame() throws Exception {
    var broken = new IOException("broken");
    sink.failure = broken;
    var second = new ScriptedSink(1);
    AsyncSink<String> both = sink.fanout(second);
    assertThatThrownBy(() -> task.run(both.closeAsync())).isSameAs(broken);
    assertThat(second.closed).isTrue();
    task.run(both.closeAsync());
  }
}

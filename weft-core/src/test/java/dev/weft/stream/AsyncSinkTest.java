package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class AsyncSinkTest {

  private final TestTask task = new TestTask();
  private final ScriptedSink sink = new ScriptedSink(2);

  @Test
  void send_item_isFlushed() throws Exception {
    task.ready(sink.send("a"));
    assertThat(sink.arrived).containsExactly("a");
  }

  @Test
  void feed_items_stayUntilFlushedOrFull() throws Exception {
    task.ready(sink.feed("a"));
    task.ready(sink.feed("b"));
    assertThat(sink.arrived).isEmpty();
    task.ready(sink.feed("c"));
    assertThat(sink.arrived).containsExactly("a", "b");
    task.ready(sink.flush());
    assertThat(sink.arrived).containsExactly("a", "b", "c");
  }

  @Test
  void feed_cancelledWithoutRoom_hasNotTakenTheItem() throws Exception {
    sink.stalled = true;
    task.ready(sink.feed("a"));
    task.ready(sink.feed("b"));
    Future<Void> third = sink.feed("c");
    task.pending(third);
    assertThat(sink.waker).isNotNull();
    assertThat(third.cancel()).isTrue();
    assertThat(sink.waker).isNull();
    sink.release();
    task.ready(sink.flush());
    assertThat(sink.arrived).containsExactly("a", "b");
  }

  @Test
  void send_cancelledWhileFlushing_isSentOnceByTheNextFlush() throws Exception {
    sink.stalled = true;
    Future<Void> send = sink.send("a");
    task.pending(send);
    task.pending(send);
    assertThat(send.cancel()).isTrue();
    sink.release();
    task.ready(sink.flush());
    assertThat(sink.arrived).containsExactly("a");
  }

  @Test
  void send_pendingFlush_completesWhenWoken() throws Exception {
    sink.stalled = true;
    Future<Void> send = sink.send("a");
    task.pending(send);
    sink.release();
    assertThat(task.wakes()).isEqualTo(1);
    task.ready(send);
    assertThat(sink.arrived).containsExactly("a");
  }

  @Test
  void closeAsync_flushesAndEnds() throws Exception {
    task.ready(sink.feed("a"));
    sink.stalled = true;
    Future<Void> close = sink.closeAsync();
    task.pending(close);
    assertThat(close.cancel()).isTrue();
    sink.release();
    task.ready(sink.closeAsync());
    assertThat(sink.closed).isTrue();
    assertThat(sink.arrived).containsExactly("a");
  }

  @Test
  void operations_brokenSink_failWithTheVeryException() {
    var broken = new IOException("broken");
    sink.failure = broken;
    assertThatThrownBy(() -> task.poll(sink.send("a"))).isSameAs(broken);
    assertThatThrownBy(() -> task.poll(sink.flush())).isSameAs(broken);
    assertThatThrownBy(() -> task.poll(sink.closeAsync())).isSameAs(broken);
    assertThatThrownBy(() -> sink.send(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void sendAll_stream_isSentFlushedAndLeftOpen() throws Exception {
    task.run(sink.sendAll(Streams.of("a", "b", "c", "d", "e")));
    assertThat(sink.arrived).containsExactly("a", "b", "c", "d", "e");
    assertThat(sink.closed).isFalse();
  }

  @Test
  void forward_stream_isSentAndTheSinkClosed() throws Exception {
    task.run(sink.forward(new ScriptedStream<String>().gives("a").pends().gives("b")));
    assertThat(sink.arrived).containsExactly("a", "b");
    assertThat(sink.closed).isTrue();
  }

  @Test
  void sendAll_streamHasNothing_flushesMeanwhile() throws Exception {
    Future<Void> all = sink.sendAll(new ScriptedStream<String>().gives("a").stalls());
    task.pending(all);
    assertThat(sink.arrived).containsExactly("a");
  }

  @Test
  void sendAll_sinkFull_leavesItemsInTheStream() throws Exception {
    sink.stalled = true;
    AsyncStream<String> items = Streams.of("a", "b", "c", "d");
    Future<Void> all = sink.sendAll(items);
    task.pending(all);
    assertThat(all.cancel()).isTrue();
    assertThat(sink.buffered).containsExactly("a", "b");
    sink.release();
    task.run(sink.sendAll(items));
    assertThat(sink.arrived).containsExactly("a", "b", "c", "d");
  }

  @Test
  void sendAll_cancelledAtEachPending_losesAndDoublesNothing() throws Exception {
    var items = new ScriptedStream<String>().gives("a").pends().gives("b").pends().pends();
    items.gives("c").pends();
    Future<Void> all = sink.sendAll(items);
    while (!task.poll(all).isReady()) {
      assertThat(all.cancel()).isTrue();
      all = sink.sendAll(items);
    }
    assertThat(sink.arrived).containsExactly("a", "b", "c");
  }

  @Test
  void sendAll_streamNeedsTimeToCancel_sendsTheItemThenEnds() throws Exception {
    var items = new ScriptedStream<String>().stalls().gives("a").gives("b");
    items.needsTime = true;
    Future<Void> all = sink.sendAll(items);
    task.pending(all);
    assertThat(all.cancel()).isFalse();
    items.goOn();
    assertThatThrownBy(() -> task.poll(all)).isInstanceOf(Cancellation.class);
    assertThat(sink.buffered).containsExactly("a");
    assertThat(task.ready(items.next())).isEqualTo("b");
  }

  @Test
  void sendAll_failures_areTheVeryOnes() {
    var broken = new IOException("broken");
    assertThatThrownBy(
            () -> task.run(sink.sendAll(new ScriptedStream<String>().gives("a").breaks(broken))))
        .isSameAs(broken);
    sink.failure = broken;
    assertThatThrownBy(() -> task.run(sink.sendAll(Streams.of("a", "b", "c")))).isSameAs(broken);
  }

  @Test
  void sendAll_alwaysReady_yields() throws Exception {
    Future<Void> all = sink.sendAll(Streams.fromIterable(Collections.nCopies(1000, "x")));
    task.pending(all);
    assertThat(task.yielded()).isTrue();
    task.run(all);
    assertThat(sink.arrived).hasSize(1000);
  }
}

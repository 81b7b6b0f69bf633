package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.io.AsyncWrite;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class FramedWriteTest {

  private final TestTask task = new TestTask();
  private final ScriptedIo io = new ScriptedIo();
  private final FramedWrite<byte[]> sink = FramedWrite.of(io, new BytesCodec());

  @Test
  void startSend_withoutAYes_isRefused() throws Exception {
    assertThatIllegalStateException()
        .isThrownBy(() -> sink.startSend(new byte[1]))
        .withMessageContaining("without a yes of pollReady");
    assertThat(sink.pollReady(task)).isTrue();
    assertThat(sink.pollReady(task)).isTrue();
    sink.startSend(new byte[1]);
    assertThatIllegalStateException().isThrownBy(() -> sink.startSend(new byte[1]));
    assertThat(sink.waitingBytes()).isEqualTo(1);
  }

  @Test
  void feed_belowTheBoundary_writesNothing() throws Exception {
    task.ready(sink.feed(new byte[8191]));
    task.ready(sink.feed(new byte[1]));
    assertThat(io.writeCalls()).isZero();
    task.ready(sink.feed(new byte[1]));
    assertThat(io.written()).hasSize(8192);
    assertThat(sink.waitingBytes()).isEqualTo(1);
  }

  @Test
  void target_thatStalls_stopsTheProducerWithBoundedMemory() throws Exception {
    io.accepts(100).writeStalls();
    int taken = 0;
    while (task.poll(sink.feed(new byte[1000])).isReady()) {
      taken++;
      assertThat(taken).isLessThan(20);
    }
    assertThat(taken).isEqualTo(9);
    assertThat(sink.waitingBytes()).isEqualTo(8900);
    assertThat(sink.capacity()).isLessThanOrEqualTo(16_384);
    assertThat(sink.pollReady(task)).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> sink.startSend(new byte[1]));
    assertThat(io.writeWaker()).isSameAs(task);
    io.release();
    assertThat(sink.pollReady(task)).isTrue();
    assertThat(io.written()).hasSize(9000);
  }

  @Test
  void target_thatTakesSingleBytes_getsAllInOrder() throws Exception {
    io.acceptsByteByByte();
    byte[] item = Frames.hex("00010203040506070809");
    for (int i = 0; i < 50; i++) {
      task.run(sink.feed(item));
    }
    task.run(sink.flush());
    assertThat(Frames.hex(io.written())).isEqualTo(Frames.hex(item).repeat(50));
    assertThat(io.flushes()).isEqualTo(1);
  }

  @Test
  void target_alwaysReadyForOneByte_yieldsNowAndThen() throws Exception {
    io.eachWriteAccepts(1);
    task.ready(sink.feed(new byte[1000]));
    task.pending(sink.flush());
    assertThat(task.yielded()).isTrue();
    assertThat(sink.waitingBytes()).isEqualTo(1000 - 64);
    assertThat(task.run(sink.flush())).isNull();
    assertThat(io.written()).hasSize(1000);
  }

  @Test
  void item_beyondTheCap_isRefusedAndTheSinkGoesOn() throws Exception {
    FramedWrite<byte[]> small =
        FramedWrite.of(
            io,
            LengthDelimitedCodec.create(),
            FramedOptions.DEFAULT.withMaxWriteBytes(10).withBoundaryBytes(10));
    task.ready(small.feed(new byte[] {1}));
    assertThatThrownBy(() -> task.ready(small.feed(new byte[2])))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage("What waits to be written has 11 bytes or more; at most 10 are accepted.");
    task.ready(small.feed(new byte[] {2}));
    task.run(small.flush());
    assertThat(Frames.hex(io.written())).isEqualTo("0000000101" + "0000000102");
  }

  @Test
  void item_thatCanNotBeEncoded_leavesNoTrace() throws Exception {
    Encoder<byte[]> picky =
        (item, target) -> {
          target.put(item);
          if (item.length == 2) {
            throw new FrameException("two");
          }
        };
    FramedWrite<byte[]> bytes = FramedWrite.of(io, picky);
    task.ready(bytes.feed(new byte[] {1}));
    assertThatThrownBy(() -> task.ready(bytes.feed(new byte[] {8, 9}))).hasMessage("two");
    task.ready(bytes.send(new byte[] {3}));
    assertThat(io.written()).containsExactly(1, 3);
  }

  @Test
  void feed_cancelled_tookNothing() throws Exception {
    task.ready(sink.feed(new byte[8192]));
    io.writeStalls();
    var feed = sink.feed(new byte[] {9});
    task.pending(feed);
    assertThat(feed.cancel()).isTrue();
    assertThat(io.writeWaker()).isNull();
    io.release();
    task.run(sink.flush());
    assertThat(io.written()).hasSize(8192).doesNotContain(9);
  }

  @Test
  void flush_cancelled_keepsWhatIsLeft() throws Exception {
    io.accepts(2).writeStalls();
    task.ready(sink.feed(new byte[] {1, 2, 3}));
    var flush = sink.flush();
    task.pending(flush);
    assertThat(flush.cancel()).isTrue();
    assertThat(sink.waitingBytes()).isEqualTo(1);
    io.release();
    task.run(sink.flush());
    assertThat(io.written()).containsExactly(1, 2, 3);
  }

  @Test
  void close_writesFlushesAndEnds_andTwiceIsHarmless() throws Exception {
    task.ready(sink.feed(new byte[] {1}));
    io.refuses().accepts(1).refuses().refuses();
    task.run(sink.closeAsync());
    assertThat(io.written()).containsExactly(1);
    assertThat(io.isShutDown()).isTrue();
    task.ready(sink.closeAsync());
    assertThatThrownBy(() -> task.ready(sink.feed(new byte[1])))
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void close_begun_refusesFurtherItems() throws Exception {
    io.writeStalls();
    assertThat(sink.pollReady(task)).isTrue();
    assertThat(sink.pollClose(task)).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> sink.startSend(new byte[1]));
    assertThatThrownBy(() -> sink.pollReady(task)).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void target_broken_saysSo() throws Exception {
    IOException broken = new IOException("reset");
    io.writeBreaks(broken);
    task.ready(sink.feed(new byte[1]));
    assertThatThrownBy(() -> task.ready(sink.flush())).isSameAs(broken);
  }

  @Test
  void target_thatTakesNothing_isAnError() throws Exception {
    AsyncWrite lazy =
        new AsyncWrite() {
          @Override
          public int pollWrite(ByteBuffer source, Context cx) {
            return 0;
          }

          @Override
          public boolean pollFlush(Context cx) {
            return true;
          }

          @Override
          public boolean pollShutdown(Context cx) {
            return true;
          }
        };
    FramedWrite<byte[]> bytes = FramedWrite.of(lazy, new BytesCodec());
    task.ready(bytes.feed(new byte[1]));
    assertThatThrownBy(() -> task.ready(bytes.flush())).hasMessageContaining("accepted 0 bytes");
  }

  @Test
  void memory_atRest_isNone() throws Exception {
    assertThat(sink.capacity()).isZero();
    task.ready(sink.feed(new byte[100]));
    assertThat(sink.capacity()).isBetween(100, 1024);
    task.ready(sink.flush());
    assertThat(sink.capacity()).isZero();
    task.ready(sink.send(new byte[1 << 20]));
    assertThat(sink.capacity()).isZero();
  }

  @Test
  void trim_atRest_leavesNoMemory() throws Exception {
    task.ready(sink.send(new byte[100]));
    sink.trim();
    assertThat(sink.capacity()).isZero();
    task.ready(sink.feed(new byte[100]));
    sink.trim();
    assertThat(sink.waitingBytes()).isEqualTo(100);
    task.ready(sink.flush());
    assertThat(io.written()).hasSize(200);
  }

  @Test
  void frame_encodedBefore_isSentAsItIs() throws Exception {
    assertThatIllegalStateException().isThrownBy(() -> sink.startSendEncoded(new byte[] {1}));
    assertThat(sink.pollReady(task)).isTrue();
    sink.startSendEncoded(new byte[] {1, 2, 3});
    assertThatIllegalStateException().isThrownBy(() -> sink.startSendEncoded(new byte[] {1}));
    task.ready(sink.flush());
    assertThat(io.written()).containsExactly(1, 2, 3);
  }
}

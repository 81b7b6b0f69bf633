package dev.weft.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CopyTest {

  private final TestTask task = new TestTask();

  @Test
  void copy_cutsAndShortWrites_arriveWholeAndFlushed() throws Exception {
    byte[] bytes = new byte[200];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    for (int at = 0; at <= bytes.length; at++) {
      ScriptedIo target = new ScriptedIo().accepts(7).refuses().eachWriteAccepts(11);
      assertThat(task.run(Io.copy(ScriptedIo.cut(bytes, at), target))).isEqualTo(200);
      assertThat(target.written()).isEqualTo(bytes);
      assertThat(target.flushes()).isPositive();
      assertThat(target.isShutDown()).isFalse();
    }
    ScriptedIo target = new ScriptedIo().acceptsByteByByte();
    assertThat(task.run(Io.copy(ScriptedIo.byteByByte(bytes), target))).isEqualTo(200);
    assertThat(target.written()).isEqualTo(bytes);
  }

  @Test
  void copy_sourceHasNothing_flushesWhatWasWritten() throws Exception {
    ScriptedIo source = new ScriptedIo().gives("hello").stalls();
    ScriptedIo target = new ScriptedIo();
    BufWriter buffered = new BufWriter(target);
    Future<Long> copy = Io.copy(source, buffered);
    task.pending(copy);
    assertThat(target.writtenText()).isEqualTo("hello");
    task.pending(copy);
    assertThat(target.flushes()).isEqualTo(1);
    source.release();
    assertThat(task.run(copy)).isEqualTo(5);
  }

  @Test
  void copy_fromBufReaderCancelledAnywhere_losesNothing() throws Exception {
    byte[] bytes = "The whole text, one way or another.".getBytes(UTF_8);
    for (int polls = 1; polls < 40; polls++) {
      BufReader source = new BufReader(ScriptedIo.byteByByte(bytes), 8);
      ScriptedIo target = new ScriptedIo().acceptsByteByByte();
      Future<Long> first = Io.copy(source, target);
      for (int i = 0; i < polls; i++) {
        task.pending(first);
      }
      assertThat(first.cancel()).isTrue();
      int before = target.written().length;
      assertThat(task.run(Io.copy(source, target))).isEqualTo(bytes.length - before);
      assertThat(target.written()).isEqualTo(bytes);
    }
  }

  @Test
  void copy_cancelled_leavesNoWaker() throws Exception {
    ScriptedIo source = new ScriptedIo().gives("x").stalls();
    ScriptedIo target = new ScriptedIo().accepts(1).writeStalls();
    Future<Long> copy = Io.copy(source, target);
    task.pending(copy);
    assertThat(source.readWaker()).isNotNull();
    assertThat(target.writeWaker()).isNotNull();
    assertThat(copy.cancel()).isTrue();
    assertThat(source.readWaker()).isNull();
    assertThat(target.writeWaker()).isNull();
  }

  @Test
  void copy_failures_areTheVeryOnes() {
    var broken = new IOException("read");
    var full = new IOException("write");
    assertThatThrownBy(
            () -> task.run(Io.copy(new ScriptedIo().gives("a").breaks(broken), Io.sink())))
        .isSameAs(broken);
    BufReader source = new BufReader(new ScriptedIo().gives("abc"));
    assertThatThrownBy(
            () -> task.run(Io.copy(source, new ScriptedIo().accepts(1).writeBreaks(full))))
        .isSameAs(full);
    assertThat(source.buffered()).isEqualTo(2);
  }

  @Test
  void copyBidirectional_bothEnd_countsAndShutsBothDown() throws Exception {
    ScriptedIo first = ScriptedIo.byteByByte("hello".getBytes(UTF_8)).eachWriteAccepts(2);
    ScriptedIo second = ScriptedIo.cut("goodbye!".getBytes(UTF_8), 3).acceptsByteByByte();
    assertThat(task.run(Io.copyBidirectional(first, second))).isEqualTo(new CopyCounts(5, 8));
    assertThat(first.writtenText()).isEqualTo("goodbye!");
    assertThat(second.writtenText()).isEqualTo("hello");
    assertThat(first.isShutDown()).isTrue();
    assertThat(second.isShutDown()).isTrue();
  }

  @Test
  void copyBidirectional_oneSideHalfClosed_keepsTheOtherGoing() throws Exception {
    ScriptedIo first = new ScriptedIo().gives("request");
    ScriptedIo second = new ScriptedIo().stalls().gives("late answer");
    Future<CopyCounts> copy = Io.copyBidirectional(first, second);
    task.pending(copy);
    assertThat(second.writtenText()).isEqualTo("request");
    assertThat(second.isShutDown()).isTrue();
    assertThat(first.isShutDown()).isFalse();
    second.release();
    assertThat(task.run(copy)).isEqualTo(new CopyCounts(7, 11));
    assertThat(first.writtenText()).isEqualTo("late answer");
  }

  @Test
  void copyBidirectional_stalledWriter_doesNotStopTheOtherDirection() throws Exception {
    ScriptedIo first = new ScriptedIo().gives("to the stalled one");
    ScriptedIo second = new ScriptedIo().gives("all the same").writeStalls();
    Future<CopyCounts> copy = Io.copyBidirectional(first, second);
    task.pending(copy);
    assertThat(first.writtenText()).isEqualTo("all the same");
    assertThat(second.written()).isEmpty();
    second.release();
    assertThat(task.run(copy)).isEqualTo(new CopyCounts(18, 12));
  }

  @Test
  void copyBidirectional_firstFailure_endsBoth() throws Exception {
    var broken = new IOException("reset");
    ScriptedIo first = new ScriptedIo().stalls();
    ScriptedIo second = new ScriptedIo().pends().breaks(broken);
    Future<CopyCounts> copy = Io.copyBidirectional(first, second);
    task.pending(copy);
    assertThatThrownBy(() -> task.poll(copy)).isSameAs(broken);
    assertThat(first.readWaker()).isNull();
    assertThat(second.readWaker()).isNull();
  }

  @Test
  void copyBidirectional_bothAlwaysReady_shareTheBudget() throws Exception {
    Echo first = new Echo();
    Echo second = new Echo();
    Future<CopyCounts> copy = Io.copyBidirectional(first, second);
    for (int i = 0; i < 10; i++) {
      task.pending(copy);
      assertThat(task.yielded()).isTrue();
    }
    assertThat(copy.cancel()).isTrue();
    assertThat(first.written).isEqualTo(second.written).isPositive();
  }

  /** Gives without end and takes everything. */
  private static final class Echo implements AsyncRead, AsyncWrite {

    private final AsyncRead source = Io.repeat((byte) 1);
    private long written;

    @Override
    public int pollRead(ByteBuffer target, Context cx) throws IOException {
      return source.pollRead(target, cx);
    }

    @Override
    public int pollWrite(ByteBuffer bytes, Context cx) throws IOException {
      int count = Io.sink().pollWrite(bytes, cx);
      written += count;
      return count;
    }

    @Override
    public boolean pollFlush(Context cx) {
      return true;
    }

    @Override
    public boolean pollShutdown(Context cx) {
      return true;
    }
  }
}

package dev.weft.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SplitTest {

  private final TestTask task = new TestTask();
  private final TestTask other = new TestTask();

  @Test
  void halves_twoTasks_workIndependently() throws Exception {
    ScriptedIo io = new ScriptedIo().stalls().gives("in").writeStalls();
    SplitStream<ScriptedIo> split = Io.split(io);
    ByteBuffer target = ByteBuffer.allocate(2);
    Future<Void> read = Io.readExactly(split.reader(), target);
    Future<Void> write = split.writer().writeAll(ByteBuffer.wrap("out".getBytes(UTF_8)));
    task.pending(read);
    other.pending(write);
    assertThat(io.readWaker()).isSameAs(task.waker());
    assertThat(io.writeWaker()).isSameAs(other.waker());
    io.release();
    task.run(read);
    other.run(write);
    other.run(split.writer().flush());
    other.run(split.writer().shutdown());
    assertThat(io.writtenText()).isEqualTo("out");
    assertThat(io.flushes()).isEqualTo(1);
    assertThat(io.isShutDown()).isTrue();
  }

  @Test
  void halves_vectoredWriteAndCancels_reachTheStream() throws Exception {
    ScriptedIo io = new ScriptedIo().stalls().refuses();
    SplitStream<ScriptedIo> split = Io.split(io);
    Future<Integer> read = split.reader().read(ByteBuffer.allocate(1));
    task.pending(read);
    assertThat(read.cancel()).isTrue();
    assertThat(io.readWaker()).isNull();
    ByteBuffer[] parts = {ByteBuffer.allocate(1), ByteBuffer.allocate(2)};
    Future<Void> write = split.writer().writeAll(parts);
    task.pending(write);
    assertThat(write.cancel()).isTrue();
    assertThat(io.writeWaker()).isNull();
    task.ready(split.writer().writeAll(parts));
    assertThat(io.written()).hasSize(3);
  }

  @Test
  void reunite_thePair_givesTheStreamAndEndsTheHalves() throws Exception {
    ScriptedIo io = new ScriptedIo();
    SplitStream<ScriptedIo> split = Io.split(io);
    Future<Integer> read = split.reader().read(ByteBuffer.allocate(1));
    assertThat(split.reader().reunite(split.writer())).isSameAs(io);
    assertThatThrownBy(() -> task.poll(read))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was reunited");
    Future<Void> never = split.writer().flush();
    assertThat(never.cancel()).isTrue();
    assertThatThrownBy(() -> split.reader().reunite(split.writer()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void reunite_strangers_isRefusedAndLeavesThemAlone() throws Exception {
    SplitStream<ScriptedIo> one = Io.split(new ScriptedIo().gives("x"));
    SplitStream<ScriptedIo> two = Io.split(new ScriptedIo());
    assertThat(one.reader().isPairOf(one.writer())).isTrue();
    assertThat(one.reader().isPairOf(two.writer())).isFalse();
    assertThatThrownBy(() -> one.reader().reunite(two.writer()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("different splits");
    assertThat(task.ready(one.reader().read(ByteBuffer.allocate(1)))).isEqualTo(1);
  }
}

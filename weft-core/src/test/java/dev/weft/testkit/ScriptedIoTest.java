package dev.weft.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.AsyncRead;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ScriptedIoTest {

  private final TestTask task = new TestTask();
  private final ByteBuffer target = ByteBuffer.allocate(8);

  @Test
  void reads_script_isFollowedInOrder() throws Exception {
    var broken = new IOException("broken");
    var io = new ScriptedIo().gives("abc").pends().breaks(broken).stalls().gives("d");
    assertThat(task.ready(io.read(target))).isEqualTo(3);
    task.pending(io.read(target));
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(io.read(target))).isSameAs(broken);
    task.pending(io.read(target));
    assertThat(task.wakes()).isZero();
    io.release();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(io.read(target))).isEqualTo(1);
    assertThat(task.ready(io.read(target))).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void reads_smallTarget_leaveTheRestOfAStep() throws Exception {
    var io = new ScriptedIo().gives("abc");
    assertThat(task.ready(io.read(ByteBuffer.allocate(2)))).isEqualTo(2);
    assertThat(task.ready(io.read(ByteBuffer.allocate(2)))).isEqualTo(1);
  }

  @Test
  void writes_script_isFollowedInOrder() throws Exception {
    var full = new IOException("full");
    var io = new ScriptedIo().accepts(2).refuses().writeBreaks(full).writeStalls();
    ByteBuffer source = ByteBuffer.wrap("abcdef".getBytes(UTF_8));
    assertThat(task.ready(io.write(source))).isEqualTo(2);
    task.pending(io.write(source));
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(io.write(source))).isSameAs(full);
    task.pending(io.flush());
    assertThat(task.wakes()).isZero();
    io.release();
    assertThat(task.wakes()).isEqualTo(1);
    task.ready(io.writeAll(source));
    task.ready(io.flush());
    task.ready(io.shutdown());
    assertThat(io.writtenText()).isEqualTo("abcdef");
    assertThat(io.isShutDown()).isTrue();
    assertThatThrownBy(() -> task.poll(io.write(source))).isInstanceOf(IOException.class);
  }

  @Test
  void refuseThenStall_pendingWrite_isWokenOnlyByTheFirst() throws Exception {
    var io = new ScriptedIo().refuses().writeStalls();
    task.pending(io.flush());
    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(io.flush());
    assertThat(task.takeWakes()).isZero();
    assertThat(io.writeWaker()).isSameAs(task.waker());
  }
}

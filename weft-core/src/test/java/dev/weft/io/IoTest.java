package dev.weft.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class IoTest {

  private final TestTask task = new TestTask();

  private String all(AsyncRead source) throws Exception {
    return new String(task.run(new BufReader(source, 3).readToEnd(10_000)), UTF_8);
  }

  private static AsyncRead text(String text) {
    return Io.fromBytes(text.getBytes(UTF_8));
  }

  @Test
  void readExactly_cutAnywhere_fillsTheTarget() throws Exception {
    byte[] bytes = "0123456789".getBytes(UTF_8);
    for (int at = 0; at <= bytes.length; at++) {
      ByteBuffer target = ByteBuffer.allocate(10);
      task.run(Io.readExactly(ScriptedIo.cut(bytes, at), target));
      assertThat(target.array()).isEqualTo(bytes);
    }
  }

  @Test
  void readExactly_cancelledAtEachPending_goesOnWithTheSameTarget() throws Exception {
    byte[] bytes = "0123456789".getBytes(UTF_8);
    ScriptedIo io = ScriptedIo.byteByByte(bytes);
    ByteBuffer target = ByteBuffer.allocate(10);
    Future<Void> read = Io.readExactly(io, target);
    while (!task.poll(read).isReady()) {
      assertThat(read.cancel()).isTrue();
      assertThat(io.readWaker()).isNull();
      read = Io.readExactly(io, target);
    }
    assertThat(target.array()).isEqualTo(bytes);
  }

  @Test
  void readExactly_failures_leaveThePositionRight() {
    var broken = new IOException("reset");
    ByteBuffer target = ByteBuffer.allocate(10);
    ScriptedIo io = new ScriptedIo().gives("abc").breaks(broken).gives("de");
    assertThatThrownBy(() -> task.run(Io.readExactly(io, target))).isSameAs(broken);
    assertThat(target.position()).isEqualTo(3);
    assertThatThrownBy(() -> task.run(Io.readExactly(io, target)))
        .isInstanceOf(EOFException.class)
        .hasMessage("The source ended 5 bytes short of the 7 that were asked for.");
    assertThat(target.position()).isEqualTo(5);
  }

  @Test
  void readExactly_sourceGivesNothing_failsInsteadOfSpinning() {
    AsyncRead lazy = (target, cx) -> 0;
    assertThatThrownBy(() -> task.run(Io.readExactly(lazy, ByteBuffer.allocate(1))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gave 0 bytes");
    assertThatThrownBy(() -> task.run(new BufReader(lazy).readLine()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gave 0 bytes");
  }

  @Test
  void take_limit_leavesTheRestInTheSource() throws Exception {
    ScriptedIo io = new ScriptedIo().gives("abc").pends().gives("defgh");
    assertThat(all(Io.take(io, 5))).isEqualTo("abcde");
    assertThat(all(io)).isEqualTo("fgh");
    assertThat(all(Io.take(text("ab"), Long.MAX_VALUE))).isEqualTo("ab");
    assertThat(all(Io.take(Io.repeat((byte) 'z'), 3000))).isEqualTo("z".repeat(3000));
    assertThatThrownBy(() -> Io.take(io, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit is -1; accepted is 0 or more.");
  }

  @Test
  void take_failure_restoresTheTargetsLimit() {
    AsyncRead source = Io.take(new ScriptedIo().breaks(new IOException("x")), 2);
    ByteBuffer target = ByteBuffer.allocate(8);
    assertThatThrownBy(() -> task.poll(source.read(target))).isInstanceOf(IOException.class);
    assertThat(target.limit()).isEqualTo(8);
    assertThat(target.position()).isZero();
  }

  @Test
  void chain_twoSources_followEachOther() throws Exception {
    ScriptedIo second = new ScriptedIo().pends().gives("cd");
    assertThat(all(Io.chain(ScriptedIo.byteByByte("ab".getBytes(UTF_8)), second)))
        .isEqualTo("abcd");
    assertThat(all(Io.chain(Io.empty(), Io.empty()))).isEmpty();
  }

  @Test
  void chainAndTake_cancelled_leaveNoWaker() throws Exception {
    ScriptedIo first = new ScriptedIo().stalls();
    ScriptedIo second = new ScriptedIo().stalls();
    Future<Integer> read = Io.take(Io.chain(first, second), 9).read(ByteBuffer.allocate(1));
    task.pending(read);
    assertThat(first.readWaker()).isNotNull();
    read.cancel();
    assertThat(first.readWaker()).isNull();
    read = Io.chain(Io.empty(), second).read(ByteBuffer.allocate(1));
    task.pending(read);
    read.cancel();
    assertThat(second.readWaker()).isNull();
  }

  @Test
  void simpleSources_targetWithoutRoom_giveZero() throws Exception {
    ByteBuffer none = ByteBuffer.allocate(0);
    for (AsyncRead source :
        new AsyncRead[] {
          Io.empty(),
          Io.repeat((byte) 1),
          text("a"),
          Io.take(text("a"), 0),
          Io.chain(Io.empty(), text("b"))
        }) {
      assertThat(task.ready(source.read(none))).isZero();
    }
  }

  @Test
  void sink_everything_isTaken() throws Exception {
    ByteBuffer one = ByteBuffer.allocate(5);
    ByteBuffer two = ByteBuffer.allocate(7);
    task.ready(Io.sink().writeAll(one, two));
    assertThat(one.hasRemaining() || two.hasRemaining()).isFalse();
    assertThat(task.ready(Io.sink().write(ByteBuffer.allocate(3)))).isEqualTo(3);
    task.ready(Io.sink().flush());
    task.ready(Io.sink().shutdown());
  }

  @Test
  void writeAll_cancelledAnywhere_positionSaysHowMuch() throws Exception {
    ScriptedIo io = new ScriptedIo().acceptsByteByByte();
    ByteBuffer[] parts = {ByteBuffer.wrap(new byte[] {1, 2}), ByteBuffer.wrap(new byte[] {3, 4})};
    Future<Void> write = io.writeAll(parts);
    while (!task.poll(write).isReady()) {
      int taken = parts[0].position() + parts[1].position();
      assertThat(io.written()).hasSize(taken);
      assertThat(write.cancel()).isTrue();
      assertThat(io.writeWaker()).isNull();
      write = io.writeAll(parts);
    }
    assertThat(io.written()).containsExactly(1, 2, 3, 4);
  }
}

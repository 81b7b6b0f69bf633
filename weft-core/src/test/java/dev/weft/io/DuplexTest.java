package dev.weft.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DuplexTest {

  private final TestTask here = new TestTask();
  private final TestTask there = new TestTask();
  private final DuplexPair pair = Io.duplex(4);
  private final DuplexStream first = pair.first();
  private final DuplexStream second = pair.second();

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private String read(int room) throws Exception {
    ByteBuffer target = ByteBuffer.allocate(room);
    int count = there.ready(second.read(target));
    return count < 0 ? "end" : new String(target.array(), 0, count, UTF_8);
  }

  @Test
  void duplex_bothDirections_areIndependent() throws Exception {
    here.ready(first.writeAll(bytes("ab")));
    there.ready(second.writeAll(bytes("cdef")));
    assertThat(read(9)).isEqualTo("ab");
    ByteBuffer back = ByteBuffer.allocate(9);
    assertThat(here.ready(first.read(back))).isEqualTo(4);
  }

  @Test
  void read_empty_isWokenByAWrite() throws Exception {
    ByteBuffer target = ByteBuffer.allocate(9);
    Future<Integer> read = second.read(target);
    there.pending(read);
    assertThat(there.wakes()).isZero();
    here.ready(first.writeAll(bytes("x")));
    assertThat(there.wakes()).isEqualTo(1);
    here.ready(first.writeAll(bytes("y")));
    assertThat(there.wakes()).isEqualTo(1);
    assertThat(there.ready(read)).isEqualTo(2);
  }

  @Test
  void write_full_isShortThenWaitsForARead() throws Exception {
    ByteBuffer source = bytes("abcdefgh");
    assertThat(here.ready(first.write(source))).isEqualTo(4);
    Future<Integer> write = first.write(source);
    here.pending(write);
    assertThat(source.position()).isEqualTo(4);
    assertThat(read(3)).isEqualTo("abc");
    assertThat(here.wakes()).isEqualTo(1);
    assertThat(here.ready(write)).isEqualTo(3);
    assertThat(read(9)).isEqualTo("defg");
  }

  @Test
  void emptyOperations_onFullAndEmptyPipes_areZeroAtOnce() throws Exception {
    assertThat(read(0)).isEmpty();
    here.ready(first.writeAll(bytes("abcd")));
    assertThat(here.ready(first.write(bytes("")))).isZero();
  }

  @Test
  void peerClosed_reads_drainThenEnd() throws Exception {
    here.ready(first.writeAll(bytes("abc")));
    first.close();
    assertThat(read(2)).isEqualTo("ab");
    assertThat(read(2)).isEqualTo("c");
    assertThat(read(2)).isEqualTo("end");
    assertThat(read(2)).isEqualTo("end");
  }

  @Test
  void peerClosed_writes_failEvenEmptyOnes() {
    second.close();
    assertThatThrownBy(() -> here.poll(first.write(bytes("x"))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Broken pipe");
    assertThatThrownBy(() -> here.poll(first.write(bytes(""))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Broken pipe");
  }

  @Test
  void peerClosed_writerOfTooMuch_isWokenAndFails() throws Exception {
    Future<Void> write = first.writeAll(bytes("abcdefgh"));
    here.pending(write);
    second.close();
    assertThat(here.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> here.poll(write))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Broken pipe");
  }

  @Test
  void peerClosed_reader_isWokenAndSeesTheEnd() throws Exception {
    Future<Integer> read = second.read(ByteBuffer.allocate(1));
    there.pending(read);
    first.close();
    assertThat(there.wakes()).isEqualTo(1);
    assertThat(there.ready(read)).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void shutdown_endsOneDirectionOnly() throws Exception {
    here.ready(first.writeAll(bytes("x")));
    here.ready(first.shutdown());
    here.ready(first.shutdown());
    here.ready(first.flush());
    assertThat(read(9)).isEqualTo("x");
    assertThat(read(9)).isEqualTo("end");
    assertThatThrownBy(() -> here.poll(first.write(bytes("y"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("shut down or closed");
    assertThatThrownBy(() -> here.poll(first.write(bytes("")))).isInstanceOf(IOException.class);
    there.ready(second.writeAll(bytes("y")));
    assertThat(here.ready(first.read(ByteBuffer.allocate(1)))).isEqualTo(1);
  }

  @Test
  void closed_ownPendingOperations_areWokenAndFail() throws Exception {
    Future<Integer> read = first.read(ByteBuffer.allocate(1));
    here.pending(read);
    Future<Void> write = first.writeAll(bytes("abcdefgh"));
    there.pending(write);
    here.ready(first.closeAsync());
    here.ready(first.closeAsync());
    assertThat(here.wakes()).isEqualTo(1);
    assertThat(there.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> here.poll(read))
        .isInstanceOf(IOException.class)
        .hasMessage("This end of the duplex stream is closed.");
    assertThatThrownBy(() -> there.poll(write)).isInstanceOf(IOException.class);
  }

  @Test
  void close_cancelledBeforeItsFirstPoll_closesAllTheSame() throws Exception {
    Future<Void> close = first.closeAsync();
    assertThat(close.cancel()).isTrue();
    assertThat(there.ready(second.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
    assertThatThrownBy(() -> here.poll(first.read(ByteBuffer.allocate(1))))
        .isInstanceOf(IOException.class)
        .hasMessage("This end of the duplex stream is closed.");
  }

  @Test
  void cancelledOperations_leaveNoWakerAndLoseNothing() throws Exception {
    Future<Integer> read = second.read(ByteBuffer.allocate(4));
    there.pending(read);
    assertThat(read.cancel()).isTrue();
    ByteBuffer source = bytes("abcdef");
    Future<Void> write = first.writeAll(source);
    here.pending(write);
    assertThat(there.wakes()).isZero();
    assertThat(write.cancel()).isTrue();
    assertThat(read(9)).isEqualTo("abcd");
    assertThat(here.wakes()).isZero();
    here.ready(first.writeAll(source));
    assertThat(read(9)).isEqualTo("ef");
  }

  @Test
  void latestWaker_isTheOneThatIsWoken() throws Exception {
    Future<Integer> read = second.read(ByteBuffer.allocate(4));
    there.pending(read);
    here.pending(read);
    here.ready(first.writeAll(bytes("x")));
    assertThat(there.wakes()).isZero();
    assertThat(here.wakes()).isEqualTo(1);
  }

  @Test
  void capacity_outOfRange_isRefused() {
    assertThatThrownBy(() -> Io.duplex(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("capacity is 0; accepted is 1 to 1073741824.");
  }
}

package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import dev.weft.testkit.WakeCounter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FramedReadTest {

  private final TestTask task = new TestTask();
  private final ScriptedIo io = new ScriptedIo();
  private final FramedRead<byte[]> stream = FramedRead.of(io, LengthDelimitedCodec.create());

  private @Nullable String next() throws Exception {
    byte[] frame = task.run(stream.next());
    return frame == null ? null : Frames.hex(frame);
  }

  private void gives(String hex) {
    io.gives(Frames.hex(hex));
  }

  @Test
  void frame_partial_staysWhilePending() throws Exception {
    gives("000000");
    io.stalls();
    gives("02aabb00");
    task.pending(stream.next());
    io.release();
    assertThat(next()).isEqualTo("aabb");
  }

  @Test
  void input_thatEndsInsideAFrame_failsOnceWithTheNumberOfBytes() throws Exception {
    gives("00000001aa" + "00000002bb");
    assertThat(next()).isEqualTo("aa");
    assertThatThrownBy(this::next)
        .isInstanceOf(EOFException.class)
        .hasMessage("The input ended inside a frame: its last 5 bytes are no whole frame.");
    gives("00000001cc");
    assertThat(next()).isNull();
    assertThat(next()).isNull();
    assertThat(stream.capacity()).isZero();
  }

  @Test
  void input_empty_endsAtOnce() throws Exception {
    assertThat(next()).isNull();
    assertThat(next()).isNull();
  }

  @Test
  void input_thatGoesOnAfterItsEnd_isReadOn() throws Exception {
    gives("00000001aa");
    assertThat(next()).isEqualTo("aa");
    assertThat(next()).isNull();
    assertThat(next()).isNull();
    gives("0000");
    io.pends();
    gives("0001bb");
    assertThat(next()).isEqualTo("bb");
    assertThat(next()).isNull();
  }

  @Test
  void failure_ofDecoding_comesOnceThenTheEnd() throws Exception {
    gives("00000001aa" + "ff000000" + "00000001bb");
    assertThat(next()).isEqualTo("aa");
    assertThatThrownBy(this::next).isInstanceOf(FrameTooLargeException.class);
    int reads = io.readCalls();
    assertThat(next()).isNull();
    assertThat(next()).isNull();
    assertThat(io.readCalls()).isEqualTo(reads);
  }

  @Test
  void failure_ofTheSource_comesOnceThenTheEnd() throws Exception {
    IOException broken = new IOException("reset");
    gives("00000001aa000000");
    io.breaks(broken);
    gives("01bb");
    assertThat(next()).isEqualTo("aa");
    assertThatThrownBy(this::next).isSameAs(broken);
    assertThat(next()).isNull();
    assertThat(next()).isNull();
  }

  @Test
  void failure_uncheckedInADecoder_endsTheStream() throws Exception {
    FramedRead<byte[]> broken =
        FramedRead.of(
            io,
            new BytesCodec()
                .map(
                    _ -> {
                      throw new IllegalArgumentException("a bug");
                    }));
    gives("aa");
    assertThatThrownBy(() -> task.run(broken.next())).hasMessage("a bug");
    assertThat(task.run(broken.next())).isNull();
  }

  @Test
  void errorInADecoder_endsTheStreamInsteadOfBeingMetAgain() throws Exception {
    gives("00000001aa");
    Decoder<byte[]> broken =
        in -> {
          throw new StackOverflowError("deep");
        };
    FramedRead<byte[]> read = FramedRead.of(io, broken);
    assertThatThrownBy(() -> task.run(read.next())).isInstanceOf(StackOverflowError.class);
    assertThat(task.run(read.next())).isNull();
  }

  @Test
  void frames_atTheEnd_mayBeSeveral() throws Exception {
    Decoder<String> atEnd =
        new Decoder<>() {
          @Override
          public @Nullable String decode(ByteBuffer in) {
            return null;
          }

          @Override
          public @Nullable String decodeEof(ByteBuffer in) {
            return in.hasRemaining() ? "byte " + in.get() : null;
          }
        };
    gives("0102");
    io.pends();
    gives("03");
    assertThat(Frames.decode(io, atEnd)).containsExactly("byte 1", "byte 2", "byte 3");
  }

  @Test
  void decoder_withFramesOfItsOwn_isAskedUntilItSaysNull() throws Exception {
    Decoder<Byte> batches =
        new Decoder<>() {
          private final Deque<Byte> ready = new ArrayDeque<>();

          @Override
          public @Nullable Byte decode(ByteBuffer in) {
            while (in.hasRemaining()) {
              ready.add(in.get());
            }
            return ready.poll();
          }
        };
    gives("010203");
    io.stalls();
    FramedRead<Byte> bytes = FramedRead.of(io, batches);
    assertThat(task.ready(bytes.next())).isEqualTo((byte) 1);
    assertThat(task.ready(bytes.next())).isEqualTo((byte) 2);
    assertThat(task.ready(bytes.next())).isEqualTo((byte) 3);
    task.pending(bytes.next());
  }

  @Test
  void decoder_thatChangesTheOrder_changesNothingForTheNextCall() throws Exception {
    Decoder<Short> little =
        in -> in.remaining() < 2 ? null : in.order(ByteOrder.LITTLE_ENDIAN).getShort();
    gives("0100" + "02");
    io.pends();
    gives("00");
    assertThat(Frames.decode(io, little)).containsExactly((short) 1, (short) 2);
    Decoder<ByteOrder> order =
        in -> {
          ByteOrder now = in.order();
          in.position(in.limit()).order(ByteOrder.LITTLE_ENDIAN);
          return now;
        };
    gives("01");
    io.pends();
    gives("01");
    FramedRead<ByteOrder> orders = FramedRead.of(io, order);
    assertThat(task.run(orders.next())).isEqualTo(ByteOrder.BIG_ENDIAN);
    assertThat(task.run(orders.next())).isEqualTo(ByteOrder.BIG_ENDIAN);
  }

  @Test
  void decoder_thatNeverFindsAFrame_isStoppedAtItsCap() {
    Decoder<String> never =
        new Decoder<>() {
          @Override
          public @Nullable String decode(ByteBuffer in) {
            return null;
          }

          @Override
          public int maxBytes() {
            return 5000;
          }
        };
    ScriptedIo endless = new ScriptedIo();
    for (int i = 0; i < 100; i++) {
      endless.gives(new byte[100]);
    }
    FramedRead<String> strings = FramedRead.of(endless, never);
    assertThatThrownBy(() -> task.run(strings.next()))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage("A frame that hasn't ended has 5001 bytes or more; at most 5000 are accepted.");
  }

  @Test
  void source_thatReadsNothing_isAnError() {
    AsyncRead lazy = (_, _) -> 0;
    FramedRead<byte[]> bytes = FramedRead.of(lazy, new BytesCodec());
    assertThatThrownBy(() -> task.run(bytes.next()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("read 0 bytes");
  }

  @Test
  void source_alwaysReadyWithOneByte_yieldsNowAndThen() throws Exception {
    AsyncRead trickle =
        (target, _) -> {
          target.put((byte) 0x01);
          return 1;
        };
    FramedRead<byte[]> large =
        FramedRead.of(trickle, LengthDelimitedCodec.builder().maxPayload(1 << 25).build());
    int polls = 0;
    while (!task.poll(large.next()).isReady()) {
      assertThat(task.yielded()).isTrue();
      polls++;
      if (polls == 100) {
        break;
      }
    }
    assertThat(polls).isEqualTo(100);
    WakeCounter waker = new WakeCounter();
    assertThat(large.pollNext(Context.of(waker))).isSameAs(RawFuture.PENDING);
    assertThat(waker.wakes()).isEqualTo(1);
  }

  @Test
  void frames_manyReady_stopAtTheBudget() throws Exception {
    gives("00000001aa".repeat(200));
    FramedRead<byte[]> many = FramedRead.of(io, LengthDelimitedCodec.create());
    task.setBudget(PollContext.BUDGET);
    int frames = 0;
    while (task.pollOn(many.next()).isReady()) {
      frames++;
    }
    assertThat(frames).isEqualTo(PollContext.BUDGET);
    assertThat(Frames.rest(many)).hasSize(200 - PollContext.BUDGET);
  }

  @Test
  void memory_beforeTheFirstPollAndAtRest_isLittle() throws Exception {
    assertThat(stream.capacity()).isZero();
    byte[] large = Frames.encode(LengthDelimitedCodec.create(), List.of(new byte[1 << 20]));
    io.gives(large);
    io.stalls();
    assertThat(task.run(stream.next())).hasSize(1 << 20);
    task.pending(stream.next());
    assertThat(stream.capacity()).isZero();
  }

  @Test
  void memory_afterSmallFrames_isNoneAtRestAndLittleBetween() throws Exception {
    for (int i = 0; i < 10; i++) {
      gives("00000001aa");
      io.stalls();
      assertThat(next()).isEqualTo("aa");
      assertThat(stream.capacity()).isPositive();
      task.pending(stream.next());
      assertThat(stream.capacity()).isZero();
      io.release();
    }
    gives("00000001aa");
    assertThat(next()).isEqualTo("aa");
    assertThat(stream.capacity()).isEqualTo(256);
  }

  @Test
  void memory_atTheEndOfTheSource_isNone() throws Exception {
    gives("00000001aa");
    assertThat(next()).isEqualTo("aa");
    assertThat(next()).isNull();
    assertThat(next()).isNull();
    assertThat(stream.capacity()).isZero();
  }

  @Test
  void memory_startOfASmallFrameBehindALargeOne_shrinks() throws Exception {
    ScriptedIo lines = new ScriptedIo().gives("x".repeat(900_000) + "\nab").stalls().gives("c\n");
    FramedRead<String> strings = FramedRead.of(lines, new LinesCodec(1 << 20));
    assertThat(task.run(strings.next())).hasSize(900_000);
    assertThat(strings.capacity()).isGreaterThan(900_000);
    task.pending(strings.next());
    assertThat(strings.capacity()).isLessThanOrEqualTo(1024);
    lines.release();
    assertThat(task.run(strings.next())).isEqualTo("abc");
  }

  @Test
  void memory_ofALargeFrame_growsWithWhatHasCome() throws Exception {
    gives("00400000");
    io.stalls();
    io.gives(new byte[100_000]).stalls().gives(new byte[(4 << 20) - 100_000]);
    task.pending(stream.next());
    assertThat(stream.capacity()).isLessThanOrEqualTo(1024);
    io.release();
    var next = stream.next();
    while (io.readWaker() == null) {
      task.pending(next);
    }
    assertThat(stream.capacity()).isLessThanOrEqualTo(2 * 131_072);
    io.release();
    assertThat(task.run(next)).hasSize(4 << 20);
  }

  @Test
  void reads_ofAStream_growToTheReadSize() throws Exception {
    ScriptedIo flood = new ScriptedIo().gives(new byte[1 << 20]);
    FramedRead<byte[]> bytes = FramedRead.of(flood, new BytesCodec());
    List<byte[]> frames = Frames.rest(bytes);
    assertThat(frames.getFirst()).hasSize(1024);
    assertThat(frames.get(10)).hasSize(8192);
  }

  @Test
  void next_cancelled_leavesNothingBehind() throws Exception {
    gives("0000");
    io.stalls();
    gives("0001aa");
    var next = stream.next();
    task.pending(next);
    assertThat(io.readWaker()).isSameAs(task);
    assertThat(next.cancel()).isTrue();
    assertThat(io.readWaker()).isNull();
    io.release();
    assertThat(next()).isEqualTo("aa");
  }

  @Test
  void takeBuffered_afterAFrame_givesWhatIsBehindIt() throws Exception {
    gives("00000001aa" + "474554");
    assertThat(next()).isEqualTo("aa");
    assertThat(stream.takeBuffered()).containsExactly('G', 'E', 'T');
    assertThat(stream.takeBuffered()).isEmpty();
    assertThat(next()).isNull();
  }

  @Test
  void unread_beforeTheFirstPoll_isDecodedFirst() throws Exception {
    gives("bb" + "00000001cc");
    stream.unread(ByteBuffer.wrap(Frames.hex("0001aa" + "00000001")));
    stream.unread(ByteBuffer.wrap(Frames.hex("0000")));
    assertThat(next()).isEqualTo("aa");
    assertThat(next()).isEqualTo("bb");
    assertThat(next()).isEqualTo("cc");
    assertThat(next()).isNull();
    assertThatIllegalStateException().isThrownBy(() -> stream.unread(ByteBuffer.allocate(1)));
  }

  @Test
  void frames_thatHaveArrived_areTakenWithoutARead() throws Exception {
    assertThat(stream.takeArrived()).isNull();
    gives("00000001aa" + "00000001bb" + "00000001");
    io.stalls();
    gives("cc");
    assertThat(next()).isEqualTo("aa");
    int reads = io.readCalls();

    assertThat(stream.takeArrived()).isEqualTo(Frames.hex("bb"));
    assertThat(stream.takeArrived()).isNull();
    assertThat(io.readCalls()).isEqualTo(reads);
    io.release();
    assertThat(next()).isEqualTo("cc");
  }

  @Test
  void memory_ofASourceWithNothingToRead_isNotTakenUntilThereIs() throws Exception {
    AsyncRead quiet =
        new AsyncRead() {
          @Override
          public int pollRead(ByteBuffer target, Context cx) throws IOException {
            return io.pollRead(target, cx);
          }

          @Override
          public boolean pollReadable(Context cx) throws IOException {
            return io.readCalls() > 0 || io.pollRead(ByteBuffer.allocate(0), cx) != 0;
          }
        };
    gives("00000001aa");
    FramedRead<byte[]> lazy = FramedRead.of(quiet, LengthDelimitedCodec.create());
    task.pending(lazy.next());
    assertThat(lazy.capacity()).isZero();
    assertThat(task.ready(lazy.next())).isEqualTo(Frames.hex("aa"));
  }

  @Test
  void trim_atRest_leavesNoMemoryAndInAFrameNothingUndone() throws Exception {
    gives("00000001aa");
    io.stalls();
    gives("00000002bb");
    io.stalls();
    gives("cc");
    assertThat(next()).isEqualTo("aa");
    task.pending(stream.next());
    stream.trim();
    assertThat(stream.capacity()).isZero();
    io.release();
    task.pending(stream.next());
    stream.trim();
    assertThat(stream.capacity()).isPositive();
    io.release();
    assertThat(next()).isEqualTo("bbcc");
  }
}

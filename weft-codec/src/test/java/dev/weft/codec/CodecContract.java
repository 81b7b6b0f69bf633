package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds for each codec that keeps frames apart. */
abstract class CodecContract<T> {

  private static final int ROUNDS = 60;

  /** A new codec. */
  abstract Codec<T, T> codec();

  /** A random item; small ones more often than large ones. */
  abstract T item(SplittableRandom random);

  /** The item in a form that can be compared. */
  Object form(T item) {
    return item;
  }

  private List<T> items(SplittableRandom random, int count) {
    return IntStream.range(0, count).mapToObj(_ -> item(random)).toList();
  }

  private List<Object> forms(List<T> items) {
    return items.stream().map(this::form).toList();
  }

  @Test
  void frames_cutAtEveryByte_areTheSame() throws Exception {
    List<T> items = items(new SplittableRandom(1), 5);
    byte[] bytes = Frames.encode(codec(), items);
    int step = Math.max(1, bytes.length / 5_000);
    for (int at = 0; at <= bytes.length; at += step) {
      List<T> got = Frames.decode(ScriptedIo.cut(bytes, at), codec());
      assertThat(forms(got)).as("cut at %d", at).isEqualTo(forms(items));
    }
  }

  @Test
  void frames_singleBytesWithPendingBetween_areTheSame() throws Exception {
    List<T> items = items(new SplittableRandom(2), 5);
    byte[] bytes = Frames.encode(codec(), items);
    List<T> got = Frames.decode(ScriptedIo.byteByByte(bytes), codec());
    assertThat(forms(got)).isEqualTo(forms(items));
  }

  @Test
  void frames_randomOnesInRandomPieces_areTheSame() throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < ROUNDS; round++) {
      List<T> items = items(random, random.nextInt(12));
      byte[] bytes = Frames.encode(codec(), items);
      List<T> got = Frames.decode(Frames.pieces(bytes, random), codec());
      assertThat(forms(got)).as("-Dweft.seed=%d, round %d", seed, round).isEqualTo(forms(items));
    }
  }

  @Test
  void frames_severalInOneSegment_takeOneRead() throws Exception {
    T item = item(new SplittableRandom(3));
    List<T> items = List.of(item, item, item);
    byte[] bytes = Frames.encode(codec(), items);
    ScriptedIo io = new ScriptedIo().gives(bytes).stalls();
    FramedRead<T> stream =
        FramedRead.of(io, codec(), FramedOptions.DEFAULT.withReadBytes(bytes.length + 1));
    TestTask task = new TestTask();
    List<T> got = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      got.add(task.ready(stream.next()));
    }
    assertThat(forms(got)).isEqualTo(forms(items));
    assertThat(io.readCalls()).isLessThanOrEqualTo(1 + bytes.length / 1024);
    task.pending(stream.next());
  }

  @Test
  void frames_nextCancelledAtEveryByte_areAllThere() throws Exception {
    List<T> items = items(new SplittableRandom(4), 3);
    byte[] bytes = Frames.encode(codec(), items);
    ScriptedIo io = new ScriptedIo();
    for (byte each : bytes) {
      io.gives(new byte[] {each}).stalls();
    }
    FramedRead<T> stream = FramedRead.of(io, codec());
    TestTask task = new TestTask();
    List<T> got = new ArrayList<>();
    for (int i = 0; i <= bytes.length; i++) {
      Future<T> next = stream.next();
      if (task.poll(next) instanceof Poll.Ready<T>(T frame)) {
        if (frame == null) {
          break;
        }
        got.add(frame);
        i--; // the stall behind its last byte is still to come
      } else {
        assertThat(next.cancel()).isTrue();
        assertThat(io.readWaker()).isNull();
        io.release();
      }
    }
    assertThat(forms(got)).isEqualTo(forms(items));
  }

  @Test
  void frames_sentThroughANarrowPipe_arriveInOrder() throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    List<T> items = items(random, 20);
    ScriptedIo io = new ScriptedIo().eachWriteAccepts(777);
    FramedWrite<T> sink = FramedWrite.of(io, codec());
    TestTask task = new TestTask();
    for (T item : items) {
      task.run(sink.feed(item));
    }
    task.run(sink.closeAsync());
    List<T> got = Frames.decode(Io.fromBytes(io.written()), codec());
    assertThat(forms(got)).as("-Dweft.seed=%d", seed).isEqualTo(forms(items));
  }
}

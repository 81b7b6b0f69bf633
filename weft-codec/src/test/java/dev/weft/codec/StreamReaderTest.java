package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codec.snippets.StreamSnippets;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.BufferPool;
import dev.weft.io.PooledBuffer;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamReaderTest {

  private final TestTask task = new TestTask();

  private byte[] readAll(AsyncRead source, int readBytes) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer target = ByteBuffer.allocate(readBytes);
    while (task.run(source.read(target.clear())) != AsyncRead.EOF) {
      assertThat(target.position()).isPositive();
      all.write(target.array(), 0, target.position());
    }
    return all.toByteArray();
  }

  /** Fails after some items. */
  private static <T> AsyncStream<T> failing(Exception failure) {
    return _ -> {
      throw failure;
    };
  }

  @Test
  void bytes_ofItemsCutAnywhere_areTheSame() throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      byte[] content = Frames.bytes(random, random.nextInt(500));
      List<ByteBuffer> items = new ArrayList<>();
      for (int from = 0; from < content.length; ) {
        int some = Math.min(content.length - from, random.nextInt(60));
        items.add(ByteBuffer.wrap(content, from, some).asReadOnlyBuffer());
        from += some;
      }
      StreamReader<ByteBuffer> reader = StreamReader.of(Streams.fromIterable(items));
      assertThat(readAll(reader, 1 + random.nextInt(80)))
          .as("-Dweft.seed=%d, round %d", seed, round)
          .isEqualTo(content);
      assertThat(task.run(reader.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
    }
  }

  @Test
  void read_cancelledWhilePending_losesNothing() throws Exception {
    Mpsc.Bounded<byte[]> channel = Mpsc.bounded(2);
    StreamReader<byte[]> reader = StreamReader.ofArrays(Streams.fromReceiver(channel.receiver()));
    ByteBuffer target = ByteBuffer.allocate(10);
    Future<Integer> read = reader.read(target);
    task.pending(read);
    assertThat(read.cancel()).isTrue();
    Future<Void> readable = reader.readable();
    task.pending(readable);
    task.run(channel.sender().send(new byte[] {1, 2, 3}));
    task.ready(readable);
    assertThat(task.ready(reader.read(target.limit(2)))).isEqualTo(2);
    assertThat(task.ready(reader.read(target.limit(10)))).isEqualTo(1);
    assertThat(target.position()).isEqualTo(3);
    channel.sender().close();
    assertThat(task.run(reader.read(target))).isEqualTo(AsyncRead.EOF);
  }

  /** Its first item, unless it comes, is given up in a poll of its own, as an open file's is. */
  private static final class SlowToLeave implements AsyncStream<byte[]> {
    private boolean asked;
    private boolean given;
    private int polls;

    @Override
    public @Nullable Object pollNext(Context cx) {
      if (asked) {
        asked = false;
        throw new Cancellation("The stream was asked to give up.");
      }
      if (given) {
        return null;
      }
      given = polls++ > 0;
      return given ? new byte[] {7} : RawFuture.PENDING;
    }

    @Override
    public boolean cancelNext() {
      asked = true;
      return false;
    }
  }

  @Test
  void readAfterACancelledOne_isNotTheOneThatIsCancelled() throws Exception {
    StreamReader<byte[]> reader = StreamReader.ofArrays(new SlowToLeave());
    Future<Integer> read = reader.read(ByteBuffer.allocate(1));
    task.pending(read);
    assertThat(read.cancel()).isTrue();
    ByteBuffer target = ByteBuffer.allocate(1);
    assertThat(task.run(reader.read(target))).isEqualTo(1);
    assertThat(target.get(0)).isEqualTo((byte) 7);
    assertThat(task.run(reader.read(target.clear()))).isEqualTo(AsyncRead.EOF);
  }

  /** Brings an item though it was asked to give up, and notes a close that comes before. */
  private static final class BringsItAllTheSame implements AsyncStream<PooledBuffer> {
    private final PooledBuffer item;
    private int polls;
    private String closed = "no";

    BringsItAllTheSame(PooledBuffer item) {
      this.item = item;
    }

    @Override
    public @Nullable Object pollNext(Context cx) {
      polls++;
      cx.waker().wake();
      return polls < 3 ? RawFuture.PENDING : item;
    }

    @Override
    public boolean cancelNext() {
      return polls == 0 || polls > 2;
    }

    @Override
    public Future<Void> closeAsync() {
      return new CloseFuture(() -> closed = "after " + polls + " polls");
    }
  }

  @Test
  void close_whileACancelledReadGoesOn_waitsForItAndDropsItsItem() throws Exception {
    for (boolean cancelled : new boolean[] {false, true}) {
      BufferPool pool = BufferPool.direct(100);
      var stream = new BringsItAllTheSame(pool.take());
      StreamReader<PooledBuffer> reader = StreamReader.of(stream, PooledBuffer::bytes);
      Future<Integer> read = reader.read(ByteBuffer.allocate(1));
      task.pending(read);
      assertThat(read.cancel()).isTrue();
      Future<Void> close = reader.closeAsync();
      task.pending(close);
      assertThat(stream.closed).isEqualTo("no");
      if (cancelled) {
        assertThat(close.cancel()).isFalse();
        assertThatThrownBy(() -> task.run(close)).isInstanceOf(Cancellation.class);
      } else {
        task.run(close);
      }
      assertThat(stream.closed).isEqualTo("after 3 polls");
      assertThat(pool.idle()).isEqualTo(1);
    }
  }

  @Test
  void items_emptyWithoutEnd_yieldNowAndThen() throws Exception {
    StreamReader<byte[]> reader =
        StreamReader.ofArrays(
            Streams.fromIterator(Collections.nCopies(1000, new byte[0]).iterator()));
    task.pending(reader.read(ByteBuffer.allocate(1)));
    assertThat(task.yielded()).isTrue();
    assertThat(task.run(reader.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void failure_ofTheStream_isAnIoException() {
    ByteBuffer target = ByteBuffer.allocate(1);
    for (Exception same : List.of(new IOException("reset"), new IllegalStateException("bug"))) {
      assertThatThrownBy(() -> task.run(StreamReader.ofArrays(failing(same)).read(target)))
          .isSameAs(same);
    }
    TimeoutException other = new TimeoutException("late");
    assertThatThrownBy(() -> task.run(StreamReader.ofArrays(failing(other)).read(target)))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("failed: late")
        .hasCause(other);
  }

  @Test
  void items_closeable_areClosedWhenUsedUpOrGivenUp() throws Exception {
    BufferPool pool = BufferPool.direct(100);
    List<PooledBuffer> items = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      PooledBuffer each = pool.take();
      each.bytes().put((byte) i).put((byte) i).flip();
      items.add(each);
    }
    StreamReader<PooledBuffer> reader =
        StreamReader.of(Streams.fromIterable(items), PooledBuffer::bytes);
    ByteBuffer target = ByteBuffer.allocate(3);
    task.run(reader.read(target));
    assertThat(pool.idle()).isEqualTo(1);
    task.run(reader.read(target));
    assertThat(pool.idle()).isEqualTo(1);
    Future<Void> close = reader.closeAsync();
    assertThat(close.cancel()).isFalse();
    assertThatThrownBy(() -> task.run(close)).isInstanceOf(Cancellation.class);
    assertThat(pool.idle()).isGreaterThanOrEqualTo(2);
    assertThat(task.run(reader.read(target.clear()))).isEqualTo(AsyncRead.EOF);
    task.run(reader.closeAsync());
  }

  @Test
  void lines_ofChunks_areFramed() throws Exception {
    byte[] text = "one\ntwo\nthree".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at <= text.length; at++) {
      AsyncStream<byte[]> chunks =
          Streams.of(Arrays.copyOf(text, at), Arrays.copyOfRange(text, at, text.length));
      AsyncStream<String> lines = StreamSnippets.lines(chunks);
      assertThat(task.run(lines.toList(9))).containsExactly("one", "two", "three");
    }
  }
}

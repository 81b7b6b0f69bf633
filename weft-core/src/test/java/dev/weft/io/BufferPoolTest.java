package dev.weft.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BufferPoolTest {

  private final BufferPool pool = BufferPool.direct(8, 2);
  private final TestTask task = new TestTask();

  @Test
  void take_afterAClose_givesTheSameBufferCleared() {
    PooledBuffer first = pool.take();
    ByteBuffer bytes = first.bytes();
    assertThat(bytes.isDirect()).isTrue();
    assertThat(bytes.remaining()).isEqualTo(8);
    bytes.putInt(7).flip();
    first.close();
    assertThat(pool.idle()).isEqualTo(1);
    PooledBuffer second = pool.take();
    assertThat(second.bytes()).isSameAs(bytes);
    assertThat(second.bytes().remaining()).isEqualTo(8);
    assertThat(pool.idle()).isZero();
  }

  @Test
  void close_twice_givesTheBufferBackOnce() {
    PooledBuffer one = pool.take();
    one.close();
    one.close();
    assertThat(pool.idle()).isEqualTo(1);
    assertThat(one).hasToString("PooledBuffer[closed]");
    assertThatThrownBy(one::bytes)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void close_ofMoreThanTheMostIdle_leavesTheRestToTheCollector() {
    List<PooledBuffer> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(pool.take());
    }
    all.forEach(PooledBuffer::close);
    assertThat(pool.idle()).isEqualTo(4 + pool.mostIdle()); // four are near this thread
    for (int i = 0; i < 20; i++) {
      assertThat(pool.take().bytes().position()).isZero();
    }
    assertThat(pool.idle()).isZero();
  }

  @Test
  void direct_ofNoBytes_isRefused() {
    assertThatThrownBy(() -> BufferPool.direct(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bufferBytes is 0");
    assertThatThrownBy(() -> BufferPool.direct(1, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mostIdle is -1");
  }

  // ---- reading

  private static final class Scripted implements AsyncRead {
    private int room;
    private boolean readable;
    private int answer = PENDING;
    private boolean cancelled;

    @Override
    public int pollRead(ByteBuffer target, Context cx) throws IOException {
      room = target.remaining();
      if (answer == 0) {
        throw new IOException("broken");
      }
      if (answer > 0) {
        target.put("abcdefgh".getBytes(UTF_8), 0, answer);
      }
      return answer;
    }

    @Override
    public boolean pollReadable(Context cx) {
      return readable;
    }

    @Override
    public void cancelRead() {
      cancelled = true;
    }
  }

  private final Scripted source = new Scripted();

  @Test
  void readPooled_withoutAnythingToRead_holdsNoBuffer() throws Exception {
    Future<PooledBuffer> read = source.readPooled(pool);
    task.pending(read);
    assertThat(pool.idle()).as("none was ever taken").isZero();
    source.readable = true; // which was wrong
    task.pending(read);
    assertThat(pool.idle()).as("it is back").isEqualTo(1);
    source.answer = 3;
    try (PooledBuffer bytes = task.ready(read)) {
      assertThat(pool.idle()).isZero();
      assertThat(UTF_8.decode(bytes.bytes()).toString()).isEqualTo("abc");
    }
    assertThat(pool.idle()).isEqualTo(1);
  }

  /** Or a message as long as the buffer would fill it, and the socket be asked for more in vain. */
  @Test
  void readPooled_ofAMessageAsLongAsTheBuffer_leavesRoom() throws Exception {
    source.readable = true;
    source.answer = 8;
    try (PooledBuffer bytes = task.ready(source.readPooled(pool))) {
      assertThat(bytes.bytes().remaining()).isEqualTo(8);
      assertThat(source.room).isGreaterThan(8);
    }
  }

  @Test
  void readPooled_atTheEnd_givesNoBytes() throws Exception {
    source.readable = true;
    source.answer = AsyncRead.EOF;
    try (PooledBuffer bytes = task.ready(source.readPooled(pool))) {
      assertThat(bytes.bytes().hasRemaining()).isFalse();
    }
    assertThat(pool.idle()).isEqualTo(1);
  }

  @Test
  void readPooled_ofABrokenSource_givesTheBufferBack() {
    source.readable = true;
    source.answer = 0;
    assertThatThrownBy(() -> task.ready(source.readPooled(pool))).hasMessage("broken");
    assertThat(pool.idle()).isEqualTo(1);
  }

  @Test
  void readPooledAndReadable_cancelled_forgetTheWaker() throws Exception {
    Future<PooledBuffer> read = source.readPooled(pool);
    task.pending(read);
    read.cancel();
    assertThat(source.cancelled).isTrue();
    source.cancelled = false;
    Future<Void> readable = source.readable();
    task.pending(readable);
    readable.cancel();
    assertThat(source.cancelled).isTrue();
    source.readable = true;
    assertThat(task.ready(source.readable())).isNull();
  }

  @Test
  void readable_ofWrappers_isThatOfTheSource() throws Exception {
    var buffered = new BufReader(source);
    task.pending(buffered.readable());
    source.readable = true;
    source.answer = 3;
    task.ready(buffered.readable());
    task.ready(buffered.read(ByteBuffer.allocate(1)));
    source.readable = false;
    task.ready(buffered.readable()); // two bytes are in its own buffer
    task.pending(Io.take(source, 5).readable());
    task.ready(Io.take(source, 0).readable());
    task.pending(Io.chain(source, source).readable());
  }
}

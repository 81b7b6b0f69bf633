package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.codec.snippets.CompressionSnippets;
import dev.weft.codec.snippets.StreamSnippets;
import dev.weft.io.Io;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.Streams;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class SinkWriterTest {

  private final TestTask task = new TestTask();

  /** A sink that keeps what it gets, and fails where it is told to. */
  private static final class Chunks implements AsyncSink<byte[]> {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();
    private Exception failure;
    private int items;
    private int flushes;
    private boolean closed;
    private boolean full;

    @Override
    public boolean pollReady(Context cx) throws Exception {
      if (failure != null) {
        throw failure;
      }
      return !full;
    }

    @Override
    public void startSend(byte[] item) {
      items++;
      all.writeBytes(item);
    }

    @Override
    public boolean pollFlush(Context cx) {
      flushes++;
      return true;
    }

    @Override
    public boolean pollClose(Context cx) {
      closed = true;
      return true;
    }
  }

  @Test
  void writes_ofAnySize_areItemsUpToTheLargest() throws Exception {
    Chunks chunks = new Chunks();
    SinkWriter writer = SinkWriter.of(chunks.<ByteBuffer>with(ByteBuffer::array), 100);
    byte[] content = Frames.bytes(new SplittableRandom(1), 250);
    task.run(writer.writeAll(ByteBuffer.wrap(content).asReadOnlyBuffer()));
    assertThat(task.run(writer.write(ByteBuffer.allocate(0)))).isZero();
    assertThat(chunks.items).isEqualTo(3);
    assertThat(chunks.all.toByteArray()).isEqualTo(content);
    task.run(writer.flush());
    assertThat(chunks.flushes).isEqualTo(1);
    task.run(writer.closeAsync());
    assertThat(chunks.closed).isTrue();
    assertThatThrownBy(() -> task.run(writer.write(ByteBuffer.allocate(1))))
        .isInstanceOf(ClosedChannelException.class);
    task.run(writer.shutdown());
  }

  @Test
  void write_whoseBufferIsUsedAgain_hasSentACopy() throws Exception {
    Chunks chunks = new Chunks();
    SinkWriter writer = SinkWriter.ofArrays(chunks);
    ByteBuffer buffer = ByteBuffer.allocate(1);
    for (byte i = 0; i < 3; i++) {
      task.run(writer.writeAll(buffer.clear().put(0, i)));
    }
    assertThat(chunks.all.toByteArray()).containsExactly(0, 1, 2);
  }

  @Test
  void write_cancelledWhileTheSinkIsFull_hasSentNothing() throws Exception {
    Mpsc.Bounded<byte[]> channel = Mpsc.bounded(1);
    SinkWriter writer = SinkWriter.ofArrays(Streams.toSender(channel.sender()));
    byte sent = 0;
    ByteBuffer next = ByteBuffer.wrap(new byte[] {sent});
    Future<Integer> write = writer.write(next);
    while (task.poll(write).isReady()) {
      sent++;
      next = ByteBuffer.wrap(new byte[] {sent});
      write = writer.write(next);
    }
    assertThat(write.cancel()).isTrue();
    assertThat(next.position()).isZero();
    Future<Void> writable = writer.writable();
    task.pending(writable);
    assertThat(task.run(channel.receiver().recv())).containsExactly(0);
    task.run(writable);
    task.run(writer.writeAll(next));
    for (byte i = 1; i <= sent; i++) {
      task.poll(writer.flush());
      assertThat(task.run(channel.receiver().recv())).containsExactly(i);
    }
    task.run(writer.shutdown());
    assertThat(task.run(channel.receiver().recv())).isNull();
  }

  @Test
  void failure_ofTheSink_isAnIoExceptionAndTakesNothing() {
    Chunks chunks = new Chunks();
    SinkWriter writer = SinkWriter.ofArrays(chunks);
    ByteBuffer source = ByteBuffer.allocate(1);
    for (Exception same : List.of(new IOException("reset"), new IllegalStateException("bug"))) {
      chunks.failure = same;
      assertThatThrownBy(() -> task.run(writer.write(source))).isSameAs(same);
    }
    chunks.failure = new TimeoutException("late");
    assertThatThrownBy(() -> task.run(writer.write(source)))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("failed: late")
        .hasCause(chunks.failure);
    assertThat(source.position()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SinkWriter.of(chunks.<ByteBuffer>with(ByteBuffer::array), 0))
        .withMessageContaining("itemBytes is 0");
  }

  @Test
  void body_inCompressedChunks_isUnpacked() throws Exception {
    Chunks chunks = new Chunks();
    String text = "text ".repeat(10_000);
    ScriptedIo unpacked = new ScriptedIo();
    try (Weft weft = Weft.create()) {
      weft.blockOn(StreamSnippets.send(text, chunks));
      assertThat(chunks.closed).isTrue();
      byte[] body = chunks.all.toByteArray();
      assertThat(body.length).isLessThan(1000);
      long count = weft.blockOn(CompressionSnippets.unpack(Io.fromBytes(body), unpacked));
      assertThat(count).isEqualTo(text.length());
    }
    assertThat(unpacked.written()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
  }
}

package dev.weft.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class BufWriterTest {

  private final TestTask task = new TestTask();

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  @Test
  void write_small_staysInTheBufferUntilFlushed() throws Exception {
    var io = new ScriptedIo();
    var writer = new BufWriter(io, 8);
    task.ready(writer.writeAll(bytes("abc")));
    task.ready(writer.writeAll(bytes("de")));
    assertThat(io.writeCalls()).isZero();
    assertThat(writer.buffered()).isEqualTo(5);
    task.ready(writer.flush());
    assertThat(io.writtenText()).isEqualTo("abcde");
    assertThat(io.writeCalls()).isEqualTo(1);
    assertThat(io.flushes()).isEqualTo(1);
    assertThat(writer.buffered()).isZero();
  }

  @Test
  void write_exactlyTheRoom_needsNoTarget() throws Exception {
    var io = new ScriptedIo().writeStalls();
    var writer = new BufWriter(io, 4);
    task.ready(writer.writeAll(bytes("abcd")));
    task.ready(writer.write(bytes("")));
    assertThat(io.writeCalls()).isZero();
  }

  @Test
  void write_large_goesPastTheBufferInOrder() throws Exception {
    var io = new ScriptedIo();
    var writer = new BufWriter(io, 4);
    task.ready(writer.writeAll(bytes("ab")));
    task.ready(writer.writeAll(bytes("0123456789")));
    assertThat(io.writtenText()).isEqualTo("ab0123456789");
    assertThat(io.writeCalls()).isEqualTo(2);
    assertThat(writer.buffered()).isZero();
  }

  @Test
  void write_targetStalls_waitsAndTakesNothing() throws Exception {
    var io = new ScriptedIo().writeStalls();
    var writer = new BufWriter(io, 4);
    task.ready(writer.writeAll(bytes("abc")));
    ByteBuffer next = bytes("de");
    Future<Integer> write = writer.write(next);
    task.pending(write);
    assertThat(io.writeWaker()).isNotNull();
    assertThat(write.cancel()).isTrue();
    assertThat(io.writeWaker()).isNull();
    assertThat(next.position()).isZero();
    io.release();
    task.run(writer.writeAll(next));
    task.run(writer.flush());
    assertThat(io.writtenText()).isEqualTo("abcde");
  }

  @Test
  void vectoredWrite_smallParts_areJoined() throws Exception {
    var io = new ScriptedIo();
    var writer = new BufWriter(io, 8);
    task.ready(writer.writeAll(bytes("ab"), bytes(""), bytes("cd")));
    assertThat(writer.buffered()).isEqualTo(4);
    task.ready(writer.writeAll(bytes("0123"), bytes("45678")));
    task.ready(writer.flush());
    assertThat(io.writtenText()).isEqualTo("abcd012345678");
  }

  @Test
  void flush_targetBreaks_keepsExactlyWhatWasNotTaken() throws Exception {
    var broken = new IOException("full");
    var io = new ScriptedIo().accepts(2).writeBreaks(broken);
    var writer = new BufWriter(io, 8);
    task.ready(writer.writeAll(bytes("abcde")));
    assertThatThrownBy(() -> task.run(writer.flush())).isSameAs(broken);
    assertThat(writer.buffered()).isEqualTo(3);
    task.run(writer.flush());
    assertThat(io.writtenText()).isEqualTo("abcde");
  }

  @Test
  void shutdown_buffered_flushesFirstThenRefusesWrites() throws Exception {
    var io = new ScriptedIo().refuses().accepts(1).refuses();
    var writer = new BufWriter(io, 8);
    task.ready(writer.writeAll(bytes("abc")));
    task.run(writer.shutdown());
    task.ready(writer.shutdown());
    assertThat(io.writtenText()).isEqualTo("abc");
    assertThat(io.isShutDown()).isTrue();
    assertThatThrownBy(() -> task.run(writer.writeAll(bytes("x"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("takes no more bytes");
    assertThatThrownBy(() -> task.run(writer.writeAll(bytes("x"), bytes("y"))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void close_buffered_flushesAndShutsDownOnce() throws Exception {
    var io = new ScriptedIo().refuses();
    var writer = new BufWriter(io, 8);
    task.ready(writer.writeAll(bytes("abc")));
    Future<Void> cancelled = writer.closeAsync();
    task.pending(cancelled);
    assertThat(cancelled.cancel()).isTrue();
    assertThat(io.writeWaker()).isNull();
    task.run(writer.closeAsync());
    assertThat(io.writtenText()).isEqualTo("abc");
    assertThat(io.isShutDown()).isTrue();
    io.writeBreaks(new IOException("asked again"));
    task.ready(writer.closeAsync());
  }

  @Test
  void close_targetBreaks_reportsItOnce() throws Exception {
    var broken = new IOException("gone");
    var io = new ScriptedIo().writeBreaks(broken);
    var writer = new BufWriter(io);
    task.ready(writer.writeAll(bytes("abc")));
    assertThatThrownBy(() -> task.run(writer.closeAsync())).isSameAs(broken);
    task.ready(writer.closeAsync());
    assertThat(io.writeCalls()).isEqualTo(1);
  }

  @Test
  void flush_targetBreaksAfterTakingBytes_doesNotSendThemAgain() throws Exception {
    var broken = new IOException("reset");
    var target = new Lazy(broken);
    var writer = new BufWriter(target, 8);
    task.ready(writer.writeAll(bytes("abc")));
    assertThatThrownBy(() -> task.run(writer.flush())).isSameAs(broken);
    assertThat(writer.buffered()).isEqualTo(2);
  }

  @Test
  void write_targetAcceptsNothing_failsInsteadOfSpinning() throws Exception {
    var writer = new BufWriter(new Lazy(null), 4);
    task.ready(writer.writeAll(bytes("abc")));
    assertThatThrownBy(() -> task.run(writer.flush()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("accepted 0 of 3 bytes");
  }

  @Test
  void randomWrites_randomTargetAndCancels_arriveInOrder() throws Exception {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ScriptedIo io = new ScriptedIo().eachWriteAccepts(1 + random.nextInt(20));
      for (int i = random.nextInt(30); i > 0; i--) {
        if (random.nextBoolean()) {
          io.refuses();
        } else {
          io.accepts(1 + random.nextInt(20));
        }
      }
      BufWriter writer = new BufWriter(io, 1 + random.nextInt(16));
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      for (int i = 0; i < 20; i++) {
        byte[] part = new byte[random.nextInt(24)];
        random.nextBytes(part);
        expected.writeBytes(part);
        ByteBuffer source = ByteBuffer.wrap(part);
        stubborn(
            () ->
                part.length % 2 == 0
                    ? writer.writeAll(source)
                    : writer.writeAll(ByteBuffer.allocate(0), source));
        if (random.nextInt(5) == 0) {
          stubborn(writer::flush);
        }
      }
      stubborn(writer::shutdown);
      assertThat(io.written()).as("seed %d", seed).isEqualTo(expected.toByteArray());
      assertThat(io.isShutDown()).isTrue();
    }
  }

  private <T> void stubborn(Supplier<Future<T>> operation) throws Exception {
    Future<T> attempt = operation.get();
    while (!(task.poll(attempt) instanceof Poll.Ready<T>)) {
      assertThat(attempt.cancel()).isTrue();
      attempt = operation.get();
    }
  }

  /** Takes nothing, or one byte and then fails. */
  private record Lazy(IOException failure) implements AsyncWrite {
    @Override
    public int pollWrite(ByteBuffer source, Context cx) throws IOException {
      if (failure != null) {
        source.get();
        throw failure;
      }
      return 0;
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

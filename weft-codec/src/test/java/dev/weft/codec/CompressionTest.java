package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressionTest {

  private final TestTask task = new TestTask();

  /** Random words, so that there is something to compress. */
  private static byte[] content(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = i > 20 && random.nextInt(4) > 0 ? bytes[i - 20] : (byte) random.nextInt();
    }
    return bytes;
  }

  private static byte[] byTheJdk(Compression format, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (format) {
          case GZIP -> new GZIPOutputStream(bytes);
          case ZLIB -> new DeflaterOutputStream(bytes);
          case DEFLATE -> new DeflaterOutputStream(bytes, new Deflater(6, true));
        }) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] inflatedByTheJdk(Compression format, byte[] bytes) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes);
    try (InputStream inflated =
        switch (format) {
          case GZIP -> new GZIPInputStream(in);
          case ZLIB -> new InflaterInputStream(in);
          case DEFLATE -> new InflaterInputStream(in, new Inflater(true));
        }) {
      return inflated.readAllBytes();
    }
  }

  private byte[] readAll(AsyncRead source, int readBytes) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer target = ByteBuffer.allocate(readBytes);
    while (task.run(source.read(target)) != AsyncRead.EOF) {
      assertThat(target.position()).isPositive();
      all.write(target.array(), 0, target.position());
      target.clear();
    }
    return all.toByteArray();
  }

  private byte[] deflated(Compression format, byte[] content) throws Exception {
    ScriptedIo io = new ScriptedIo();
    DeflatingWrite writer = format.writer(io);
    task.run(writer.writeAll(ByteBuffer.wrap(content)));
    task.run(writer.shutdown());
    return io.written();
  }

  @ParameterizedTest
  @EnumSource
  void input_ofTheJdkCutAtEveryByte_isInflated(Compression format) throws Exception {
    byte[] content = content(new SplittableRandom(1), 1500);
    byte[] bytes = byTheJdk(format, content);
    for (int at = 0; at <= bytes.length; at++) {
      InflatingRead reader = format.reader(ScriptedIo.cut(bytes, at));
      assertThat(readAll(reader, 1 + at)).as("cut at %d", at).isEqualTo(content);
    }
    assertThat(readAll(format.reader(ScriptedIo.byteByByte(bytes)), 1)).isEqualTo(content);
  }

  @ParameterizedTest
  @EnumSource
  void content_randomThroughNarrowPipes_isTheSameHereAndForTheJdk(Compression format)
      throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 20; round++) {
      byte[] content = content(random, random.nextInt(1 + random.nextInt(60_000)));
      ScriptedIo io = new ScriptedIo().eachWriteAccepts(1 + random.nextInt(3_000));
      DeflatingWrite writer = format.writer(io, random.nextInt(10));
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        int some = Math.min(left.remaining(), 1 + random.nextInt(5_000));
        task.run(writer.writeAll(left.slice(left.position(), some)));
        left.position(left.position() + some);
        if (random.nextInt(3) == 0) {
          io.refuses();
          task.run(writer.flush());
        }
      }
      task.run(writer.shutdown());
      byte[] bytes = io.written();
      String what = "-Dweft.seed=" + seed + ", round " + round;
      assertThat(inflatedByTheJdk(format, bytes)).as(what).isEqualTo(content);
      InflatingRead reader = format.reader(Frames.pieces(bytes, random));
      assertThat(readAll(reader, 1 + random.nextInt(5_000))).as(what).isEqualTo(content);
      assertThat(writer.holdsMemory()).isFalse();
      assertThat(reader.holdsMemory()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void target_ofSingleBytes_getsTheSame(Compression format) throws Exception {
    byte[] content = content(new SplittableRandom(2), 3_000);
    ScriptedIo io = new ScriptedIo().acceptsByteByByte();
    DeflatingWrite writer = format.writer(io);
    task.run(writer.writeAll(ByteBuffer.wrap(content).asReadOnlyBuffer()));
    task.run(writer.closeAsync());
    assertThat(io.isShutDown()).isTrue();
    assertThat(inflatedByTheJdk(format, io.written())).isEqualTo(content);
  }

  @ParameterizedTest
  @EnumSource
  void flush_afterEachMessage_letsTheOtherSideReadAllOfIt(Compression format) throws Exception {
    var pair = Io.duplex(1 << 16);
    CompressedStream client = format.over(pair.first());
    CompressedStream server = format.over(pair.second());
    SplittableRandom random = new SplittableRandom(3);
    ByteBuffer target = ByteBuffer.allocate(20_000);
    for (int i = 0; i < 30; i++) {
      for (CompressedStream from : new CompressedStream[] {client, server}) {
        byte[] message = content(random, 1 + random.nextInt(10_000));
        task.run(from.writeAll(ByteBuffer.wrap(message)));
        task.run(from.flush());
        CompressedStream to = from == client ? server : client;
        target.clear();
        while (target.position() < message.length) {
          task.ready(to.read(target));
        }
        assertThat(Arrays.copyOf(target.array(), target.position())).isEqualTo(message);
        Future<Integer> more = to.read(target);
        task.pending(more);
        more.cancel();
      }
    }
    task.run(client.shutdown());
    assertThat(task.run(server.read(target.clear()))).isEqualTo(AsyncRead.EOF);
    task.run(server.closeAsync());
    assertThat(task.run(client.read(target))).isEqualTo(AsyncRead.EOF);
    task.run(client.closeAsync());
    assertThat(client.holdsMemory() || server.holdsMemory()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void flush_withNothingNew_addsNoBytesAndHoldsNoBuffer(Compression format) throws Exception {
    ScriptedIo io = new ScriptedIo();
    DeflatingWrite writer = format.writer(io);
    task.run(writer.flush());
    assertThat(io.written()).isEmpty();
    assertThat(writer.holdsMemory()).isFalse();
    task.run(writer.writeAll(ByteBuffer.wrap(new byte[100])));
    task.run(writer.flush());
    int size = io.written().length;
    task.run(writer.flush());
    assertThat(io.written()).hasSize(size);
    assertThat(io.flushes()).isEqualTo(3);
    assertThat(writer.capacity()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void flush_cancelledAtEveryPending_losesNothing(Compression format) throws Exception {
    byte[] content = content(new SplittableRandom(4), 20_000);
    ScriptedIo io = new ScriptedIo();
    for (int i = 0; i < 40; i++) {
      io.writeStalls().accepts(300);
    }
    DeflatingWrite writer = format.writer(io);
    ByteBuffer left = ByteBuffer.wrap(content);
    while (left.hasRemaining()) {
      int before = left.position();
      Future<Integer> write = writer.write(left);
      if (!task.poll(write).isReady()) {
        assertThat(write.cancel()).isTrue();
        assertThat(left.position()).isEqualTo(before);
        assertThat(io.writeWaker()).isNull();
      }
      Future<Void> flush = writer.flush();
      if (!task.poll(flush).isReady()) {
        assertThat(flush.cancel()).isTrue();
        assertThat(io.writeWaker()).isNull();
      }
      io.release();
    }
    Future<Void> end = writer.shutdown();
    while (!task.poll(end).isReady()) {
      io.release();
    }
    assertThat(inflatedByTheJdk(format, io.written())).isEqualTo(content);
  }

  @ParameterizedTest
  @EnumSource
  void read_cancelledAtEveryByte_losesNothing(Compression format) throws Exception {
    byte[] content = content(new SplittableRandom(5), 300);
    ScriptedIo io = new ScriptedIo();
    for (byte each : byTheJdk(format, content)) {
      io.gives(new byte[] {each}).stalls();
    }
    InflatingRead reader = format.reader(io);
    ByteBuffer target = ByteBuffer.allocate(content.length);
    while (target.hasRemaining()) {
      Future<Integer> read = reader.read(target);
      if (!task.poll(read).isReady()) {
        assertThat(read.cancel()).isTrue();
        assertThat(io.readWaker()).isNull();
        io.release();
      }
    }
    assertThat(target.array()).isEqualTo(content);
  }

  @ParameterizedTest
  @EnumSource
  void input_cutOffAnywhere_isAnErrorAndHoldsNoMemory(Compression format) throws Exception {
    byte[] bytes = deflated(format, content(new SplittableRandom(6), 400));
    for (int length = 0; length < bytes.length; length++) {
      InflatingRead reader = format.reader(Io.fromBytes(Arrays.copyOf(bytes, length)));
      assertThatThrownBy(() -> readAll(reader, 100))
          .as("%d bytes", length)
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("input ended inside its data, after " + length + " byte");
      assertThat(reader.holdsMemory()).isFalse();
      assertThat(reader.capacity()).isZero();
      assertThatThrownBy(() -> readAll(reader, 100)).isInstanceOf(ClosedChannelException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZLIB"})
  void input_damagedAnywhere_isNeverOtherContent(Compression format) throws Exception {
    byte[] content = content(new SplittableRandom(7), 300);
    byte[] bytes = deflated(format, content);
    int noticed = 0;
    for (int i = 0; i < 8 * bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i / 8] ^= (byte) (1 << i % 8);
      InflatingRead reader = format.reader(Io.fromBytes(damaged));
      try {
        assertThat(readAll(reader, 100)).as("bit %d", i).isEqualTo(content);
      } catch (IOException damage) {
        assertThat(damage.getMessage()).as("bit %d", i).isNotEmpty();
        noticed++;
      }
      assertThat(reader.holdsMemory()).isFalse();
    }
    // The time, the system, and the bits between the last block and the trailer mean nothing.
    assertThat(noticed).isBetween(8 * bytes.length - 72, 8 * bytes.length);
  }

  @ParameterizedTest
  @EnumSource
  void bomb_overTheBytesAccepted_isStoppedAtThem(Compression format) throws Exception {
    byte[] bytes = byTheJdk(format, new byte[10_000]);
    InflateLimits enough = InflateLimits.NONE.withMaxBytes(10_000);
    assertThat(readAll(format.reader(Io.fromBytes(bytes), enough), 777)).hasSize(10_000);
    InflatingRead reader = format.reader(Io.fromBytes(bytes), enough.withMaxBytes(9_999));
    ByteBuffer target = ByteBuffer.allocate(20_000);
    assertThatThrownBy(() -> task.run(reader.read(target)))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage(
            "What the compressed input inflates to has 10000 bytes or more; at most 9999 are"
                + " accepted.");
    assertThat(target.position()).isZero();
    assertThat(reader.holdsMemory()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void bomb_overTheRatioAccepted_isStoppedBehindAMebibyte(Compression format) throws Exception {
    byte[] bytes = byTheJdk(format, new byte[4 << 20]);
    InflatingRead reader = format.reader(Io.fromBytes(bytes), InflateLimits.NONE.withMaxRatio(100));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer target = ByteBuffer.allocate(1000);
    assertThatThrownBy(
            () -> {
              while (task.run(reader.read(target.clear())) > 0) {
                all.write(target.array(), 0, target.position());
              }
            })
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessageMatching("What \\d+ bytes of compressed input inflate to has .*");
    assertThat(all.size()).isBetween((1 << 20) - 1000, 1 << 20);
    byte[] text = content(new SplittableRandom(8), 3 << 20);
    byte[] small = byTheJdk(format, text);
    assertThat(
            readAll(format.reader(Io.fromBytes(small), InflateLimits.NONE.withMaxRatio(100)), 9999))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource
  void stream_thatNeverSpoke_holdsNoMemory(Compression format) throws Exception {
    ScriptedIo io = new ScriptedIo().stalls();
    CompressedStream stream = format.over(io);
    task.pending(stream.read(ByteBuffer.allocate(10)));
    assertThat(stream.holdsMemory()).isFalse();
    task.run(stream.closeAsync());
    assertThatThrownBy(() -> task.run(stream.write(ByteBuffer.allocate(1))))
        .isInstanceOf(ClosedChannelException.class);
    task.run(stream.closeAsync());
    assertThat(inflatedByTheJdk(format, io.written())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void close_cancelledBeforeItsFirstPoll_freesTheMemory(Compression format) throws Exception {
    var pair = Io.duplex(100);
    CompressedStream stream = format.over(pair.first());
    task.run(stream.writeAll(ByteBuffer.allocate(10)));
    assertThat(stream.holdsMemory()).isTrue();
    Future<Void> close = stream.closeAsync();
    assertThat(close.cancel()).isFalse();
    assertThatThrownBy(() -> task.run(close)).isInstanceOf(Cancellation.class);
    assertThat(stream.holdsMemory()).isFalse();
    assertThat(task.run(pair.second().read(ByteBuffer.allocate(10)))).isEqualTo(AsyncRead.EOF);
  }

  @ParameterizedTest
  @EnumSource
  void target_thatBreaks_isReportedAndTheMemoryFreed(Compression format) throws Exception {
    ScriptedIo io = new ScriptedIo().writeBreaks(new IOException("reset"));
    DeflatingWrite writer = format.writer(io);
    task.run(writer.writeAll(ByteBuffer.wrap("x".getBytes(StandardCharsets.UTF_8))));
    assertThatThrownBy(() -> task.run(writer.closeAsync())).hasMessage("reset");
    assertThat(writer.holdsMemory()).isFalse();
    AsyncWrite lazy =
        new AsyncWrite() {
          @Override
          public int pollWrite(ByteBuffer source, Context cx) {
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
        };
    assertThatThrownBy(() -> task.run(format.writer(lazy).shutdown()))
        .hasMessageContaining("accepted 0 bytes");
  }

  @ParameterizedTest
  @EnumSource
  void settings_outOfRange_areRefused(Compression format) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> format.writer(new ScriptedIo(), 10))
        .withMessage("level is 10; accepted is -1 to 9 inclusive.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InflateLimits.NONE.withMaxBytes(-1))
        .withMessage("maxBytes is -1; accepted is 0 or more.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InflateLimits.NONE.withMaxRatio(0))
        .withMessage("maxRatio is 0; accepted is 1 or more.");
  }
}

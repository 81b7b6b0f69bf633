package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each layer is used to its end, with a cut after each poll: the operation is cancelled, or dropped
 * and begun again, or all is closed there. No byte is lost or doubled, and nothing stays behind.
 */
class EveryPollTest {

  private static final List<String> LINES = List.of("one", "", "a longer third line", "4");
  private static final byte[] TEXT =
      "one\n\na longer third line\n4\n".getBytes(StandardCharsets.UTF_8);

  private enum Cut {
    CANCEL,
    DROP,
    CLOSE,
    CLOSE_CANCELLED
  }

  /** A layer with the operations that use it to its end, one after the other. */
  private interface Layer {
    /** The next operation; null when there is none. */
    @Nullable Future<?> next() throws Exception;

    /** Takes the answer of an operation. */
    void answer(@Nullable Object value);

    /** What was carried in the end, after all operations. */
    void checkAll() throws Exception;

    /** What was carried by then, after a close. */
    void checkSome() throws Exception;

    /** Closes all; null if there is nothing to close. */
    @Nullable Future<Void> close();

    /** Nothing is held any more. */
    void checkReleased();
  }

  /** Runs an operation, or a close, to its end; counts polls, and cuts after one of them. */
  private static final class Driver {
    private final TestTask task = new TestTask();
    private final Layer layer;
    private final Cut cut;
    private final int at;
    private int polls;
    private boolean wasCut;

    Driver(Layer layer, Cut cut, int at) {
      this.layer = layer;
      this.cut = cut;
      this.at = at;
    }

    boolean run() throws Exception {
      for (Future<?> next; (next = layer.next()) != null; ) {
        RawFuture<?> one = RawFuture.own(next);
        while (true) {
          int wakes = task.wakes();
          Object value = poll(one);
          if (value != RawFuture.PENDING) {
            layer.answer(value);
            break;
          }
          if (polls++ == at) {
            wasCut = true;
            if (cut != Cut.DROP && !cancelled(one)) {
              break;
            }
            if (cut == Cut.CLOSE || cut == Cut.CLOSE_CANCELLED) {
              closeAll();
              layer.checkSome();
              layer.checkReleased();
              return true;
            }
            break;
          }
          assertThat(task.wakes()).as("a pending poll that nothing wakes").isGreaterThan(wakes);
        }
      }
      layer.checkAll();
      closeAll();
      layer.checkReleased();
      return wasCut;
    }

    private Object poll(RawFuture<?> future) throws Exception {
      task.poll(cx -> Poll.ready(0)); // has the budget of a new poll
      return future.pollRaw(task);
    }

    /** True if it is released; otherwise it was polled to its end and its value taken. */
    private boolean cancelled(RawFuture<?> one) throws Exception {
      if (one.cancel()) {
        return true;
      }
      try {
        Object value;
        do {
          value = poll(one);
        } while (value == RawFuture.PENDING);
        layer.answer(value);
      } catch (Cancellation done) {
        return true;
      }
      return cut == Cut.CLOSE || cut == Cut.CLOSE_CANCELLED;
    }

    private void closeAll() throws Exception {
      Future<Void> close = layer.close();
      if (close == null) {
        return;
      }
      RawFuture<Void> closing = RawFuture.own(close);
      boolean pending = poll(closing) == RawFuture.PENDING;
      if (pending && cut == Cut.CLOSE_CANCELLED && closing.cancel()) {
        return;
      }
      try {
        while (pending) {
          int wakes = task.wakes();
          pending = poll(closing) == RawFuture.PENDING;
          assertThat(!pending || task.wakes() > wakes).as("a pending close is woken").isTrue();
        }
      } catch (Cancellation done) {
        assertThat(cut).isEqualTo(Cut.CLOSE_CANCELLED);
      }
    }
  }

  private Stream<DynamicTest> table(String name, Supplier<Layer> layer) {
    return Stream.of(Cut.values())
        .map(
            cut ->
                DynamicTest.dynamicTest(
                    name + ", " + cut,
                    () -> {
                      int at = 0;
                      while (run(layer.get(), cut, at)) {
                        at++;
                      }
                      assertThat(at).as("polls that are pending").isGreaterThan(2);
                    }));
  }

  private static boolean run(Layer layer, Cut cut, int at) {
    try {
      return new Driver(layer, cut, at).run();
    } catch (Throwable failure) {
      throw new AssertionError(cut + " at " + at + ": " + failure.getMessage(), failure);
    }
  }

  // ---- what is read

  /** Reads items to the end; text is put together from them. */
  private abstract static class Reading implements Layer {
    final StringBuilder text = new StringBuilder();
    boolean ended;

    @Override
    public void checkAll() {
      assertThat(text.toString()).isEqualTo(new String(TEXT, StandardCharsets.UTF_8));
    }

    @Override
    public void checkSome() {
      assertThat(new String(TEXT, StandardCharsets.UTF_8)).startsWith(text.toString());
    }

    @Override
    public @Nullable Future<Void> close() {
      return null;
    }

    @Override
    public void checkReleased() {}
  }

  /** Reads lines. */
  private static class OfLines extends Reading {
    private final AsyncStream<String> lines;

    OfLines(AsyncStream<String> lines) {
      this.lines = lines;
    }

    @Override
    public @Nullable Future<?> next() {
      return ended ? null : lines.next();
    }

    @Override
    public void answer(@Nullable Object line) {
      ended = line == null;
      if (line != null) {
        text.append(line).append('\n');
      }
    }

    @Override
    public @Nullable Future<Void> close() {
      return lines.closeAsync();
    }
  }

  /** Reads bytes, three at a time. */
  private static class OfBytes extends Reading {
    private final AsyncRead source;
    private ByteBuffer target = ByteBuffer.allocate(3);

    OfBytes(AsyncRead source) {
      this.source = source;
    }

    @Override
    public @Nullable Future<?> next() {
      target = ByteBuffer.allocate(3);
      return ended ? null : source.read(target);
    }

    @Override
    public void answer(@Nullable Object count) {
      ended = count.equals(AsyncRead.EOF);
      text.append(StandardCharsets.UTF_8.decode(target.flip()));
    }
  }

  /** A part of the text that has to be closed once. */
  private static final class Part implements AutoCloseable {
    private final ByteBuffer bytes;
    private int closes;

    Part(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    ByteBuffer bytes() {
      return bytes;
    }

    @Override
    public void close() {
      closes++;
    }
  }

  /** Parts of the text, each pending before; a read needs polls to give up, or brings one yet. */
  private static final class Parts implements AsyncStream<Part> {
    private final List<Part> given = new ArrayList<>();
    private int from;
    private int pendings = 1;
    private int asked;
    private boolean closed;

    @Override
    public @Nullable Object pollNext(Context cx) throws Exception {
      assertThat(closed).as("read after its close").isFalse();
      cx.waker().wake();
      boolean gives = asked == 0 || from / 4 % 2 == 0;
      if (asked > 0 && --asked == 0 && !gives) {
        pendings = 1;
        throw new Cancellation("The read was given up.");
      }
      if (pendings-- > 0 || asked > 0) {
        return RawFuture.PENDING;
      }
      pendings = 1;
      if (from >= TEXT.length) {
        return null;
      }
      int length = Math.min(4, TEXT.length - from);
      var item = new Part(ByteBuffer.wrap(TEXT, from, length));
      from += length;
      given.add(item);
      return item;
    }

    @Override
    public boolean cancelNext() {
      if (pendings == 1 && asked == 0) {
        return true;
      }
      if (asked == 0) {
        asked = 2;
        pendings = 0;
      }
      return false;
    }

    @Override
    public Future<Void> closeAsync() {
      return new CloseFuture(
          () -> {
            assertThat(asked).as("closed while a read is given up").isZero();
            closed = true;
          });
    }

    void checkReleased() {
      assertThat(closed).isTrue();
      assertThat(given).allSatisfy(item -> assertThat(item.closes).isEqualTo(1));
    }
  }

  private static Layer ofParts() {
    var parts = new Parts();
    StreamReader<Part> reader = StreamReader.of(parts, Part::bytes);
    return new OfBytes(reader) {
      @Override
      public Future<Void> close() {
        return reader.closeAsync();
      }

      @Override
      public void checkReleased() {
        parts.checkReleased();
      }
    };
  }

  private static Layer framesOfParts() {
    var parts = new Parts();
    StreamReader<Part> reader = StreamReader.of(parts, Part::bytes);
    return new OfLines(FramedRead.of(reader, new LinesCodec(100))) {
      @Override
      public Future<Void> close() {
        return reader.closeAsync();
      }

      @Override
      public void checkReleased() {
        parts.checkReleased();
      }
    };
  }

  private static byte[] deflated(Compression format) {
    try {
      var io = new ScriptedIo();
      DeflatingWrite writer = format.writer(io);
      var task = new TestTask();
      task.run(writer.write(ByteBuffer.wrap(TEXT)));
      task.run(writer.shutdown());
      return io.written();
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static Layer inflated(Compression format) {
    var io = ScriptedIo.byteByByte(deflated(format));
    InflatingRead reader = format.reader(io);
    return new OfBytes(reader) {
      @Override
      public Future<Void> close() {
        return reader.closeAsync();
      }

      @Override
      public void checkReleased() {
        assertThat(reader.holdsMemory()).isFalse();
        assertThat(ended || io.readWaker() == null).isTrue();
      }
    };
  }

  private static Layer inflatedBothWays() {
    var io = ScriptedIo.byteByByte(deflated(Compression.GZIP)).acceptsByteByByte();
    CompressedStream stream = Compression.GZIP.over(io);
    return new OfLines(FramedRead.of(stream, new LinesCodec(100))) {
      @Override
      public Future<Void> close() {
        return stream.closeAsync();
      }

      @Override
      public void checkReleased() {
        assertThat(stream.holdsMemory()).isFalse();
      }
    };
  }

  private static Layer framed() {
    var io = ScriptedIo.byteByByte(TEXT).acceptsByteByByte();
    Framed<String, String> framed = Framed.of(io, new LinesCodec(100));
    return new OfLines(framed) {
      @Override
      public void checkReleased() {
        assertThat(io.readWaker()).isNull();
      }
    };
  }

  @TestFactory
  Stream<DynamicTest> reads_cutAtEachPoll_loseNothing() {
    return Stream.of(
            table(
                "FramedRead",
                () -> new OfLines(FramedRead.of(ScriptedIo.byteByByte(TEXT), new LinesCodec(100)))),
            table("Framed", EveryPollTest::framed),
            table("StreamReader", EveryPollTest::ofParts),
            table("FramedRead of a StreamReader", EveryPollTest::framesOfParts),
            table("GZIP", () -> inflated(Compression.GZIP)),
            table("ZLIB", () -> inflated(Compression.ZLIB)),
            table("DEFLATE", () -> inflated(Compression.DEFLATE)),
            table("FramedRead of a CompressedStream", EveryPollTest::inflatedBothWays))
        .flatMap(rows -> rows);
  }

  // ---- what is written

  /** Writes lines or bytes, flushes now and then, and ends. What arrives is looked at. */
  private abstract static class Writing implements Layer {
    int done;

    abstract @Nullable Future<?> operation(int number);

    /** What has arrived so far. */
    abstract byte[] arrived() throws Exception;

    @Override
    public @Nullable Future<?> next() {
      return operation(done);
    }

    @Override
    public void answer(@Nullable Object value) {
      done++;
    }

    @Override
    public void checkAll() throws Exception {
      assertThat(arrived()).asString(StandardCharsets.UTF_8).isEqualTo(text());
    }

    @Override
    public void checkSome() throws Exception {
      assertThat(text()).startsWith(new String(arrived(), StandardCharsets.UTF_8));
    }

    private static String text() {
      return new String(TEXT, StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable Future<Void> close() {
      return null;
    }

    @Override
    public void checkReleased() {}
  }

  /** Writes lines, with a flush after each. */
  private abstract static class InLines extends Writing {
    private final AsyncSink<String> sink;

    InLines(AsyncSink<String> sink) {
      this.sink = sink;
    }

    @Override
    @Nullable Future<?> operation(int number) {
      if (number == 2 * LINES.size()) {
        return sink.closeAsync();
      }
      if (number > 2 * LINES.size()) {
        return null;
      }
      return number % 2 == 0 ? sink.feed(LINES.get(number / 2)) : sink.flush();
    }
  }

  /** Writes the text in pieces. */
  private abstract static class InBytes extends Writing {
    private final AsyncWrite target;
    private final ByteBuffer text = ByteBuffer.wrap(TEXT);
    private boolean flushes;
    private boolean over;

    InBytes(AsyncWrite target) {
      this.target = target;
    }

    @Override
    @Nullable Future<?> operation(int number) {
      if (over) {
        return null;
      }
      if (flushes) {
        return target.flush();
      }
      return text.hasRemaining()
          ? target.write(text.slice(text.position(), Math.min(5, text.remaining())))
          : target.shutdown();
    }

    @Override
    public void answer(@Nullable Object value) {
      if (flushes) {
        flushes = false;
      } else if (value instanceof Integer count) {
        text.position(text.position() + count);
        flushes = text.position() % 2 == 0;
      } else {
        over = true;
      }
    }
  }

  private static Layer framedWrite() {
    var io = new ScriptedIo().acceptsByteByByte();
    Framed<String, String> framed = Framed.of(io, new LinesCodec(100), FramedOptions.DEFAULT);
    return new InLines(framed.writer()) {
      @Override
      byte[] arrived() {
        return io.written();
      }

      @Override
      public Future<Void> close() {
        return framed.closeAsync();
      }

      @Override
      public void checkReleased() {
        assertThat(io.writeWaker()).isNull();
      }
    };
  }

  /** A sink with room for one buffer, which it hands on when it is polled again. */
  private static final class OneBuffer implements AsyncSink<ByteBuffer> {
    private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();
    private @Nullable ByteBuffer waiting;
    private boolean rested;

    @Override
    public boolean pollReady(Context cx) {
      return pollFlush(cx);
    }

    @Override
    public void startSend(ByteBuffer item) {
      assertThat(waiting).isNull();
      waiting = item;
    }

    @Override
    public boolean pollFlush(Context cx) {
      if (waiting != null && !rested) {
        rested = true;
        cx.waker().wake();
        return false;
      }
      rested = false;
      if (waiting != null) {
        arrived.write(waiting.array(), waiting.arrayOffset(), waiting.limit());
        waiting = null;
      }
      return true;
    }

    @Override
    public boolean pollClose(Context cx) {
      return pollFlush(cx);
    }
  }

  private static Layer sinkWriter() {
    var sink = new OneBuffer();
    return new InBytes(SinkWriter.of(sink, 4)) {
      @Override
      byte[] arrived() {
        return sink.arrived.toByteArray();
      }
    };
  }

  private static byte[] inflatedSoFar(Compression format, byte[] bytes) throws Exception {
    var all = new ByteArrayOutputStream();
    var task = new TestTask();
    InflatingRead reader = format.reader(new ScriptedIo().gives(bytes));
    ByteBuffer target = ByteBuffer.allocate(64);
    try {
      while (task.run(reader.read(target.clear())) != AsyncRead.EOF) {
        all.write(target.array(), 0, target.position());
      }
    } catch (EOFException cut) { // was closed before its end
    }
    task.run(reader.closeAsync());
    return all.toByteArray();
  }

  private static Layer deflatingWrite(Compression format) {
    var io = new ScriptedIo().acceptsByteByByte();
    DeflatingWrite writer = format.writer(io);
    return new InBytes(writer) {
      @Override
      byte[] arrived() throws Exception {
        return inflatedSoFar(format, io.written());
      }

      @Override
      public Future<Void> close() {
        return writer.closeAsync();
      }

      @Override
      public void checkReleased() {
        assertThat(writer.holdsMemory()).isFalse();
        assertThat(io.writeWaker()).isNull();
      }
    };
  }

  private static Layer framedCompressed() {
    var io = new ScriptedIo().acceptsByteByByte();
    CompressedStream stream = Compression.ZLIB.over(io);
    Framed<String, String> framed = Framed.of(stream, new LinesCodec(100));
    return new InLines(framed) {
      @Override
      byte[] arrived() throws Exception {
        return inflatedSoFar(Compression.ZLIB, io.written());
      }

      @Override
      public Future<Void> close() {
        return framed.closeAsync();
      }

      @Override
      public void checkReleased() {
        assertThat(stream.holdsMemory()).isFalse();
        assertThat(io.writeWaker()).isNull();
      }
    };
  }

  @TestFactory
  Stream<DynamicTest> writes_cutAtEachPoll_arriveOnce() {
    return Stream.of(
            table("FramedWrite", EveryPollTest::framedWrite),
            table("SinkWriter", EveryPollTest::sinkWriter),
            table("GZIP", () -> deflatingWrite(Compression.GZIP)),
            table("ZLIB", () -> deflatingWrite(Compression.ZLIB)),
            table("DEFLATE", () -> deflatingWrite(Compression.DEFLATE)),
            table("Framed over a CompressedStream", EveryPollTest::framedCompressed))
        .flatMap(rows -> rows);
  }
}

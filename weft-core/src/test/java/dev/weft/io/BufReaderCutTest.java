package dev.weft.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The same bytes, cut anywhere and with every operation cancelled wherever it can be. */
class BufReaderCutTest {

  private static final String TEXT = "one\r\n\nzwei \u00e9\u20ac\uD83D\uDE00\n\r\r\n\r\nlast";
  private static final List<String> LINES =
      List.of("one", "", "zwei \u00e9\u20ac\uD83D\uDE00", "\r", "", "last");
  private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);

  private final TestTask task = new TestTask();

  /** All ways to cut the input in two, and byte by byte, at several buffer sizes. */
  private static List<Supplier<ScriptedIo>> cuts(byte[] bytes) {
    List<Supplier<ScriptedIo>> cuts = new ArrayList<>();
    for (int i = 0; i <= bytes.length; i++) {
      int at = i;
      cuts.add(() -> ScriptedIo.cut(bytes, at));
    }
    cuts.add(() -> ScriptedIo.byteByByte(bytes));
    return cuts;
  }

  private List<String> lines(BufReader reader) throws Exception {
    List<String> lines = new ArrayList<>();
    for (String line = task.run(reader.readLine(40));
        line != null;
        line = task.run(reader.readLine(40))) {
      lines.add(line);
    }
    return lines;
  }

  /** Cancels the operation each time it is pending, and starts another in its place. */
  private <T> T stubborn(ScriptedIo io, Supplier<Future<T>> operation) throws Exception {
    for (int tries = 0; tries < 10_000; tries++) {
      Future<T> attempt = operation.get();
      if (task.poll(attempt) instanceof Poll.Ready<T>(T value)) {
        return value;
      }
      assertThat(attempt.cancel()).isTrue();
      assertThat(io.readWaker()).isNull();
    }
    throw new AssertionError("no end in sight");
  }

  @Test
  void readLine_cutAnywhere_givesTheSameLines() throws Exception {
    for (int capacity : new int[] {1, 2, 3, 5, 16, 8192}) {
      for (Supplier<ScriptedIo> cut : cuts(BYTES)) {
        assertThat(lines(new BufReader(cut.get(), capacity))).isEqualTo(LINES);
      }
    }
  }

  @Test
  void readLine_cancelledAtEachPending_losesAndDoublesNothing() throws Exception {
    for (int capacity : new int[] {1, 3, 8192}) {
      for (Supplier<ScriptedIo> cut : cuts(BYTES)) {
        ScriptedIo io = cut.get();
        BufReader reader = new BufReader(io, capacity);
        List<String> lines = new ArrayList<>();
        for (String line = stubborn(io, reader::readLine);
            line != null;
            line = stubborn(io, reader::readLine)) {
          lines.add(line);
        }
        assertThat(lines).isEqualTo(LINES);
      }
    }
  }

  @Test
  void readLine_cancelledWhileSkippingALongLine_goesOnSkipping() throws Exception {
    byte[] input = ("x".repeat(20) + "\nok\n").getBytes(StandardCharsets.UTF_8);
    ScriptedIo io = ScriptedIo.byteByByte(input);
    BufReader reader = new BufReader(io, 2);
    int failures = 0;
    String line = null;
    while (line == null) {
      try {
        line = stubborn(io, () -> reader.readLine(5));
      } catch (IOException tooLong) {
        failures++;
      }
    }
    assertThat(line).isEqualTo("ok");
    assertThat(failures).isEqualTo(1);
  }

  @Test
  void readExactly_cutAnywhere_givesTheSameBytes() throws Exception {
    for (int capacity : new int[] {1, 4, 8192}) {
      for (Supplier<ScriptedIo> cut : cuts(BYTES)) {
        BufReader reader = new BufReader(cut.get(), capacity);
        byte[] front = task.run(reader.readExactly(7));
        ByteBuffer middle = ByteBuffer.allocate(9);
        task.run(reader.readExactly(middle));
        byte[] rest = task.run(reader.readToEnd(100));
        assertThat(joined(front, middle.array(), rest)).isEqualTo(BYTES);
      }
    }
  }

  @Test
  void readExactly_cancelledAtEachPending_losesAndDoublesNothing() throws Exception {
    for (int capacity : new int[] {1, 4, 8192}) {
      for (Supplier<ScriptedIo> cut : cuts(BYTES)) {
        ScriptedIo io = cut.get();
        BufReader reader = new BufReader(io, capacity);
        byte[] front = stubborn(io, () -> reader.readExactly(7));
        ByteBuffer middle = ByteBuffer.allocate(9);
        stubborn(io, () -> reader.readExactly(middle));
        byte[] number = {(byte) stubborn(io, reader::readByte)};
        byte[] until = stubborn(io, () -> reader.readUntil((byte) '\n', 100));
        byte[] rest = stubborn(io, () -> reader.readToEnd(100));
        assertThat(joined(front, middle.array(), number, until, rest)).isEqualTo(BYTES);
      }
    }
  }

  @Test
  void randomOperations_randomCuts_matchAPlainArray() throws Exception {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = new byte[random.nextInt(2000)];
      random.nextBytes(bytes);
      ScriptedIo io = new ScriptedIo();
      for (int at = 0; at < bytes.length; ) {
        int size = 1 + random.nextInt(Math.min(300, bytes.length - at));
        io.gives(Arrays.copyOfRange(bytes, at, at + size));
        at += size;
        if (random.nextBoolean()) {
          io.pends();
        }
      }
      BufReader reader = new BufReader(io, 1 + random.nextInt(64));
      int at = 0;
      while (at < bytes.length) {
        int size = Math.min(bytes.length - at, random.nextInt(200));
        byte[] got = anyRead(reader, io, size, random);
        assertThat(got)
            .as("seed %d at %d", seed, at)
            .isEqualTo(Arrays.copyOfRange(bytes, at, at + got.length));
        at += got.length;
      }
      assertThat(task.run(reader.fillBuffer())).isEqualTo(AsyncRead.EOF);
    }
  }

  private byte[] anyRead(BufReader reader, ScriptedIo io, int size, SplittableRandom random)
      throws Exception {
    switch (random.nextInt(4)) {
      case 0:
        return stubborn(io, () -> reader.readExactly(size));
      case 1:
        ByteBuffer target = ByteBuffer.allocate(size);
        stubborn(io, () -> reader.readExactly(target));
        return target.array();
      case 2:
        byte delimiter = (byte) random.nextInt(256);
        return stubborn(io, () -> reader.readUntil(delimiter, 2001));
      default:
        ByteBuffer some = ByteBuffer.allocate(size);
        int count = stubborn(io, () -> reader.read(some));
        return Arrays.copyOf(some.array(), count);
    }
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}

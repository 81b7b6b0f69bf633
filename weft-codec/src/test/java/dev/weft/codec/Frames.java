package dev.weft.codec;

import dev.weft.io.AsyncRead;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** What the tests of codecs share. */
final class Frames {

  private static final HexFormat HEX = HexFormat.of();

  private Frames() {}

  static byte[] hex(String digits) {
    return HEX.parseHex(digits.replace(" ", ""));
  }

  static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** The seed of this run, a new one each time unless -Dweft.seed says which. */
  static long seed() {
    String given = System.getProperty("weft.seed", "");
    return given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
  }

  /** All items encoded one behind the other. */
  static <E> byte[] encode(Encoder<E> encoder, List<? extends E> items) throws Exception {
    FrameBuffer buffer = new FrameBuffer(1 << 26);
    for (E item : items) {
      encoder.encode(item, buffer);
    }
    return buffer.toArray();
  }

  /** All frames up to the end of the source. */
  static <D> List<D> decode(AsyncRead source, Decoder<D> decoder) throws Exception {
    return rest(FramedRead.of(source, decoder));
  }

  /** All frames up to the end of the stream. */
  static <D> List<D> rest(FramedRead<D> stream) throws Exception {
    TestTask task = new TestTask();
    List<D> frames = new ArrayList<>();
    for (D frame = task.run(stream.next()); frame != null; frame = task.run(stream.next())) {
      frames.add(frame);
    }
    return frames;
  }

  /** A connection that gives bytes in random pieces, with a pending answer before some. */
  static ScriptedIo pieces(byte[] bytes, SplittableRandom random) {
    ScriptedIo io = new ScriptedIo();
    int from = 0;
    while (from < bytes.length) {
      int to = Math.min(bytes.length, from + 1 + random.nextInt(1 + random.nextInt(2_000)));
      if (random.nextBoolean()) {
        io.pends();
      }
      io.gives(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    return io;
  }
}

package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.AsyncRead;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** What gzip has besides its data, and what follows an end. */
class GzipInputTest {

  private static final String DATA = "4b4c4a0600"; // abc
  private static final String TRAILER = "c2412435 03000000";
  private static final String PLAIN = "1f8b0800 00000000 00ff";

  private final TestTask task = new TestTask();

  private String inflate(AsyncRead source) throws Exception {
    return inflate(Compression.GZIP.reader(source));
  }

  private String inflate(InflatingRead reader) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer target = ByteBuffer.allocate(100);
    while (task.run(reader.read(target.clear())) != AsyncRead.EOF) {
      all.write(target.array(), 0, target.position());
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  private String inflate(String hex) throws Exception {
    byte[] bytes = Frames.hex(hex);
    String whole = inflate(Io.fromBytes(bytes));
    for (int at = 0; at <= bytes.length; at++) {
      assertThat(inflate(ScriptedIo.cut(bytes, at))).as("cut at %d", at).isEqualTo(whole);
    }
    return whole;
  }

  @Test
  void header_withAllThatItMayHave_isPassedOver() throws Exception {
    String header = "1f8b081f 01020304 02030300 616263" + "6e616d6500" + "7465787400";
    CRC32 crc = new CRC32();
    crc.update(Frames.hex(header));
    String checksum = "%04x".formatted(Short.reverseBytes((short) crc.getValue()) & 0xffff);
    assertThat(inflate(header + checksum + DATA + TRAILER)).isEqualTo("abc");
    assertThat(inflate("1f8b0804 00000000 00ff 0000" + DATA + TRAILER)).isEqualTo("abc");
    String wrong = checksum.equals("0000") ? "0001" : "0000";
    assertThatThrownBy(() -> inflate(Io.fromBytes(Frames.hex(header + wrong + DATA + TRAILER))))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("The gzip header has the checksum");
  }

  @Test
  void members_oneBehindTheOther_areOneInput() throws Exception {
    String member = PLAIN + DATA + TRAILER;
    String empty = PLAIN + "0300" + "00000000 00000000";
    assertThat(inflate(member + empty + member + empty)).isEqualTo("abcabc");
  }

  @Test
  void damage_saysWhatIsAcceptedWhere() {
    String start = PLAIN + DATA;
    for (List<String> each :
        List.of(
            List.of("1f8c", "Byte 1 of a gzip member is 8c; accepted is 8b."),
            List.of("1f8b07", "The gzip header has method 7; accepted is 8."),
            List.of("1f8b0820", "The gzip header has flags 20; accepted are those up to 1f."),
            List.of(start + TRAILER + "00", "Byte 0 of a gzip member is 00; accepted is 1f."),
            List.of(
                start + "00000000 03000000",
                "The gzip input has the checksum 00000000; what it inflates to has 352441c2."),
            List.of(
                start + "c2412435 ffffffff",
                "The gzip input claims to inflate to 4294967295 bytes; it gives 3."),
            List.of(PLAIN + "ff", "The gzip input is damaged before its byte 11: invalid"))) {
      assertThatThrownBy(() -> inflate(Io.fromBytes(Frames.hex(each.getFirst()))))
          .isInstanceOf(FrameException.class)
          .hasMessageStartingWith(each.getLast());
    }
  }

  @Test
  void header_whoseNameNeverEnds_isStopped() {
    byte[] name = new byte[300 << 10];
    Arrays.fill(name, (byte) 'x');
    AsyncRead source =
        Io.chain(Io.fromBytes(Frames.hex("1f8b0808 00000000 00ff")), Io.fromBytes(name));
    assertThatThrownBy(() -> inflate(source))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessageStartingWith("A gzip header has 262145 bytes or more");
  }

  @Test
  void zlib_withADictionary_isRefused() {
    Deflater deflater = new Deflater();
    deflater.setDictionary("abc".getBytes(StandardCharsets.UTF_8));
    deflater.setInput("abcabc".getBytes(StandardCharsets.UTF_8));
    deflater.finish();
    byte[] bytes = new byte[100];
    deflater.deflate(bytes);
    deflater.end();
    assertThatThrownBy(() -> inflate(Compression.ZLIB.reader(Io.fromBytes(bytes))))
        .isInstanceOf(FrameException.class)
        .hasMessage(
            "The zlib input needs the preset dictionary 024d0127; accepted is input without one.");
  }

  @Test
  void bytes_behindTheEnd_areKeptForWhatFollows() throws Exception {
    InflatingRead reader =
        Compression.DEFLATE.reader(Io.fromBytes(Frames.hex(DATA + "68656c6c6f")));
    assertThat(inflate(reader)).isEqualTo("abc");
    assertThat(reader.takeBuffered()).asString(StandardCharsets.UTF_8).isEqualTo("hello");
    assertThat(inflate(reader)).isEmpty();
  }

  @Test
  void blocks_emptyWithoutEnd_yieldNowAndThen() throws Exception {
    byte[] empty = Frames.hex("000000ffff");
    AsyncRead endless =
        (target, _) -> {
          int count = Math.min(5, target.remaining());
          target.put(empty, 0, count);
          return count;
        };
    InflatingRead reader = Compression.DEFLATE.reader(endless);
    for (int i = 0; i < 20; i++) {
      task.pending(reader.read(ByteBuffer.allocate(10)));
      assertThat(task.yielded()).isTrue();
    }
  }
}

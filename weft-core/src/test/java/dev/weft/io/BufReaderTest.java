package dev.weft.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BufReaderTest {

  private final TestTask task = new TestTask();

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void readLine_bothLineEnds_areLeftOut() throws Exception {
    var reader = new BufReader(new ScriptedIo().gives("a\nb\r\n\n\r\nc\rd\n"));
    for (String line : new String[] {"a", "b", "", "", "c\rd", null, null}) {
      assertThat(task.run(reader.readLine())).isEqualTo(line);
    }
  }

  @Test
  void readLine_endWithoutNewline_givesTheRestAsItIs() throws Exception {
    var reader = new BufReader(new ScriptedIo().gives("a\nrest\r"));
    task.run(reader.readLine());
    assertThat(task.run(reader.readLine())).isEqualTo("rest\r");
    assertThat(task.run(reader.readLine())).isNull();
  }

  @Test
  void readLine_malformed_failsForThatLineOnly() throws Exception {
    byte[] input = bytes('o', 'k', '\n', 'a', 'b', 0xFF, 'c', '\n', 'n', '\n');
    var reader = new BufReader(new ScriptedIo().gives(input));
    task.run(reader.readLine());
    assertThatThrownBy(() -> task.run(reader.readLine()))
        .isInstanceOf(CharacterCodingException.class)
        .hasMessage("The byte 0xFF at offset 2 of the text isn't UTF-8.");
    assertThat(task.run(reader.readLine())).isEqualTo("n");
  }

  @Test
  void readLine_truncatedCharacterAtTheEnd_fails() {
    var reader = new BufReader(new ScriptedIo().gives(bytes('x', 0xE2, 0x82)));
    assertThatThrownBy(() -> task.run(reader.readLine()))
        .isInstanceOf(CharacterCodingException.class)
        .hasMessageContaining("0xE2 at offset 1");
  }

  @Test
  void readLine_replacementCharacterInTheText_isText() throws Exception {
    String odd = "a\uFFFD" + "b".repeat(1000) + "\uD83D\uDE00";
    var reader = new BufReader(new ScriptedIo().gives(odd + "\n"));
    assertThat(task.run(reader.readLine())).isEqualTo(odd);
  }

  @Test
  void readLine_exactlyTheLimit_isAccepted() throws Exception {
    for (String end : new String[] {"\n", "\r\n", ""}) {
      var reader = new BufReader(ScriptedIo.byteByByte(("12345" + end).getBytes("UTF-8")), 2);
      assertThat(task.run(reader.readLine(5))).isEqualTo("12345");
    }
  }

  @Test
  void readLine_overTheLimit_failsOnceThenGoesOnBehindIt() throws Exception {
    for (String over :
        new String[] {"123456\n", "123456\r\n", "12345\rx\n", "1".repeat(99) + "\n"}) {
      byte[] input = (over + "next\n").getBytes(StandardCharsets.UTF_8);
      for (int at = 0; at <= input.length; at++) {
        var reader = new BufReader(ScriptedIo.cut(input, at), 4);
        assertThatThrownBy(() -> task.run(reader.readLine(5)))
            .isExactlyInstanceOf(IOException.class)
            .hasMessage("A line is longer than the limit of 5 bytes.");
        assertThat(task.run(reader.readLine(5))).isEqualTo("next");
        assertThat(task.run(reader.readLine(5))).isNull();
      }
    }
  }

  @Test
  void readLine_overTheLimitAtTheEnd_failsOnceThenEnds() throws Exception {
    for (String over : new String[] {"123456", "12345\r"}) {
      var reader = new BufReader(ScriptedIo.byteByByte(over.getBytes(StandardCharsets.UTF_8)));
      assertThatThrownBy(() -> task.run(reader.readLine(5))).hasMessageContaining("limit of 5");
      assertThat(task.run(reader.readLine(5))).isNull();
    }
  }

  @Test
  void readLine_endlessLine_isNeitherKeptNorWaitedFor() throws Exception {
    var reader = new BufReader(Io.repeat((byte) 'x'));
    assertThatThrownBy(() -> task.run(reader.readLine(100_000))).hasMessageContaining("100000");
    assertThat(reader.buffered()).isZero();
  }

  @Test
  void readLine_afterAnotherRead_doesNotSkip() throws Exception {
    var reader = new BufReader(new ScriptedIo().gives("123456").gives("78\nnext\n"));
    assertThatThrownBy(() -> task.run(reader.readLine(3))).isInstanceOf(IOException.class);
    assertThat(text(task.run(reader.readExactly(1)))).isEqualTo("7");
    assertThat(task.run(reader.readLine(3))).isEqualTo("8");
  }

  @Test
  void readLine_sourceBreaks_keepsTheFirstHalf() throws Exception {
    var broken = new IOException("reset");
    var reader = new BufReader(new ScriptedIo().gives("ha").breaks(broken).gives("lf\n"));
    assertThatThrownBy(() -> task.run(reader.readLine())).isSameAs(broken);
    assertThat(task.run(reader.readLine())).isEqualTo("half");
  }

  @Test
  void readLine_sourceBreaksAfterGivingBytes_keepsThem() throws Exception {
    var broken = new IOException("reset");
    boolean[] first = {true};
    var rest = new ScriptedIo().gives("lf\n");
    AsyncRead source =
        (target, cx) -> {
          if (first[0]) {
            first[0] = false;
            target.put((byte) 'h').put((byte) 'a');
            throw broken;
          }
          return rest.pollRead(target, cx);
        };
    var reader = new BufReader(source);
    assertThatThrownBy(() -> task.run(reader.readLine())).isSameAs(broken);
    assertThat(task.run(reader.readLine())).isEqualTo("half");
  }

  @Test
  void readLine_oneByteOverTheLimit_failsWithoutWaitingForMore() {
    var reader = new BufReader(new ScriptedIo().gives("123456").stalls());
    assertThatThrownBy(() -> task.run(reader.readLine(5))).hasMessageContaining("limit of 5");
  }

  @Test
  void readExactly_sourceEndsEarly_saysHowManyAreMissing() throws Exception {
    var reader = new BufReader(ScriptedIo.byteByByte(bytes(1, 2, 3)));
    assertThatThrownBy(() -> task.run(reader.readExactly(10)))
        .isInstanceOf(EOFException.class)
        .hasMessage("The source ended 7 bytes short of the 10 that were asked for.");
    assertThat(task.run(reader.readExactly(3))).containsExactly(1, 2, 3);
  }

  @Test
  void readExactly_hugeCountFromOutside_allocatesOnlyWhatArrives() {
    var reader = new BufReader(new ScriptedIo().gives("few"));
    assertThatThrownBy(() -> task.run(reader.readExactly(BufReader.MAX_LIMIT)))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining(BufReader.MAX_LIMIT - 3 + " bytes short");
  }

  @Test
  void readExactly_nothing_isReadyWithoutAsking() throws Exception {
    var io = new ScriptedIo().stalls();
    assertThat(task.ready(new BufReader(io).readExactly(0))).isEmpty();
    task.ready(new BufReader(io).readExactly(ByteBuffer.allocate(0)));
    assertThat(io.readCalls()).isZero();
  }

  @Test
  void readExactly_target_countsWhatItGot() throws Exception {
    var reader = new BufReader(new ScriptedIo().gives("abc").pends().gives("de"), 2);
    ByteBuffer target = ByteBuffer.allocate(7).position(1);
    assertThatThrownBy(() -> task.run(reader.readExactly(target)))
        .isInstanceOf(EOFException.class)
        .hasMessage("The source ended 1 bytes short of the 6 that were asked for.");
    assertThat(target.position()).isEqualTo(6);
    assertThat(new String(target.array(), 1, 5, StandardCharsets.UTF_8)).isEqualTo("abcde");
  }

  @Test
  void readUntil_delimiter_isIncluded() throws Exception {
    var reader = new BufReader(ScriptedIo.byteByByte("a,bc,,d".getBytes("UTF-8")), 2);
    for (String part : new String[] {"a,", "bc,", ",", "d", ""}) {
      assertThat(text(task.run(reader.readUntil((byte) ',', 3)))).isEqualTo(part);
    }
  }

  @Test
  void readUntil_overTheLimit_failsOnceThenGoesOnBehindIt() throws Exception {
    byte[] input = "abcd,ef,".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at <= input.length; at++) {
      var reader = new BufReader(ScriptedIo.cut(input, at), 2);
      assertThatThrownBy(() -> task.run(reader.readUntil((byte) ',', 4)))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage("No delimiter 0x2C within the limit of 4 bytes.");
      assertThat(text(task.run(reader.readUntil((byte) ',', 4)))).isEqualTo("ef,");
    }
  }

  @Test
  void readUntil_restOfExactlyTheLimit_isAccepted() throws Exception {
    var reader = new BufReader(new ScriptedIo().gives("abcd"), 2);
    assertThat(text(task.run(reader.readUntil((byte) 0xFF, 4)))).isEqualTo("abcd");
  }

  @Test
  void readToEnd_limit_isExact() throws Exception {
    var fits = new BufReader(ScriptedIo.byteByByte(new byte[100]), 3);
    assertThat(task.run(fits.readToEnd(100))).hasSize(100);
    var over = new BufReader(new ScriptedIo().gives(new byte[101]), 3);
    assertThatThrownBy(() -> task.run(over.readToEnd(100)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("The source has more than the limit of 100 bytes.");
    assertThat(task.run(over.readToEnd(101))).hasSize(101);
    assertThat(task.run(new BufReader(Io.empty()).readToEnd(0))).isEmpty();
  }

  @Test
  void numbers_bothOrders_matchByteBuffer() throws Exception {
    byte[] input = bytes(0x81, 0xFE, 1, 0xFE, 1, 0xFF, 2, 3, 4, 0xFF, 2, 3, 4);
    var reader = new BufReader(ScriptedIo.byteByByte(input));
    assertThat(task.run(reader.readByte())).isEqualTo((byte) 0x81);
    assertThat(task.run(reader.readShort())).isEqualTo((short) 0xFE01);
    assertThat(task.run(reader.readShortLittleEndian())).isEqualTo((short) 0x01FE);
    assertThat(task.run(reader.readInt())).isEqualTo(0xFF020304);
    assertThat(task.run(reader.readIntLittleEndian())).isEqualTo(0x040302FF);
    byte[] wide = bytes(0xFF, 2, 3, 4, 5, 6, 7, 8);
    assertThat(task.run(new BufReader(Io.fromBytes(wide)).readLong()))
        .isEqualTo(0xFF02030405060708L);
    assertThat(task.run(new BufReader(Io.fromBytes(wide)).readLongLittleEndian()))
        .isEqualTo(0x08070605040302FFL);
    assertThatThrownBy(() -> task.run(new BufReader(Io.fromBytes(bytes(1, 2, 3))).readLong()))
        .isInstanceOf(EOFException.class)
        .hasMessage("The source ended 5 bytes short of the 8 that were asked for.");
  }

  @Test
  void fillBuffer_andConsume_showWhatIsThere() throws Exception {
    var reader = new BufReader(new ScriptedIo().pends().gives("hello").pends().gives("!"));
    assertThat(task.run(reader.fillBuffer())).isEqualTo(5);
    assertThat(StandardCharsets.UTF_8.decode(reader.buffer()).toString()).isEqualTo("hello");
    assertThat(reader.buffer().isReadOnly()).isTrue();
    reader.consume(4);
    assertThat(task.ready(reader.fillBuffer())).isEqualTo(1);
    reader.consume(1);
    assertThat(task.run(reader.fillBuffer())).isEqualTo(1);
    assertThatThrownBy(() -> reader.consume(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("consume(2): from 0 to the 1 bytes that are buffered.");
    reader.consume(1);
    assertThat(task.run(reader.fillBuffer())).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void read_largeTarget_goesPastTheBuffer() throws Exception {
    var io = new ScriptedIo().gives("0123456789");
    var reader = new BufReader(io, 4);
    ByteBuffer target = ByteBuffer.allocate(10);
    assertThat(task.ready(reader.read(target))).isEqualTo(10);
    assertThat(reader.buffered()).isZero();
  }

  @Test
  void read_smallTargets_askTheSourceOnce() throws Exception {
    var io = new ScriptedIo().gives("0123456789");
    var reader = new BufReader(io, 16);
    for (int i = 0; i < 10; i++) {
      ByteBuffer target = ByteBuffer.allocate(1);
      assertThat(task.ready(reader.read(target))).isEqualTo(1);
      assertThat(target.get(0)).isEqualTo((byte) ('0' + i));
    }
    assertThat(io.readCalls()).isEqualTo(1);
    assertThat(task.ready(reader.read(ByteBuffer.allocate(0)))).isZero();
    assertThat(task.ready(reader.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
  }

  @Test
  void arguments_outOfRange_areRefusedAtOnce() {
    var reader = new BufReader(Io.empty());
    assertThatThrownBy(() -> reader.readExactly(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("count is -1; accepted is 0 to 1073741824.");
    assertThatThrownBy(() -> reader.readLine(0)).hasMessageContaining("maxBytes is 0");
    assertThatThrownBy(() -> reader.readUntil((byte) 0, 0)).hasMessageContaining("limit is 0");
    assertThatThrownBy(() -> reader.readToEnd(-1)).hasMessageContaining("limit is -1");
    assertThatThrownBy(() -> new BufReader(Io.empty(), 0)).hasMessageContaining("capacity is 0");
    assertThatThrownBy(() -> new BufReader(null)).isInstanceOf(NullPointerException.class);
  }
}

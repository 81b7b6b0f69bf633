package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import com.google.protobuf.StringValue;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.codec.snippets.CodecSnippets;
import dev.weft.codec.snippets.CodecSnippets.Tagged;
import dev.weft.codec.snippets.CompressionSnippets;
import dev.weft.codec.snippets.FramedSnippets;
import dev.weft.codec.snippets.KvSnippets;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples do what the documentation says. */
class SnippetsTest {

  @Test
  void lengths_header_countsItself() throws Exception {
    byte[] bytes = Frames.encode(CodecSnippets.lengths(), List.of(new byte[] {1, 2, 3}));
    assertThat(Frames.hex(bytes)).isEqualTo("00000700010203");
  }

  @Test
  void heads_ofBothKinds_areCut() throws Exception {
    ScriptedIo io = new ScriptedIo().gives("a\r\nb\r\n\r\nc\n\n");
    assertThat(Frames.decode(io, CodecSnippets.heads()))
        .containsExactly(Frames.hex("61 0d0a 62"), Frames.hex("63"));
  }

  @Test
  void protobuf_roundTrips() throws Exception {
    List<StringValue> messages = List.of(StringValue.of("a"), StringValue.of("b"));
    byte[] bytes = Frames.encode(CodecSnippets.protobuf(), messages);
    assertThat(Frames.decode(ScriptedIo.byteByByte(bytes), CodecSnippets.protobuf()))
        .isEqualTo(messages);
  }

  @Test
  void numbers_roundTrip() throws Exception {
    byte[] bytes = Frames.encode(CodecSnippets.numbers(), List.of(Long.MIN_VALUE, 7L));
    assertThat(Frames.decode(ScriptedIo.byteByByte(bytes), CodecSnippets.numbers()))
        .containsExactly(Long.MIN_VALUE, 7L);
  }

  @Test
  void ownCodec_roundTripsAndRefuses() throws Exception {
    List<Tagged> items = List.of(new Tagged((byte) 1, 2), new Tagged((byte) 3, -4));
    byte[] bytes = Frames.encode(new CodecSnippets.TaggedCodec(), items);
    assertThat(Frames.decode(ScriptedIo.byteByByte(bytes), CodecSnippets.decoder()))
        .isEqualTo(items);
    byte[] wrong = Frames.hex("ff00000000");
    assertThatThrownBy(() -> Frames.decode(Io.fromBytes(wrong), CodecSnippets.decoder()))
        .hasMessageContaining("is -1; accepted is 0 to 127");
  }

  @Test
  void messages_ofTheKvProtocol_goBothWays() throws Exception {
    DuplexPair pair = Io.duplex(10_000);
    Framed<StringValue, BytesValue> server = KvSnippets.messages(pair.first());
    Framed<BytesValue, StringValue> client =
        Framed.of(pair.second(), KvFrameCodec.messages(BytesValue.parser()));
    TestTask task = new TestTask();
    task.run(client.send(StringValue.of("x".repeat(5000))));
    StringValue request = task.run(server.next());
    assertThat(request.getValue()).hasSize(5000);
    BytesValue answer = BytesValue.of(ByteString.copyFromUtf8(request.getValue()));
    task.run(server.send(answer));
    assertThat(task.run(client.next())).isEqualTo(answer);
  }

  @Test
  void echo_onARuntime_answersEachLineAndCloses() throws Exception {
    DuplexPair pair = Io.duplex(64);
    try (Weft weft = Weft.create()) {
      JoinHandle<Void> server = weft.spawn(FramedSnippets.echo(pair.first()));
      Framed<String, String> client = Framed.of(pair.second(), new LinesCodec());
      for (String line : List.of("a", "", "long ".repeat(100))) {
        JoinHandle<Void> send = weft.spawn(client.send(line));
        assertThat(weft.blockOn(client.next())).isEqualTo(line);
        weft.blockOn(send);
      }
      weft.blockOn(client.writer().closeAsync());
      assertThat(weft.blockOn(client.next())).isNull();
      weft.blockOn(server);
    }
  }

  @Test
  void echo_compressedOnARuntime_answersEachLineAndCloses() throws Exception {
    DuplexPair pair = Io.duplex(64);
    try (Weft weft = Weft.create()) {
      JoinHandle<Void> server = weft.spawn(CompressionSnippets.echo(pair.first()));
      Framed<String, String> client =
          Framed.of(Compression.GZIP.over(pair.second()), new LinesCodec());
      for (String line : List.of("a", "", "long ".repeat(100))) {
        JoinHandle<Void> send = weft.spawn(client.send(line));
        assertThat(weft.blockOn(client.next())).isEqualTo(line);
        weft.blockOn(send);
      }
      weft.blockOn(client.writer().closeAsync());
      assertThat(weft.blockOn(client.next())).isNull();
      weft.blockOn(server);
      weft.blockOn(client.closeAsync());
    }
  }
}

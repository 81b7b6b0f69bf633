package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.testkit.ScriptedIo;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BytesCodecTest {

  @Test
  void bytes_inPieces_comeAsTheyArrive() throws Exception {
    ScriptedIo io = new ScriptedIo().gives("ab").pends().gives("c").gives("def");
    assertThat(Frames.decode(io, new BytesCodec()))
        .containsExactly(new byte[] {'a', 'b'}, new byte[] {'c'}, new byte[] {'d', 'e', 'f'});
  }

  @Test
  void bytes_randomPieces_addUpToTheWhole() throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    byte[] bytes = Frames.bytes(random, 100_000);
    ByteArrayOutputStream got = new ByteArrayOutputStream();
    for (byte[] frame : Frames.decode(Frames.pieces(bytes, random), new BytesCodec())) {
      assertThat(frame).isNotEmpty();
      got.writeBytes(frame);
    }
    assertThat(got.toByteArray()).as("-Dweft.seed=%d", seed).isEqualTo(bytes);
  }

  @Test
  void bytes_encoded_areUnchanged() throws Exception {
    byte[] written = Frames.encode(new BytesCodec(), List.of(new byte[] {1, 2}, new byte[0]));
    assertThat(written).containsExactly(1, 2);
  }
}

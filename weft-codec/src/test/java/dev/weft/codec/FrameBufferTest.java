package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrameBufferTest {

  @Test
  void content_ofEachPut_isInOrder() throws Exception {
    FrameBuffer buffer = new FrameBuffer(100);
    buffer.put(0x1ff);
    buffer.putInt(0x01020304);
    buffer.put(new byte[] {5, 6});
    buffer.put(new byte[] {0, 7, 0}, 1, 1);
    buffer.put(ByteBuffer.wrap(new byte[] {8, 9}));
    buffer.putZeros(2);
    try (OutputStream stream = buffer.stream()) {
      stream.write(10);
      stream.write(new byte[] {11});
    }
    buffer.set(0, 0x0a);
    buffer.setInt(1, 0x0d0c0b0a);
    assertThat(Frames.hex(buffer.toArray())).isEqualTo("0a0d0c0b0a050607080900000a0b");
    buffer.truncate(1);
    assertThat(buffer.toArray()).containsExactly(10);
  }

  @Test
  void content_takenAndAppendedAtRandom_isAQueue() throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    FrameBuffer buffer = new FrameBuffer(5000);
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = Frames.bytes(random, random.nextInt(700));
      if (random.nextBoolean() && buffer.size() + bytes.length <= 5000) {
        int at = buffer.size();
        buffer.put(bytes);
        buffer.putZeros(0);
        if (bytes.length > 3) {
          buffer.setInt(at, i);
          ByteBuffer.wrap(bytes).putInt(0, i);
        }
        in.writeBytes(bytes);
      } else {
        byte[] taken = new byte[random.nextInt(buffer.size() + 1)];
        buffer.waiting().get(taken);
        buffer.taken(taken.length);
        out.writeBytes(taken);
      }
      assertThat(buffer.capacity()).isLessThanOrEqualTo(5000);
    }
    out.writeBytes(buffer.toArray());
    assertThat(Arrays.equals(out.toByteArray(), in.toByteArray()))
        .as("-Dweft.seed=%d", seed)
        .isTrue();
  }

  @Test
  void cap_exceeded_isRefusedAndChangesNothing() throws Exception {
    FrameBuffer buffer = new FrameBuffer(5);
    buffer.put(new byte[5]);
    assertThatExceptionOfType(FrameTooLargeException.class)
        .isThrownBy(() -> buffer.put(1))
        .withMessage("What waits to be written has 6 bytes or more; at most 5 are accepted.");
    assertThatThrownBy(() -> buffer.putInt(1)).isInstanceOf(FrameTooLargeException.class);
    assertThatThrownBy(() -> buffer.putZeros(Integer.MAX_VALUE))
        .isInstanceOf(FrameTooLargeException.class);
    assertThat(buffer.size()).isEqualTo(5);
  }

  @Test
  void position_outside_isRefused() throws Exception {
    FrameBuffer buffer = new FrameBuffer(100);
    buffer.putInt(1);
    assertThatThrownBy(() -> buffer.set(4, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> buffer.setInt(1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> buffer.truncate(5)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatIllegalArgumentException().isThrownBy(() -> buffer.putZeros(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameBuffer(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FramedOptions.DEFAULT.withReadBytes(0))
        .withMessage("readBytes is 0; accepted is 1 to 1073741824 inclusive.");
  }
}

package dev.weft.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A decoder with a step behind it. */
record MappedDecoder<T, U>(Decoder<T> decoder, FrameMapper<? super T, ? extends U> mapper)
    implements Decoder<U> {

  @Override
  public @Nullable U decode(ByteBuffer in) throws IOException {
    T frame = decoder.decode(in);
    return frame == null ? null : mapper.map(frame);
  }

  @Override
  public @Nullable U decodeEof(ByteBuffer in) throws IOException {
    T frame = decoder.decodeEof(in);
    return frame == null ? null : mapper.map(frame);
  }

  @Override
  public int bytesWanted(ByteBuffer in) {
    return decoder.bytesWanted(in);
  }

  @Override
  public int maxBytes() {
    return decoder.maxBytes();
  }

  @Override
  public boolean resumesAfter(IOException failure) {
    return decoder.resumesAfter(failure);
  }
}

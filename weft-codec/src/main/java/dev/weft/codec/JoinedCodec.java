package dev.weft.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A codec of two halves. */
record JoinedCodec<D, E>(Decoder<D> decoder, Encoder<E> encoder) implements Codec<D, E> {

  @Override
  public @Nullable D decode(ByteBuffer in) throws IOException {
    return decoder.decode(in);
  }

  @Override
  public @Nullable D decodeEof(ByteBuffer in) throws IOException {
    return decoder.decodeEof(in);
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

  @Override
  public void encode(E item, FrameBuffer target) throws IOException {
    encoder.encode(item, target);
  }
}

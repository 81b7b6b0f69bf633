package dev.weft.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * No framing at all: whatever has arrived is a frame, and bytes go out as they are.
 *
 * <p><em>Threads:</em> immutable; one codec serves any number of connections.
 */
public final class BytesCodec implements Codec<byte[], byte[]> {

  /** Creates the codec. */
  public BytesCodec() {}

  @Override
  public byte @Nullable [] decode(ByteBuffer in) {
    return in.hasRemaining() ? BytesPayload.INSTANCE.read(in) : null;
  }

  @Override
  public void encode(byte[] item, FrameBuffer target) throws FrameTooLargeException {
    target.put(item);
  }

  @Override
  public String toString() {
    return "BytesCodec";
  }
}

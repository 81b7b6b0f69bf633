package dev.weft.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Bytes as they are. */
enum BytesPayload implements Payload<byte[], byte[]> {
  INSTANCE;

  @Override
  public byte[] read(ByteBuffer in) {
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    return bytes;
  }

  @Override
  public int size(byte[] item) {
    return item.length;
  }

  @Override
  public void write(byte[] item, OutputStream target) throws IOException {
    target.write(item);
  }

  @Override
  public void write(byte[] item, int size, FrameBuffer target) throws IOException {
    target.put(item);
  }
}

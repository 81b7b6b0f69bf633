package dev.weft.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * What a frame carries, apart from how its length and compression are written.
 *
 * @param <D> what is read
 * @param <E> what is written
 */
interface Payload<D, E> {

  /** Makes an item of all of the buffer, which it must not keep. */
  D read(ByteBuffer in) throws IOException;

  /** Bytes that {@link #write} will give. */
  int size(E item);

  /** Writes the item's bytes. */
  void write(E item, OutputStream target) throws IOException;

  /** Appends the item's bytes, {@code size} of them. */
  void write(E item, int size, FrameBuffer target) throws IOException;
}

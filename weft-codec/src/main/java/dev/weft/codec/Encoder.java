package dev.weft.codec;

import java.io.IOException;
import java.util.Objects;

/**
 * Turns items into bytes.
 *
 * <p><em>Threads:</em> one caller at a time.
 *
 * @param <T> type of the items, which are never null
 */
public interface Encoder<T> {

  /**
   * Appends the frame of an item. If it fails, what it appended is taken back by the caller.
   *
   * @param item what to encode
   * @param target where to; what is in it already stays as it is
   * @throws FrameTooLargeException if the frame is larger than the encoder or the target allows
   * @throws IOException if the item can't be encoded
   */
  void encode(T item, FrameBuffer target) throws IOException;

  /**
   * This encoder with a step before it.
   *
   * @param mapper makes what this encoder takes
   * @param <U> type of the items
   * @return an encoder of items; it shares this encoder's state
   */
  default <U> Encoder<U> contramap(FrameMapper<? super U, ? extends T> mapper) {
    Objects.requireNonNull(mapper, "mapper");
    return (item, target) -> encode(mapper.map(item), target);
  }
}

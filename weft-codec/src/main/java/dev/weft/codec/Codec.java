package dev.weft.codec;

import java.util.Objects;

/**
 * Both directions of a protocol: what its frames look like when they come and when they go.
 *
 * @param <D> type of the frames that come in
 * @param <E> type of the items that go out
 */
public interface Codec<D, E> extends Decoder<D>, Encoder<E> {

  /**
   * A codec of two halves.
   *
   * @param decoder for what comes in
   * @param encoder for what goes out
   * @param <D> type of the frames that come in
   * @param <E> type of the items that go out
   * @return the codec; it shares the state of the halves
   */
  static <D, E> Codec<D, E> of(Decoder<D> decoder, Encoder<E> encoder) {
    return new JoinedCodec<>(
        Objects.requireNonNull(decoder, "decoder"), Objects.requireNonNull(encoder, "encoder"));
  }

  /**
   * This codec with a step on each side.
   *
   * @param in makes an item of each frame that comes in
   * @param out makes what this codec encodes
   * @param <D2> type of the items that come in
   * @param <E2> type of the items that go out
   * @return the codec; it shares this codec's state
   */
  default <D2, E2> Codec<D2, E2> map(
      FrameMapper<? super D, ? extends D2> in, FrameMapper<? super E2, ? extends E> out) {
    return of(this.<D2>map(in), this.<E2>contramap(out));
  }
}

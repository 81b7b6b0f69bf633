package dev.weft.codec;

import java.io.IOException;

/**
 * A step between frames and what a program works with.
 *
 * @param <A> what goes in
 * @param <B> what comes out
 */
@FunctionalInterface
public interface FrameMapper<A, B> {

  /**
   * Converts one.
   *
   * @param value what to convert
   * @return the result, never null
   * @throws IOException if the value makes no sense, usually a {@link FrameException}
   */
  B map(A value) throws IOException;
}

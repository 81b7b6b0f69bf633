package dev.weft.spi;

/** Random numbers for choices that only have to be fair, such as where a search starts. */
public interface RandomSource {

  /**
   * A number below a bound. Not for several threads at once; {@link #split} for another thread.
   *
   * @param bound more than 0
   * @return from 0 to {@code bound - 1}
   */
  int nextInt(int bound);

  /**
   * An independent source for another thread.
   *
   * @return a source whose numbers follow from this one's seed
   */
  RandomSource split();
}

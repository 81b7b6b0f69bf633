package dev.weft.spi;

import dev.weft.Weft;

/**
 * A builder that also takes replacements for what a runtime is assembled from. {@link
 * Weft#builder()} always is one; cast it:
 *
 * {@snippet class="dev.weft.snippets.SpiSnippets" region="clock"}
 */
public interface RuntimeOptions extends Weft.Builder {

  /**
   * Replaces the clock.
   *
   * @param clock the runtime's only source of time
   * @return this builder
   */
  RuntimeOptions clock(Clock clock);

  /**
   * Replaces the random numbers.
   *
   * @param random the runtime's only source of randomness
   * @return this builder
   */
  RuntimeOptions random(RandomSource random);

  /**
   * Replaces the maker of threads.
   *
   * @param threads the runtime's only source of threads
   * @return this builder
   */
  RuntimeOptions threads(ThreadSource threads);

  /**
   * Replaces input and output.
   *
   * @param provider maker of drivers and sockets
   * @return this builder
   */
  RuntimeOptions sockets(DriverProvider provider);
}

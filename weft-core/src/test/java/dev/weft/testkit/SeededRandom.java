package dev.weft.testkit;

import dev.weft.spi.RandomSource;
import java.util.SplittableRandom;

/** Random numbers that are the same in every run. */
public final class SeededRandom implements RandomSource {

  private final SplittableRandom random;

  public SeededRandom(long seed) {
    this(new SplittableRandom(seed));
  }

  private SeededRandom(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public int nextInt(int bound) {
    return random.nextInt(bound);
  }

  @Override
  public RandomSource split() {
    return new SeededRandom(random.split());
  }
}

package dev.weft.verify.fuzz.generate;

import java.util.List;
import java.util.SplittableRandom;

/** Choices that follow from a seed. */
final class Dice {
  private final SplittableRandom random;
  private int names;
  private int budget;

  Dice(long seed) {
    random = new SplittableRandom(seed);
    budget = 40 + below(below(3) == 0 ? 400 : 120);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  @SafeVarargs
  final <T> T pick(T... choices) {
    return choices[below(choices.length)];
  }

  <T> T pick(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  /** Counts an expression; false if the program is large enough. */
  boolean spend() {
    return --budget > 0;
  }

  /** Whether the program is large enough. */
  boolean spent() {
    return budget <= 0;
  }

  /** A name that the program has not used. */
  String name(String prefix) {
    return prefix + names++;
  }
}

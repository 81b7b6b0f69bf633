package dev.weft.verify.canary;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lincheck is awake: it finds a planted race and leaves correct code alone. */
@Tag("model")
final class LincheckTest {
  /** Loses an update when two threads come at once. */
  public static class RacyCounter {
    private int value;

    @Operation
    public int increment() {
      return ++value;
    }
  }

  /** The same without the race. */
  public static class AtomicCounter {
    private final AtomicInteger value = new AtomicInteger();

    @Operation
    public int increment() {
      return value.incrementAndGet();
    }
  }

  private static ModelCheckingOptions model() {
    return new ModelCheckingOptions()
        .iterations(3)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2);
  }

  @Test
  void race_modelChecked_isFound() {
    assertThatThrownBy(() -> model().check(RacyCounter.class))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("increment");
  }

  @Test
  void race_stressed_isFound() {
    StressOptions options =
        new StressOptions().iterations(5).invocationsPerIteration(1_000).threads(2);

    assertThatThrownBy(() -> options.check(RacyCounter.class))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("increment");
  }

  @Test
  void correctCode_modelChecked_passes() {
    model().check(AtomicCounter.class);
  }
}

package dev.weft.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SpreadTest {

  @Test
  void millis_manyTimers_areEvenlySpreadFromOneToFiveSeconds() {
    int[] delays = IntStream.range(0, 100_000).map(Spread::millis).toArray();

    assertThat(IntStream.of(delays)).allMatch(delay -> delay >= 1_000 && delay < 5_000);
    for (int second = 1; second < 5; second++) {
      int from = second * 1_000;
      assertThat(IntStream.of(delays).filter(d -> d >= from && d < from + 1_000).count())
          .isBetween(24_900L, 25_100L);
    }
  }
}

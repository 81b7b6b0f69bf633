package dev.weft.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LatenciesTest {

  private final Latencies latencies = new Latencies();

  @Test
  void quantile_ofNothing_isZero() {
    assertThat(latencies.quantile(0.5)).isZero();
  }

  @Test
  void quantile_smallTimes_isExact() {
    for (int i = 1; i <= 100; i++) {
      latencies.record(i);
    }
    assertThat(latencies.quantile(0.5)).isEqualTo(50);
    assertThat(latencies.quantile(0.99)).isEqualTo(99);
    assertThat(latencies.quantile(1)).isEqualTo(100);
  }

  @Test
  void quantile_anyTime_isAtMostASixtyFourthAboveIt() {
    for (long time = 1; time > 0 && time < Long.MAX_VALUE / 3; time = time * 3 + 1) {
      latencies.clear();
      latencies.record(time);
      assertThat(latencies.quantile(0.5)).isBetween(time, time + time / 64);
    }
  }

  @Test
  void quantile_aFewLongOnesAmongMany_showsThemAtTheEndOnly() {
    for (int i = 0; i < 990; i++) {
      latencies.record(10_000);
    }
    for (int i = 0; i < 10; i++) {
      latencies.record(5_000_000);
    }
    assertThat((double) latencies.quantile(0.99)).isCloseTo(10_000, within(160.0));
    assertThat((double) latencies.quantile(0.999)).isCloseTo(5_000_000, within(80_000.0));
  }

  @Test
  void perSecond_isRequestsByTime() {
    assertThat(new Load(500, 250_000_000, latencies).perSecond()).isEqualTo(2_000);
  }
}

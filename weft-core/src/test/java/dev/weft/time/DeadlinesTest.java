package dev.weft.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DeadlinesTest {

  @Test
  void nanos_ofAnyDuration_saturates() {
    assertThat(Deadlines.nanos(Duration.ZERO)).isZero();
    assertThat(Deadlines.nanos(Duration.ofNanos(1))).isEqualTo(1);
    assertThat(Deadlines.nanos(Duration.ofSeconds(2, 3))).isEqualTo(2_000_000_003);
    assertThat(Deadlines.nanos(Duration.ofNanos(-1))).isZero();
    assertThat(Deadlines.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
    assertThat(Deadlines.nanos(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
        .isEqualTo(Deadlines.FAR_NANOS);
    assertThat(Deadlines.nanos(Duration.ofNanos(Deadlines.FAR_NANOS)))
        .isEqualTo(Deadlines.FAR_NANOS);
    assertThat(Deadlines.nanos(Duration.ofNanos(Deadlines.FAR_NANOS).minusSeconds(2)))
        .isEqualTo(Deadlines.FAR_NANOS - 2_000_000_000);
  }

  @Test
  void isDue_acrossTheOverflowOfTheClock_comparesByDifference() {
    long deadline = Deadlines.after(Long.MAX_VALUE - 1, Duration.ofNanos(3));
    assertThat(deadline).isNegative();
    assertThat(Deadlines.isDue(Long.MAX_VALUE, deadline)).isFalse();
    assertThat(Deadlines.isDue(deadline - 1, deadline)).isFalse();
    assertThat(Deadlines.isDue(deadline, deadline)).isTrue();
    assertThat(Deadlines.isDue(deadline + 1, deadline)).isTrue();
  }
}

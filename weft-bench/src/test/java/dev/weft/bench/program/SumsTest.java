package dev.weft.bench.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SumsTest {

  @Test
  void sums_small_areRight() {
    assertThat(Sums.to(4)).isEqualTo(1 + 2 + 3 + 4);
    assertThat(Sums.to(1_000_000)).isEqualTo(500_000_500_000L);
    assertThat(Sums.evensTo(6)).isEqualTo(2 + 4 + 6);
    assertThat(Sums.evensTo(7)).isEqualTo(2 + 4 + 6);
  }

  @Test
  void check_anotherSum_failsWithBoth() {
    assertThatCode(() -> Sums.check(3, 3)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Sums.check(3, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The items add up to 2 instead of 3");
  }
}

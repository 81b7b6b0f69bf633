package dev.weft.kv.command;

import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 126, 127, 128, 129, 16_383, 16_384, 16_385})
  void text_atTheLimit_isTheLastThatPasses(int limit) {
    var limits = new Limits(limit, limit, 1);

    assertThatCode(() -> limits.checkKey("x".repeat(limit))).doesNotThrowAnyException();
    assertThatThrownBy(() -> limits.checkKey("x".repeat(limit + 1)))
        .hasMessage("The key has %d bytes; the limit is %d", limit + 1, limit);
  }

  @Test
  void text_ofManyBytesACharacter_countsBytes() {
    var limits = new Limits(8, 8, 8);

    assertThatCode(() -> limits.checkName("table", "жжжж")).doesNotThrowAnyException();
    assertThatThrownBy(() -> limits.checkName("table", "жжжжж"))
        .hasMessage("The table has 10 bytes; the limit is 8");
  }

  @Test
  void value_aboveTheLimit_isRefused() {
    assertThatThrownBy(() -> new Limits(8, 8, 8).checkValue(text("1234567")))
        .hasMessage("The value has 9 bytes; the limit is 8");
  }

  @Test
  void limit_belowOne_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Limits(1, 0, 1))
        .withMessage("keyBytes is 0; it must be at least 1.");
    assertThat(Limits.DEFAULT.keyBytes()).isEqualTo(65_536);
  }
}

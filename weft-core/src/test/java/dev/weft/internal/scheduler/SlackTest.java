package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SlackTest {

  private static final long SLACK = 500;

  private final Slack slack = new Slack(SLACK);

  @Test
  void leftNanos_atFirst_isZero() {
    assertThat(slack.leftNanos(123)).isZero();
    assertThat(slack.isHolding()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, -1_000, Long.MIN_VALUE / 500 * 500})
  void fired_aCrowdIsLeft_holdsItToTheNextBoundary(long boundary) {
    slack.fired(boundary, true);
    assertThat(slack.leftNanos(boundary)).isEqualTo(SLACK);
    slack.fired(boundary + 499, true);
    assertThat(slack.leftNanos(boundary + 499)).isEqualTo(1);
    assertThat(slack.isHolding()).isTrue();
    assertThat(slack.leftNanos(boundary + SLACK)).isZero();
    assertThat(slack.leftNanos(boundary + 10 * SLACK)).isZero();
  }

  @Test
  void fired_noCrowdIsLeft_holdsNothingBack() {
    slack.fired(0, true);
    slack.fired(600, false);
    assertThat(slack.leftNanos(601)).isZero();
    assertThat(slack.isHolding()).isFalse();
  }

  @Test
  void fired_withoutSlack_holdsNothingBack() {
    var none = new Slack(0);
    none.fired(7, true);
    assertThat(none.leftNanos(7)).isZero();
    assertThat(none.isHolding()).isFalse();
  }
}

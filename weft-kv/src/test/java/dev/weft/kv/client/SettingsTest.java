package dev.weft.kv.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weft.testkit.SeededRandom;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SettingsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void backoff_afterMoreFailures_isTwiceAsLongUpToTheLongest() {
    var backoff = new Backoff(SECOND, Duration.ofSeconds(5), Backoff.UNLIMITED);
    var random = new SeededRandom(7);
    long[] most = {1, 2, 4, 5, 5, 5};
    for (int i = 0; i < most.length; i++) {
      for (int n = 0; n < 100; n++) {
        long nanos = most[i] * SECOND.toNanos();
        assertThat(backoff.nanos(i + 1, random)).isBetween(nanos / 2, nanos);
      }
    }
    assertThat(backoff.nanos(Integer.MAX_VALUE, random)).isPositive();
  }

  @Test
  void backoff_withTheLongestValues_doesNotOverflow() {
    Duration longest = Duration.ofMinutes(10);
    var backoff = new Backoff(longest, longest, 1);
    for (int n = 0; n < 100; n++) {
      assertThat(backoff.nanos(30, new SeededRandom(n)))
          .isBetween(longest.toNanos() / 2, longest.toNanos());
    }
  }

  @Test
  void backoff_outOfRange_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(Duration.ZERO, SECOND, 1))
        .withMessage("first is PT0S; accepted is PT0.001S to longest, PT1S.");
    assertThatIllegalArgumentException().isThrownBy(() -> new Backoff(SECOND, Duration.ZERO, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(SECOND, Duration.ofHours(1), 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Backoff.DEFAULT.withAttempts(0));
    assertThat(Backoff.oneAttempt().attempts()).isEqualTo(1);
  }

  @Test
  void builder_givenABadValue_namesItAndWhatIsAccepted() {
    KvClientBuilder builder = KvClient.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.address("h", 0))
        .withMessage("port is 0; it must be from 1 to 65535.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.connections(3, 2))
        .withMessage("min of connections is 3; it must be from 0 to 2.");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.connections(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.maxInFlight(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.requestTimeout(Duration.ZERO))
        .withMessage("requestTimeout is PT0S; it must be more than 0.");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.connectTimeout(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.grace(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.idleTimeout(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.maxMessage(1 << 30));
  }
}

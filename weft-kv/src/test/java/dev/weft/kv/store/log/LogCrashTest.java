package dev.weft.kv.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.testkit.Hushed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Power cuts at random moments on a disk that keeps what was forced and some of the rest. */
final class LogCrashTest {

  private static final int ROUNDS = 150;
  private static final int STRESS_ROUNDS = 20_000;

  @RegisterExtension static final Hushed LOG = new Hushed("dev.weft.kv");

  private static Weft weft;

  @BeforeAll
  static void start() {
    weft = Weft.create();
  }

  @AfterAll
  static void stop() {
    weft.close();
  }

  private static long seed() {
    String given = System.getProperty("weft.seed", "");
    return given == null || given.isBlank() ? 20_260 : Long.parseLong(given);
  }

  @ParameterizedTest
  @EnumSource(SyncPolicy.class)
  void power_cutAtRandomMoments_leavesAPrefixWithAllThatWasAcknowledged(SyncPolicy sync)
      throws Exception {
    var rounds = new CrashRounds(weft, seed(), sync, false);

    rounds.run(ROUNDS);

    assertThat(rounds.crashes()).isGreaterThan(ROUNDS / 2);
    assertThat(rounds.snapshots()).isPositive();
  }

  @Test
  void disk_thatLiesAboutForces_isFoundOut() {
    var rounds = new CrashRounds(weft, seed(), SyncPolicy.ALWAYS, true);

    assertThatThrownBy(() -> rounds.run(ROUNDS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("acknowledged");
  }

  @Tag("stress")
  @ParameterizedTest
  @EnumSource(SyncPolicy.class)
  void power_cutVeryOften_leavesAPrefixWithAllThatWasAcknowledged(SyncPolicy sync)
      throws Exception {
    new CrashRounds(weft, seed() + 100, sync, false).run(STRESS_ROUNDS);
  }
}

package dev.weft.everypoll;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table, with blocks that run stackful as they weren't compiled. */
class EveryPollTest {

  static Stream<Scenario> scenarios() {
    return Scenarios.all().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void cancelledAtEachPoll_nothingIsLostLeftOrDoneTwice(Scenario scenario) {
    List<String> faults = Table.faults(scenario);
    assertThat(faults).isEmpty();
  }
}

package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MeasurementTest {

  @Test
  void of_oddNumberOfRuns_takesTheMiddleOne() {
    var runs = List.of(new Sample(5, 10, 3), new Sample(1, 30, 1), new Sample(2, 20, 2));

    assertThat(Measurement.of("w", "c", "u", runs))
        .isEqualTo(new Measurement("w", "c", "u", 2, 1, 5, 30, 2, 3));
  }

  @Test
  void of_evenNumberOfRuns_takesTheMeanOfTheMiddle() {
    var runs = List.of(new Sample(4, 0, 0), new Sample(1, 0, 0));

    assertThat(Measurement.of("w", "c", "u", runs).median()).isEqualTo(2.5);
  }

  @Test
  void of_noRun_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Measurement.of("w", "c", "u", List.of()))
        .withMessage("No run of c in w.");
  }

  @Test
  void details_ofRuns_areMediansOfThoseThatHaveThem() {
    var runs =
        List.of(
            new Sample(1, 0, 0, Map.of("p99Us", 4.0)),
            new Sample(1, 0, 0, Map.of("p99Us", 2.0, "callsPerReq", 3.0)),
            new Sample(1, 0, 0));

    assertThat(Measurement.of("w", "c", "u", runs).details())
        .containsOnly(Map.entry("p99Us", 3.0), Map.entry("callsPerReq", 3.0));
  }
}

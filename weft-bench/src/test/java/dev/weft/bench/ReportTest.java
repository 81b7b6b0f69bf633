package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ReportTest {

  private static final List<Measurement> TWO =
      List.of(
          new Measurement("w", "first", "us", 2, 1, 3, 100, 0.5, 5),
          new Measurement("w", "second \"2\"", "us", 3, 2, 4, 200, 0.6, 5));

  @Test
  void json_measurements_isAnArrayOfObjectsWithTheAgreedNames() {
    JsonNode array = JsonMapper.shared().readTree(Report.json(TWO));

    assertThat(array.isArray()).isTrue();
    assertThat(array.get(0).propertyNames())
        .containsExactlyInAnyOrder(
            "name", "contender", "unit", "median", "min", "max", "rssKb", "cpuSeconds", "runs");
    assertThat(array.get(1).get("contender").stringValue()).isEqualTo("second \"2\"");
    assertThat(array.get(1).get("median").doubleValue()).isEqualTo(3);
    assertThat(array.get(1).get("rssKb").longValue()).isEqualTo(200);
  }

  @Test
  void print_measurements_comparesWithTheFirstOfTheWorkload() {
    var text = new StringWriter();

    Report.print(TWO, new PrintWriter(text));

    assertThat(text.toString().lines().skip(1).toList())
        .satisfiesExactly(
            first -> assertThat(first).contains("first").contains("1.000"),
            second -> assertThat(second).contains("second").contains("1.500"));
  }
}

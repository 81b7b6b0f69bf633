package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
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

  @Test
  void json_furtherFigures_areAnObjectOfTheirOwn() {
    JsonNode array =
        JsonMapper.shared().readTree(Report.json(List.of(detailed("a", Map.of("p99Us", 7.5)))));

    assertThat(array.get(0).get("details").get("p99Us").doubleValue()).isEqualTo(7.5);
  }

  @Test
  void print_furtherFigures_areATableWithADashForWhatIsMissing() {
    var text = new StringWriter();

    Report.print(
        List.of(detailed("a", Map.of("p99Us", 7.5)), detailed("b", Map.of("callsPerReq", 2.0))),
        new PrintWriter(text));

    List<String> lines = text.toString().lines().skip(4).toList();
    assertThat(lines.get(0)).startsWith("w ").contains("p99Us", "callsPerReq");
    assertThat(lines.get(1)).startsWith("a ").contains("7.500").endsWith("-");
    assertThat(lines.get(2)).startsWith("b ").contains("2.000").contains(" -");
  }

  private static Measurement detailed(String contender, Map<String, Double> details) {
    return new Measurement("w", contender, "us", 2, 1, 3, 100, 0.5, 5, details);
  }
}

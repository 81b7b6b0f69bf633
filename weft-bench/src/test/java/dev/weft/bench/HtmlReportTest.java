package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.StringReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

final class HtmlReportTest {

  private static final List<Measurement> ROWS =
      List.of(
          row("spawn", "weft-stackless", 100),
          row("spawn", "a<b&\"c\"", 250),
          row("spawn", "slow", 1_000_000),
          row("growth-1k", "weft-stackless", 40),
          row("growth-1k", "go", 12),
          row("growth-10M", "weft-stackless", 2_000));

  @Test
  void page_measurements_hasOneSectionForEachWorkloadAndOneForAllOfGrowth() {
    String page = HtmlReport.page(ROWS);

    assertThat(page).containsOnlyOnce("<h2>spawn</h2>").containsOnlyOnce("<h2>growth</h2>");
    assertThat(page).contains("<td>10,000,000</td>").contains("a&lt;b&amp;&quot;c&quot;");
  }

  @Test
  void page_plots_needNothingFromElsewhere() {
    assertThat(HtmlReport.page(ROWS)).doesNotContain("http", "src=", "href=", "@import");
  }

  @Test
  void bars_outlier_isCutSoThatTheOthersCanBeSeen() throws Exception {
    Document svg = parse(BarChart.svg(ROWS.subList(0, 3)));

    assertThat(width(svg, 0) / width(svg, 1)).isBetween(0.39, 0.41);
    assertThat(width(svg, 2)).isLessThanOrEqualTo(560);
    assertThat(svg.getElementsByTagName("line").getLength()).isEqualTo(2);
  }

  @Test
  void curve_contenders_haveALineEachWithTheirPointsInOrder() throws Exception {
    Document svg = parse(CurveChart.svg(ROWS.subList(3, 6)));

    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    String points =
        svg.getElementsByTagName("polyline")
            .item(0)
            .getAttributes()
            .getNamedItem("points")
            .getNodeValue();
    Matcher xs = Pattern.compile("([\\d.]+),([\\d.]+) ([\\d.]+),([\\d.]+)").matcher(points);
    assertThat(xs.matches()).isTrue();
    assertThat(Double.parseDouble(xs.group(1))).isEqualTo(70);
    assertThat(Double.parseDouble(xs.group(3))).isEqualTo(630);
    assertThat(Double.parseDouble(xs.group(4))).isLessThan(Double.parseDouble(xs.group(2)));
  }

  @Test
  void tasks_rowOfAnotherWorkload_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CurveChart.tasks(row("spawn", "go", 1)))
        .withMessage("The row spawn has no number of tasks.");
  }

  @Test
  void figure_anySize_hasAboutFourDigits() {
    assertThat(List.of(0.0049, 1.5, 12.345, 123.45, 1234567.8))
        .extracting(Html::figure)
        .containsExactly("0.005", "1.500", "12.35", "123.5", "1,234,568");
  }

  private static double width(Document svg, int bar) {
    return Double.parseDouble(
        svg.getElementsByTagName("rect")
            .item(bar)
            .getAttributes()
            .getNamedItem("width")
            .getNodeValue());
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static Measurement row(String name, String contender, double median) {
    return new Measurement(name, contender, "u", median, median * 0.9, median * 1.1, 2048, 0.5, 5);
  }
}

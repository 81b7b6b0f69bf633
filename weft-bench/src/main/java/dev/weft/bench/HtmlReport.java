package dev.weft.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The measurements as a page with plots, in one file that needs nothing else. */
final class HtmlReport {

  private static final String INTRO =
      """
      Lower is better unless the unit is a rate. Each bar is the median of the runs, the thin line goes from
      the least to the most. Only the ratios within one run of the program say something.""";

  private HtmlReport() {}

  static String page(List<Measurement> measurements) {
    var page = new StringBuilder(Html.head("Weft benchmarks", INTRO));
    Map<String, List<Measurement>> groups =
        measurements.stream()
            .collect(
                Collectors.groupingBy(
                    m -> CurveChart.isPoint(m) ? CurveChart.NAME : m.name(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    groups.forEach(
        (name, rows) -> {
          page.append("<h2>").append(Html.escape(name)).append("</h2>\n");
          page.append(name.equals(CurveChart.NAME) ? CurveChart.svg(rows) : BarChart.svg(rows));
          table(page, rows);
        });
    return page.append(Html.TAIL).toString();
  }

  private static void table(StringBuilder page, List<Measurement> rows) {
    boolean curve = CurveChart.isPoint(rows.getFirst());
    page.append("<table>\n<tr><th>contender</th>");
    page.append(curve ? "<th>tasks</th>" : "");
    page.append("<th>median</th><th>min</th><th>max</th><th>unit</th><th>ratio</th>");
    page.append("<th>CPU s</th><th>peak RSS MiB</th><th>runs</th></tr>\n");
    double first = rows.getFirst().median();
    for (Measurement row : rows) {
      page.append("<tr><td>").append(Html.escape(row.contender())).append("</td>");
      page.append(curve ? "<td>%,d</td>".formatted(CurveChart.tasks(row)) : "");
      page.append(
          String.format(
              Locale.ROOT,
              "<td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%.3f</td><td>%.2f</td><td>%d</td>"
                  + "<td>%d</td></tr>%n",
              Html.figure(row.median()),
              Html.figure(row.min()),
              Html.figure(row.max()),
              Html.escape(row.unit()),
              row.median() / first,
              row.cpuSeconds(),
              row.rssKb() / 1024,
              row.runs()));
    }
    page.append("</table>\n");
  }
}

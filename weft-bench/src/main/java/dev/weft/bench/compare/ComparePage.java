package dev.weft.bench.compare;

import dev.weft.bench.BarChart;
import dev.weft.bench.Html;
import dev.weft.bench.Measurement;
import java.util.ArrayList;
import java.util.List;

/** The comparison as a page with plots. */
final class ComparePage {

  private static final String INTRO =
      """
      The same workloads on each model of concurrency, each in a process of its own. Models marked by a star are
      pre-emptive, the others cooperative. Lower is better unless the unit is a rate or fairness. Only the ratios
      within one run of the program say something.""";

  private ComparePage() {}

  static String page(List<Cell> cells) {
    var page = new StringBuilder(Html.head("Models of concurrency", INTRO));
    for (Workload workload : Workload.values()) {
      List<Cell> rows = Overview.rows(cells, workload);
      if (!rows.isEmpty()) {
        section(page, workload, rows);
      }
    }
    return page.append(Html.TAIL).toString();
  }

  private static void section(StringBuilder page, Workload workload, List<Cell> rows) {
    page.append("<h2>").append(Html.escape(workload.label())).append("</h2>\n<p>");
    page.append(Html.escape(workload.description())).append("</p>\n");
    List<Metric> columns = Overview.columns(rows);
    for (Metric metric : columns) {
      plot(page, workload, metric, rows);
    }
    table(page, columns, rows);
    rows.stream()
        .filter(row -> row.reason() != null)
        .forEach(
            row -> page.append("<p>").append(Html.escape(Overview.note(row))).append("</p>\n"));
  }

  private static void plot(StringBuilder page, Workload workload, Metric metric, List<Cell> rows) {
    var bars = new ArrayList<Measurement>();
    for (Cell row : rows) {
      Double value = row.metric(metric);
      if (value != null) {
        bars.add(
            new Measurement(
                workload.label(), label(row), metric.unit(), value, value, value, 0, 0, 1));
      }
    }
    page.append("<h3>%s</h3>\n".formatted(Html.escape(metric.key())));
    page.append(BarChart.svg(bars));
  }

  private static String label(Cell row) {
    return row.kind().equals(Kind.PRE_EMPTIVE.label()) ? row.model() + " ★" : row.model();
  }

  private static void table(StringBuilder page, List<Metric> columns, List<Cell> rows) {
    page.append("<table>\n<tr><th>model</th><th>kind</th><th>mapping</th><th>status</th>");
    columns.forEach(column -> page.append("<th>").append(column.key()).append("</th>"));
    page.append("</tr>\n");
    for (Cell row : rows) {
      page.append(
          "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td>"
              .formatted(
                  Html.escape(row.model()), row.kind(), row.mapping(), row.status().label()));
      for (Metric column : columns) {
        Double value = row.metric(column);
        page.append("<td>").append(value == null ? "–" : Html.figure(value)).append("</td>");
      }
      page.append("</tr>\n");
    }
    page.append("</table>\n");
  }
}

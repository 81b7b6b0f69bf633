package dev.weft.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The measurements as a page with plots, in one file that needs nothing else. */
final class HtmlReport {

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>Weft benchmarks</title>
      <style>
      body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 62em; color: #222; }
      h2 { margin-top: 2em; border-top: 1px solid #ddd; padding-top: .7em; }
      table { border-collapse: collapse; margin: .8em 0; }
      td, th { padding: .15em .8em; text-align: right; border-bottom: 1px solid #eee; }
      td:first-child, th:first-child { text-align: left; }
      svg { display: block; font: 12px system-ui, sans-serif; }
      </style>
      </head>
      <body>
      <h1>Weft benchmarks</h1>
      <p>Lower is better unless the unit is a rate. Each bar is the median of the runs, the thin line goes from
      the least to the most. Only the ratios within one run of the program say something.</p>
      """;

  private HtmlReport() {}

  static String page(List<Measurement> measurements) {
    var page = new StringBuilder(HEAD);
    Map<String, List<Measurement>> groups =
        measurements.stream()
            .collect(
                Collectors.groupingBy(
                    m -> CurveChart.isPoint(m) ? CurveChart.NAME : m.name(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    groups.forEach(
        (name, rows) -> {
          page.append("<h2>").append(escape(name)).append("</h2>\n");
          page.append(name.equals(CurveChart.NAME) ? CurveChart.svg(rows) : BarChart.svg(rows));
          table(page, rows);
        });
    return page.append("</body>\n</html>\n").toString();
  }

  private static void table(StringBuilder page, List<Measurement> rows) {
    boolean curve = CurveChart.isPoint(rows.getFirst());
    page.append("<table>\n<tr><th>contender</th>");
    page.append(curve ? "<th>tasks</th>" : "");
    page.append("<th>median</th><th>min</th><th>max</th><th>unit</th><th>ratio</th>");
    page.append("<th>CPU s</th><th>peak RSS MiB</th><th>runs</th></tr>\n");
    double first = rows.getFirst().median();
    for (Measurement row : rows) {
      page.append("<tr><td>").append(escape(row.contender())).append("</td>");
      page.append(curve ? "<td>%,d</td>".formatted(CurveChart.tasks(row)) : "");
      page.append(
          String.format(
              Locale.ROOT,
              "<td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%.3f</td><td>%.2f</td><td>%d</td>"
                  + "<td>%d</td></tr>%n",
              figure(row.median()),
              figure(row.min()),
              figure(row.max()),
              escape(row.unit()),
              row.median() / first,
              row.cpuSeconds(),
              row.rssKb() / 1024,
              row.runs()));
    }
    page.append("</table>\n");
  }

  /** Four digits that count, without an exponent for what is easily read. */
  static String figure(double value) {
    if (value >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    int digits = value >= 100 ? 1 : value >= 10 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}

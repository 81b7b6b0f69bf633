package dev.weft.bench;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The further figures of workloads that have some: one table for each, a column for each figure.
 */
final class DetailTable {

  private static final int LEAST_WIDTH = 10;

  private DetailTable() {}

  static void print(List<Measurement> measurements, PrintWriter out) {
    Map<String, List<Measurement>> groups =
        measurements.stream()
            .filter(m -> !m.details().isEmpty())
            .collect(
                Collectors.groupingBy(Measurement::name, LinkedHashMap::new, Collectors.toList()));
    groups.forEach((name, rows) -> print(name, rows, out));
  }

  private static void print(String name, List<Measurement> rows, PrintWriter out) {
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.details().keySet()));
    out.printf("%n%-16s", name);
    columns.forEach(column -> out.printf("  %" + width(column) + "s", column));
    out.println();
    for (Measurement row : rows) {
      out.printf("%-16s", row.contender());
      for (String column : columns) {
        Double figure = row.details().get(column);
        out.printf("  %" + width(column) + "s", figure == null ? "-" : Html.figure(figure));
      }
      out.println();
    }
  }

  private static int width(String column) {
    return Math.max(LEAST_WIDTH, column.length());
  }
}

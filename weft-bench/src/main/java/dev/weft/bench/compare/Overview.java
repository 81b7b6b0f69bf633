package dev.weft.bench.compare;

import dev.weft.bench.Html;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is printed at the end: a line for each model, a table for each workload, and what lacks. */
final class Overview {

  private static final int NAME = 21;
  private static final double NANOS_PER_MILLI = 1e3; // of microseconds
  private static final double BYTES_PER_KB = 1024;

  /** What every model has, so that sums can be compared. */
  private static final List<Workload> COMMON =
      List.of(Workload.WAITING, Workload.PING_PONG, Workload.PIPELINE);

  private Overview() {}

  static void print(List<Cell> cells, PrintWriter out) {
    List<String> models = cells.stream().map(Cell::model).distinct().toList();
    out.printf(
        "%-" + NAME + "s %-11s %-4s %9s %9s %9s %11s %11s %9s %9s %9s %8s %6s %8s%n",
        "model",
        "kind",
        "",
        "bytes",
        "cancel",
        "switch",
        "fan-out",
        "pipeline",
        "echo",
        "worst",
        "worst",
        "fairness",
        "lines",
        "classes");
    out.printf(
        "%-" + NAME + "s %-11s %-4s %9s %9s %9s %11s %11s %9s %9s %9s %8s %6s %8s%n",
        "",
        "",
        "",
        "/waiting",
        "ns",
        "ns",
        "/s",
        "/s",
        "req/s",
        "echo ms",
        "tick ms",
        "cpu",
        "",
        "KiB");
    for (String model : models) {
      line(cells.stream().filter(each -> each.model().equals(model)).toList(), out);
    }
    for (Workload workload : Workload.values()) {
      table(workload, rows(cells, workload), out);
    }
    notes(cells, out);
    out.flush();
  }

  private static void line(List<Cell> cells, PrintWriter out) {
    Cell any = cells.getFirst();
    out.printf(
        "%-" + NAME + "s %-11s %-4s %9s %9s %9s %11s %11s %9s %9s %9s %8s %6s %8s%n",
        any.model(),
        any.kind(),
        any.mapping(),
        text(metric(cells, Workload.WAITING, Metric.BYTES), 1),
        text(metric(cells, Workload.WAITING, Metric.CANCEL_NANOS), 1),
        text(metric(cells, Workload.PING_PONG, Metric.SWITCH_NANOS), 1),
        text(metric(cells, Workload.FAN_OUT, Metric.ACTIVITIES_PER_SECOND), 1),
        text(metric(cells, Workload.PIPELINE, Metric.ITEMS_PER_SECOND), 1),
        text(metric(cells, Workload.ECHO, Metric.REQUESTS_PER_SECOND), 1),
        text(metric(cells, Workload.ECHO, Metric.WORST_MICROS), NANOS_PER_MILLI),
        text(metric(cells, Workload.CPU, Metric.WORST_MICROS), NANOS_PER_MILLI),
        text(metric(cells, Workload.CPU, Metric.FAIRNESS), 1),
        whole(sum(cells, Metric.CODE_LINES), 1),
        whole(sum(cells, Metric.CLASS_BYTES), BYTES_PER_KB));
  }

  private static @Nullable Double metric(List<Cell> cells, Workload workload, Metric metric) {
    List<Cell> rows = rows(cells, workload);
    return rows.isEmpty() ? null : rows.getFirst().metric(metric);
  }

  private static @Nullable Double sum(List<Cell> cells, Metric metric) {
    double sum = 0;
    for (Workload workload : COMMON) {
      Double each = metric(cells, workload, metric);
      if (each == null) {
        return null;
      }
      sum += each;
    }
    return sum;
  }

  private static void table(Workload workload, List<Cell> rows, PrintWriter out) {
    List<Metric> columns = columns(rows);
    if (columns.isEmpty()) {
      return;
    }
    out.printf("%n%s: %s%n%-" + NAME + "s", workload.label(), workload.description(), "");
    columns.forEach(column -> out.printf("  %" + width(column) + "s", column.key()));
    out.println();
    for (Cell row : rows) {
      if (!row.metrics().isEmpty()) {
        out.printf("%-" + NAME + "s", row.model());
        columns.forEach(
            column -> out.printf("  %" + width(column) + "s", text(row.metric(column), 1)));
        out.println();
      }
    }
  }

  /** The figures that at least one of them has. */
  static List<Metric> columns(List<Cell> rows) {
    var columns = new ArrayList<Metric>();
    Arrays.stream(Metric.values())
        .filter(metric -> rows.stream().anyMatch(row -> row.metric(metric) != null))
        .forEach(columns::add);
    return columns;
  }

  static List<Cell> rows(List<Cell> cells, Workload workload) {
    return cells.stream().filter(each -> each.workload().equals(workload.label())).toList();
  }

  private static int width(Metric column) {
    return Math.max(NAME / 2, column.key().length());
  }

  private static void notes(List<Cell> cells, PrintWriter out) {
    boolean first = true;
    for (Cell each : cells) {
      if (each.reason() != null) {
        out.print(first ? System.lineSeparator() : "");
        first = false;
        out.println(note(each));
      }
    }
  }

  /** How far one that isn't complete got, and why no further. */
  static String note(Cell cell) {
    Double held = cell.metric(Metric.ACTIVITIES);
    held = held == null ? cell.metric(Metric.CONNECTIONS) : held;
    return "%s in %s: %s%s: %s."
        .formatted(
            cell.model(),
            cell.workload(),
            cell.status().label(),
            held == null ? "" : String.format(Locale.ROOT, " at %,.0f", held),
            cell.reason());
  }

  private static String text(@Nullable Double value, double unit) {
    return value == null ? "-" : Html.figure(value / unit);
  }

  private static String whole(@Nullable Double value, double unit) {
    return value == null ? "-" : String.format(Locale.ROOT, "%.0f", value / unit);
  }
}

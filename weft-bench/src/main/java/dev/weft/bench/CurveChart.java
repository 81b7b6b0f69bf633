package dev.weft.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Memory over the number of tasks, both in powers of ten, a curve for each contender. */
final class CurveChart {

  /** The workload whose rows are points of curves. */
  static final String NAME = "growth";

  private static final Pattern ROW = Pattern.compile(NAME + "-(\\d+)([kM])");
  private static final int LEFT = 70;
  private static final int TOP = 10;
  private static final int WIDTH = 560;
  private static final int HEIGHT = 340;
  private static final int LEGEND = 180;
  private static final int AXIS = 40;
  private static final List<String> COLOURS =
      List.of(
          "#1f5fa8", "#6aa7dd", "#d1792c", "#7b4fa3", "#3d8a4e", "#a8a13a", "#8a8f96", "#c03a4c");

  private CurveChart() {}

  static boolean isPoint(Measurement row) {
    return ROW.matcher(row.name()).matches();
  }

  /** The number that stands in the row's name. */
  static int tasks(Measurement row) {
    Matcher name = ROW.matcher(row.name());
    if (!name.matches()) {
      throw new IllegalArgumentException("The row " + row.name() + " has no number of tasks.");
    }
    return Integer.parseInt(name.group(1)) * (name.group(2).equals("k") ? 1_000 : 1_000_000);
  }

  static String svg(List<Measurement> rows) {
    var chart = new CurveChart.Axes(rows);
    var svg = new StringBuilder();
    svg.append(
        "<svg role=\"img\" width=\"%d\" height=\"%d\">\n"
            .formatted(LEFT + WIDTH + LEGEND, TOP + HEIGHT + AXIS));
    chart.grid(svg);
    Map<String, List<Measurement>> curves =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    Measurement::contender, LinkedHashMap::new, Collectors.toList()));
    int index = 0;
    for (Map.Entry<String, List<Measurement>> curve : curves.entrySet()) {
      chart.curve(svg, index, curve.getKey(), curve.getValue());
      index++;
    }
    return svg.append("</svg>\n").toString();
  }

  /** Where figures lie; the ends are powers of ten. */
  private static final class Axes {
    private final int xFrom;
    private final int xTo;
    private final int yFrom;
    private final int yTo;

    Axes(List<Measurement> rows) {
      xFrom = floor(rows.stream().mapToDouble(CurveChart::tasks).min().orElse(1));
      xTo = Math.max(xFrom + 1, ceil(rows.stream().mapToDouble(CurveChart::tasks).max().orElse(1)));
      yFrom = floor(rows.stream().mapToDouble(Measurement::median).min().orElse(1));
      yTo =
          Math.max(yFrom + 1, ceil(rows.stream().mapToDouble(Measurement::median).max().orElse(1)));
    }

    private static int floor(double value) {
      return (int) Math.floor(Math.log10(value));
    }

    private static int ceil(double value) {
      return (int) Math.ceil(Math.log10(value));
    }

    private double x(double tasks) {
      return LEFT + WIDTH * (Math.log10(tasks) - xFrom) / (xTo - xFrom);
    }

    private double y(double value) {
      return TOP + HEIGHT - HEIGHT * (Math.log10(value) - yFrom) / (yTo - yFrom);
    }

    void grid(StringBuilder svg) {
      for (int power = xFrom; power <= xTo; power++) {
        double x = x(Math.pow(10, power));
        line(svg, x, TOP, x, TOP + HEIGHT);
        text(
            svg,
            x,
            TOP + HEIGHT + 16,
            "middle",
            String.format(Locale.ROOT, "%,.0f", Math.pow(10, power)));
      }
      for (int power = yFrom; power <= yTo; power++) {
        double y = y(Math.pow(10, power));
        line(svg, LEFT, y, LEFT + WIDTH, y);
        text(
            svg,
            LEFT - 6,
            y + 4,
            "end",
            Html.figure(Math.pow(10, power)).replaceFirst("\\.0+$", ""));
      }
      text(svg, LEFT + WIDTH / 2.0, TOP + HEIGHT + 33, "middle", "tasks");
      text(svg, LEFT + 4, TOP + 12, "start", "MiB resident");
    }

    void curve(StringBuilder svg, int index, String contender, List<Measurement> points) {
      String colour = COLOURS.get(index % COLOURS.size());
      String path =
          points.stream()
              .map(p -> String.format(Locale.ROOT, "%.1f,%.1f", x(tasks(p)), y(p.median())))
              .collect(Collectors.joining(" "));
      svg.append(
          "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n"
              .formatted(path, colour));
      for (Measurement point : points) {
        svg.append(
            String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s: %s"
                    + " MiB</title></circle>%n",
                x(tasks(point)),
                y(point.median()),
                colour,
                Html.escape(contender),
                Html.figure(point.median())));
      }
      int top = TOP + 14 + index * 20;
      svg.append(
          "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n"
              .formatted(LEFT + WIDTH + 16, top - 10, colour));
      text(svg, LEFT + WIDTH + 34, top, "start", contender);
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
              x1,
              y1,
              x2,
              y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
              x,
              y,
              anchor,
              Html.escape(text)));
    }
  }
}
